"""Get models: what is published and what is here, one question before a download, its progress, and the models folder."""
