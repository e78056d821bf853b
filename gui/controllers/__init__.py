"""What a person does with the window: the library, the comparison, models, files, recovery."""
