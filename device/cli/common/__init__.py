"""What the commands share: options, exit statuses, lazy registration."""
