"""The languages of the window: translation, the engine's sentences, numbers and times as people read them."""
