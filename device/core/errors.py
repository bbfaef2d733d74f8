"""Pure: the errors of the device. `code` is stable; `str()` says what happened, what was kept, what to do."""

from __future__ import annotations


class DeviceError(Exception):
    """An error that the person or operator can act on. `exit_status` is the status of the command line."""

    code = "DEVICE_ERROR"
    exit_status = 1


class BadUri(DeviceError):
    """The URI of an engine has an unknown scheme or a missing part."""

    code = "BAD_URI"
    exit_status = 2


class EngineUnavailable(DeviceError):
    """An engine or device cannot be opened: no microphone, a package that is not installed."""

    code = "DOOR_UNAVAILABLE"
    exit_status = 3


class SkillConflict(DeviceError):
    """Two skills have one name, or declare one intent."""

    code = "SKILL_CONFLICT"


class BadSound(DeviceError):
    """A sound file is unreadable, empty or not sound."""

    code = "BAD_SOUND"
    exit_status = 4


class BadScenario(DeviceError):
    """A scenario of a simulated room cannot be read; nothing was started."""

    code = "BAD_SCENARIO"
    exit_status = 2


class BadUsage(DeviceError):
    """The options of a command contradict each other."""

    code = "BAD_USAGE"
    exit_status = 2


class BadConfig(DeviceError):
    """The configuration has an unknown key, or a value of another sort; the file was left as it is."""

    code = "BAD_CONFIG"
    exit_status = 2


class LanguageMismatch(DeviceError):
    """The recogniser does not hear the language; nothing was started or written."""

    code = "LANGUAGE_MISMATCH"
    exit_status = 2


class BadScript(DeviceError):
    """A script of turns cannot be read; no line of it was said."""

    code = "BAD_SCRIPT"
    exit_status = 2


class BadManifest(DeviceError):
    """A manifest of spoken utterances cannot be read, or names too few terms."""

    code = "BAD_MANIFEST"
    exit_status = 2


class EventsLost(DeviceError):
    """The event file could not be written during a talk."""

    code = "EVENTS_LOST"
    exit_status = 5


class DemoFailed(DeviceError):
    """The daemon of the demo ended in an unexpected way."""

    code = "DEMO_FAILED"
    exit_status = 1


class FileRefused(DeviceError):
    """A file that the person named cannot be read or made."""

    code = "FILE_REFUSED"
    exit_status = 6


class FileExists(DeviceError):
    """A file that must be new exists already."""

    code = "FILE_EXISTS"
    exit_status = 6


class ImportRefused(DeviceError):
    """A file is no export that can be read; nothing of it was imported."""

    code = "IMPORT_REFUSED"
    exit_status = 6


class WordsUnchecked(DeviceError):
    """The words were shown, and the check of three failed."""

    code = "WORDS_UNCHECKED"
    exit_status = 7


class UnknownAtom(DeviceError):
    """No atom with this id may be shown to this person."""

    code = "UNKNOWN_ATOM"
    exit_status = 9


class UnknownThread(DeviceError):
    """No thread with this id or about these words may be shown to this person."""

    code = "UNKNOWN_THREAD"
    exit_status = 9


class UnknownWorkOrder(DeviceError):
    """No pending work order with this id or about these words may be shown to this person."""

    code = "UNKNOWN_WORK_ORDER"
    exit_status = 9


class SocketRefused(DeviceError):
    """The control socket cannot be made, or does not take this client."""

    code = "CONTROL_REFUSED"
    exit_status = 10


class UnknownClient(DeviceError):
    """No client of the API has this name."""

    code = "UNKNOWN_CLIENT"
    exit_status = 13


class ClientExists(DeviceError):
    """A client of the API has this name already."""

    code = "CLIENT_EXISTS"
    exit_status = 13


class ClientsDamaged(DeviceError):
    """The file of the API's clients cannot be read."""

    code = "CLIENTS_DAMAGED"
    exit_status = 13


class DaemonMissing(DeviceError):
    """A command that only a running daemon can do found none."""

    code = "DAEMON_MISSING"
    exit_status = 11


class AmbiguousAtom(DeviceError):
    """Several memories begin with the given id, or are meant by the given words; none was touched."""

    code = "AMBIGUOUS_ATOM"
    exit_status = 9


class EditUnclear(DeviceError):
    """The new words do not say which words of the memory they replace; nothing was changed."""

    code = "EDIT_UNCLEAR"
    exit_status = 9


class AddressRefused(DeviceError):
    """A server for clients cannot listen at its address, or must not without encryption."""

    code = "ADDRESS_REFUSED"
    exit_status = 12


class ToolRefused(DeviceError):
    """A call of an MCP tool is none, or is not allowed to this client, or would store nothing."""

    code = "TOOL_REFUSED"
    exit_status = 14


class CatalogueRefused(DeviceError):
    """The catalogue of models cannot be read, or is not signed by the key that is trusted."""

    code = "CATALOGUE_REFUSED"
    exit_status = 15


class ModelUnknown(DeviceError):
    """The catalogue has no model of this name, or no digest of it, or it is not on this device."""

    code = "MODEL_UNKNOWN"
    exit_status = 15


class ModelMismatch(DeviceError):
    """The file is another than the catalogue says; it is not used."""

    code = "MODEL_MISMATCH"
    exit_status = 15


class ModelUnreachable(DeviceError):
    """The model cannot be fetched; what came of it is kept."""

    code = "MODEL_UNREACHABLE"
    exit_status = 15


class ModelNoRoom(DeviceError):
    """The disk has no space for the model."""

    code = "MODEL_NO_ROOM"
    exit_status = 15


class UnknownLanguage(DeviceError):
    """There are no language files for the language."""

    code = "UNKNOWN_LANGUAGE"
    exit_status = 2


class SoundMissing(BadSound):
    """The sound file does not exist, or may not be read."""

    code = "SOUND_MISSING"


class SoundUnreadable(BadSound):
    """The file exists and is no sound that can be read."""

    code = "SOUND_UNREADABLE"


class SoundEmpty(BadSound):
    """The sound has zero length."""

    code = "SOUND_EMPTY"


class SoundTooLong(BadSound):
    """The sound is longer than any conversation."""

    code = "SOUND_TOO_LONG"
