"""A text of many lines spoken line by line: the window of a script, with retakes, alternates and what is exported."""
