"""Colours, style sheet and icons. Widgets ask `palettes.current()` when they paint and repaint on `QEvent.Type.PaletteChange`."""
