"""Every action of the window: its keys, its menus, the shortcut sheet."""
