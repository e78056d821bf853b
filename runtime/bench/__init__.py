"""The parity bench: plans of takes that are set beside a reference, timed in turns with it, and made into a page."""
