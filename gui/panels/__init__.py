"""The areas of the window: command bar, prompt, takes, queue, log, models, and the cards that report failures."""
