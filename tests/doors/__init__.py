"""White box: the doors of the device, on real sound and real engines."""
