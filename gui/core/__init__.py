"""What every floor of the window uses: settings, background work, presets, garbage collection. No widgets."""
