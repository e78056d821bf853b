"""The application that Briefcase wraps: Ditone itself comes in as a wheel, so that its entry points are there."""
