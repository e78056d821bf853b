"""The settings dialog: one page a subject. Every change acts at once and is kept for the next start."""
