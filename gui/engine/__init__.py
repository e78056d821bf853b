"""The one door to the runtime: the worker thread, its queue, its signals, and what they carry."""
