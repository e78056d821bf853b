"""Playback: a mixer of plain arrays, and the player that connects it to a sound device and to Qt."""
