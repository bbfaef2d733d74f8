"""What a device can run well: engines that are proposed for it."""
