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
  'capture-with-other-metadata':
    'The capture is already in the project, imported with {kept}; start a new project to import it with {requested}.',
  'check-align':
    'dropped by --repair; `socavon run` with its captures, or the alignment in the window, makes it again',
  'check-damaged': '{path} is damaged in {count} {count|place|places}, of {rows} rows:',
  'check-dropped': 'Dropped {count} damaged {count|part|parts}; the file as it was is kept as {backup}.',
  'check-import':
    'only the last copy of the project has it, or its capture, imported again; `socavon recover` saves the rest',
  'check-intact': '{path}: its structure is sound, and all {rows} rows are as they were stored.',
  'check-measure': 'dropped by --repair; it is made again when it is asked for',
  'check-more': '  and {count} more',
  'check-part': '  {what}: {remedy}',
  'check-set': 'dropped by --repair; set it again in the window',
  'metadata-named': 'the metadata {name}',
  'points-not-finite':
    '{count} of the {of} points of {name} are not finite, or no places on Earth, and were left out.',
  'project-aligned-elsewhere':
    'Another program is aligning the same captures in {path}; wait until it is done, then run again: its poses are taken over.',
  'project-damaged':
    '{path} is damaged ({why}); take the last copy of it, or import the captures into a new project.',
  'project-damaged-cli':
    '{path} is damaged ({why}); `socavon recover` saves into a new project what it still holds; or take the last copy of it, or import the captures again.',
  'project-gone':
    '{path} is not there any more: its disk was taken out, or it was moved or deleted. Nothing is stored until it is back in its place.',
  'project-exists': '{path} exists already; open it, or choose another name for the new project.',
  'project-empty': '{path} contains no project; start a new one.',
  'project-locked':
    '{path} is being written by another program; wait until it is done or close it, then try again.',
  'project-measured-copy':
    '{path} is on a disk or in a folder that takes no writing: a temporary copy is measured, and only the files that are written stay.',
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
    '{path} is damaged: {what} cannot be read back as it was stored; take the last copy of it, or import the capture into a new project.',
  'project-part-damaged-cli':
    '{path} is damaged: {what} cannot be read back as it was stored. `socavon check` says what else is and, with --repair, drops what can be made again; else take the last copy of the project, or import the capture into a new one.',
  'schema-table': 'table',
  'schema-index': 'index',
  'schema-view': 'view',
  'schema-trigger': 'trigger',
  'schema-changed':
    '{path} is not as this program makes projects: its {kind} {name} was replaced by another one. Take the last copy of it; `socavon recover` saves its rows into a new project.',
  'schema-foreign':
    '{path} is not as this program makes projects: it brings a {kind} of its own, {name}, which could change results. Take the last copy of it; `socavon recover` saves its rows into a new project.',
  'schema-missing':
    '{path} is not as this program makes projects: its {kind} {name} is missing. Take the last copy of it; `socavon recover` saves its rows into a new project.',
  'project-read-only':
    '{path} or its folder cannot be written ({why}); copy the project to a folder that this user may write to.',
  'project-path-long':
    'The whole path of {path} has {length} bytes, and that of a project may have {most}: move it to a folder with a shorter path.',
  'project-replaced':
    '{path} is another file than the one that was opened: it was replaced meanwhile. Nothing more is stored; open it again.',
  'recover-saved':
    '{out} holds what could be saved of {path}: {sessions} {sessions|session|sessions}, {runs} {runs|alignment|alignments}.',
  'recover-session-lost': '  session {session} could not be saved; import its capture again',
  'recover-session-part':
    '  session {session}: {saved} {saved|scan|scans} saved, {lost} lost; align it again, or import its capture again, which has all of them',
  'recover-table': '  {table}: {saved} {saved|row|rows} saved, {lost} lost',
  'scans-not-recovered':
    '{lost} of {all} scans were damaged in the project file and could not be saved; they are missing from map and volume. Import the capture again to have them.',
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
  'stored-capture': 'the list of captures of session {session}',
  'stored-change': 'step {id} of the history',
  'stored-cloud': 'what is known of the cloud of session {session}',
  'stored-control': 'the control points and decisions of session {session}',
  'stored-count': 'the table {table} ({found} rows in place of {rows})',
  'stored-count-of': 'the table {table} ({found} rows in place of {rows} under number {parent})',
  'stored-discarded': 'the end of alignment {run} that a change by hand put aside',
  'stored-edit': 'change {ordinal} of alignment {run}',
  'stored-field': 'the setting {field} of the window',
  'stored-heading': 'the heading of session {session}',
  'stored-identity': 'name and identity of the project',
  'stored-join': 'the join {id}',
  'stored-pose': 'the pose of scan {scan} of alignment {run}',
  'stored-product': 'the result {id}',
  'stored-refine-question': 'the inputs of the adjustment of session {session}',
  'stored-refined-pose': 'the adjusted pose of scan {scan} of alignment {run}',
  'stored-refinement': 'the adjustment of alignment {run}',
  'stored-run': 'the inputs of alignment {run}',
  'stored-scan': 'scan {scan} of session {session}',
  'stored-session': 'session {id}',
  'stored-setting': 'the setting {key}',
  'stored-state': 'the state of alignment {run} after scan {scan}',
  'stored-structure': 'its structure',
  'stored-structure-line': 'the structure of the file: {line}',
  'stored-table': 'the table {table}',
  'stored-tally': 'the row count of the table {table}',
  'stored-targets': 'the targets found',
  'work-field-unknown':
    'This version of the program has no setting {topic}.{field}, or not this value of it; reload the window, then repeat the change.',
  'work-other-project':
    'The window shows {path}, and another project is open now; go back to that one, then repeat the change.',
} as const;
