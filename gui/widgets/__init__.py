"""Widgets of the studio: lanes over one time line, transport, performance, export."""
