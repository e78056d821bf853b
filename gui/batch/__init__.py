"""Many takes written to a folder: the window that plans them, runs them in the background and lists what came of them."""
