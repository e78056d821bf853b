"""The studio: a Qt application over the engine. It reaches families through the registry alone, and the engine through one worker thread."""
