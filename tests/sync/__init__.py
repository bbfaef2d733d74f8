"""Tests of sync: several devices and a mirror that fails, forgets, lies or is far away."""
