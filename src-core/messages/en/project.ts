/** Project files and their sessions. */
export const PROJECT = {
  'capture-already-there':
    '{names}: already imported on {date} (session {session}, {scans} {scans|scan|scans}); nothing was added.',
  'cloud-already-there':
    '{names}: already imported on {date} (session {session}, a cloud of {points} {points|point|points}); nothing was added.',
  'capture-came-meanwhile':
    '{name} was meanwhile imported by another program (session {session}); nothing was added.',
  'capture-in-project':
    '{names} is already in {project} (session {session}); import the other captures without it, or start a new project for this combination.',
  'capture-in-project-among':
    '{names} is already in {project} (session {session}, together with {others} other {others|capture|captures}); import the other captures without it, or start a new project for this combination.',
  'capture-changed':
    '{name} was written to while it was imported, so that its scans and its digest would be of different bytes; nothing was added. Import it again when the recording or the copy has ended.',
  'capture-is-device': '{path} is a pipe or a device; copy the capture to a file first.',
  'capture-with-other-metadata':
    'The capture is already in the project, imported with {kept}; start a new project to import it with {requested}.',
  'metadata-named': 'the metadata {name}',
  'points-not-finite':
    '{count} of the {of} points of {name} are not finite, or no places on Earth, and were left out.',
  'project-aligned-elsewhere':
    'Another program is aligning the same captures in {path}; wait until it is done, then run again: its poses are taken over.',
  'project-damaged':
    '{path} is damaged ({why}); take the last copy of it, or import the captures into a new project.',
  'project-gone':
    '{path} is not there any more: its disk was taken out, or it was moved or deleted. Nothing is stored until it is back in its place.',
  'project-exists': '{path} exists already; open it, or choose another name for the new project.',
  'project-empty': '{path} contains no project; start a new one.',
  'project-locked':
    '{path} is being written by another program; wait until it is done or close it, then try again.',
  'project-name-character':
    'The name {name} contains {bad}, which no file name on Windows may contain; choose a name without it.',
  'project-name-end':
    'The name {name} is empty or ends in a dot or a space, which Windows does not allow; choose another name.',
  'project-name-long':
    'The name of the project has {length} characters, more than a file name may have; choose a shorter one.',
  'project-name-reserved': 'Windows keeps the name {name} for itself; choose another name for the project.',
  'project-newer':
    '{path} was made by a newer version of Socavón (project version {version}, this program knows up to {latest}); update the program. The file was not touched.',
  'project-none': 'There is no project {path}; check the name and the folder.',
  'project-none-open': 'No project is open; open one, or make a new one, first.',
  'project-not-read':
    '{path} could not be read or written ({why}); check the disk, or move the project to another one.',
  'project-older':
    '{path} was made by an older version of Socavón (project version {version}); use it once with `socavon run`, which brings it up to date and keeps a copy.',
  'project-other-file':
    '{path} is not a Socavón project; name a .socavon file, or one that does not exist yet to start a new project.',
  'project-other-program':
    '{path} is a SQLite database of another program, not a Socavón project; name a .socavon file.',
  'project-part-damaged':
    '{path} is damaged: {what} cannot be read back; take the last copy of it, or import the capture into a new project.',
  'project-read-only':
    '{path} or its folder cannot be written ({why}); copy the project to a folder that this user may write to.',
  'sensor-nominal-words': 'the nominal sensor',
  'session-gone':
    'The project has no session {id}; it may have been removed by another program: open the project again.',
  'session-name-long':
    'The name has {length} characters; a session may have a name of up to {most}: shorten it.',
  'session-none': 'The project has no session {id}; {sessions}.',
  'session-removed': 'The session {name} was removed from the project; restore it on the project page first.',
  'session-which': 'Say with {option} which session of {path} is meant; {sessions}.',
  'sessions-none': 'it has none',
  'sessions-there': 'it has {ids}',
  'stored-edit': 'change {ordinal} of alignment {run}',
  'stored-join': 'the join {id}',
  'stored-pose': 'the pose of scan {scan} of alignment {run}',
  'stored-refine-question': 'the inputs of the adjustment of session {session}',
  'stored-refinement': 'the adjustment of alignment {run}',
  'stored-scan': 'scan {scan} of session {session}',
  'stored-session': 'session {id}',
  'stored-structure': 'its structure',
  'stored-targets': 'the targets found',
  'work-field-unknown':
    'This version of the program has no setting {topic}.{field}, or not this value of it; reload the window, then repeat the change.',
  'work-other-project':
    'The window shows {path}, and another project is open now; go back to that one, then repeat the change.',
} as const;
