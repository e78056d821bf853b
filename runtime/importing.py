"""One thread imports large libraries at a time.

transformers puts another object into its own place while it is imported; a second thread that asks for it in that moment gets the first
one, which lacks nearly every name. A model that is loaded while its text is already being read does just that.
"""

from __future__ import annotations

import threading

one_at_a_time = threading.RLock()
