"""The studio: a Qt application over the engine, which it reaches through one worker thread, and families through the registry alone."""
