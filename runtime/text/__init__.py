"""Written text to text as it is read aloud: figures, units, dates, abbreviations; and long text into pieces that can be spoken at once."""
