"""Pure: the errors of the device. `code` is stable; `str()` says what happened, what was kept, what to do."""

from __future__ import annotations


class DeviceError(Exception):
    """Something the person or operator can act on. `exit_status` is what the command line ends with."""

    code = "DEVICE_ERROR"
    exit_status = 1


class BadUri(DeviceError):
    """A door's URI has an unknown scheme or a missing part."""

    code = "BAD_URI"
    exit_status = 2


class DoorUnavailable(DeviceError):
    """A door exists but cannot be opened: no microphone, engine not installed."""

    code = "DOOR_UNAVAILABLE"
    exit_status = 3


class BadSound(DeviceError):
    """A sound file is unreadable, empty or not sound."""

    code = "BAD_SOUND"
    exit_status = 4


class BadUsage(DeviceError):
    """The words of a command contradict each other."""

    code = "BAD_USAGE"
    exit_status = 2


class BadScript(DeviceError):
    """A script of turns cannot be read; nothing of it was said."""

    code = "BAD_SCRIPT"
    exit_status = 2


class BadManifest(DeviceError):
    """A manifest of spoken utterances cannot be read, or names too few of something."""

    code = "BAD_MANIFEST"
    exit_status = 2


class EventsLost(DeviceError):
    """The event file took no more in mid-talk."""

    code = "EVENTS_LOST"
    exit_status = 5


class DemoFailed(DeviceError):
    """The daemon of the demo ended in a way it should not."""

    code = "DEMO_FAILED"
    exit_status = 1


class FileRefused(DeviceError):
    """A file that the person named cannot be read or made."""

    code = "FILE_REFUSED"
    exit_status = 6


class FileExists(DeviceError):
    """A file that must be new is there already."""

    code = "FILE_EXISTS"
    exit_status = 6


class WordsUnchecked(DeviceError):
    """The words were shown, and the check of three was not passed."""

    code = "WORDS_UNCHECKED"
    exit_status = 7


class UnknownAtom(DeviceError):
    """An atom id that names nothing this person may be shown."""

    code = "UNKNOWN_ATOM"
    exit_status = 9


class UnknownLanguage(DeviceError):
    """No language files for the asked language."""

    code = "UNKNOWN_LANGUAGE"
    exit_status = 2


class SoundMissing(BadSound):
    """The sound file is not there, or may not be read."""

    code = "SOUND_MISSING"


class SoundUnreadable(BadSound):
    """The file is there and is not sound that can be read."""

    code = "SOUND_UNREADABLE"


class SoundEmpty(BadSound):
    """The file is sound of zero length."""

    code = "SOUND_EMPTY"


class SoundTooLong(BadSound):
    """The sound is longer than any conversation."""

    code = "SOUND_TOO_LONG"
