import control from './sentences-control.ts';
import design from './sentences-design.ts';

/** The engine's sentences by their names in `model/sentences`, with the same figures. */
export default {
  ...control,
  ...design,
  'length-unobserved':
    'The length was not observed during {seconds} of {ofSeconds} s ({metres} of the {ofMetres} m of the found path): neither the shape nor the texture of the walls holds the motion there, which may have been shorter or longer. Do not sign a length or a volume over that stretch without a known length or control points.',
  'scans-not-matched':
    '{count} of {of} scans could not be matched to the map (sensor covered, or nothing in range); their poses are predictions.',
  'alignment-not-converged':
    'The alignment of {count} of {of} scans did not settle; look at the map before using it.',
  'gyro-not-believed':
    'The inertial unit contradicted the walls and was left out; check that the metadata is that of the sensor, and look at the map where the robot turned fast.',
  'changed-by-hand':
    'A person changed the alignment by hand; changes: {count}, in the list of the alignment.',
  'path-aside':
    '{percent} % of the robot’s path lies away from the axis found from it: branches are not measured; give an axis for each.',
  'range-clamped':
    'The wall is closed only from chainage {start} to {end} of the {askedStart} to {askedEnd} asked for; the volume is of that part.',
  gap: 'From chainage {start} to {end} the wall is not closed by points; its volume there is interpolated.',
  'measured-share': 'Only {percent} % of the wall was measured; the rest is filled in.',
  'methods-disagree':
    'The methods differ by {percent} % of the volume; take profiles nearer together than {every} m.',
  'stretch-unobserved':
    'Over {metres} of the {ofMetres} m from chainage {start} to {end} the walls did not hold the length (chainages {stretches}): the drive may be longer or shorter by {plusMinus} m, and the ± of the volume is wider for it; tie the stretch to a known length before signing.',
  'control-left-out':
    'The control points {names} do not agree with the others and with the path, and hold nothing; check their coordinates and which target they are.',
  'design-on-own-axis':
    "No axis was given: the design stands about a line that follows from this survey (the robot's way, or the middle of the void), not about the axis of the project; give the axis of the design before over- and underbreak are paid on.",
  'axis-fold':
    'Near chainage {chainage} the axis bends so sharply that sections cross inside the drive; smooth the axis there.',
  'points-not-finite': '{count} of the {of} points of {name} are not finite and were left out.',
  'no-imu': 'The capture holds no inertial readings; how the sensor turned is taken from the scans alone.',
  'capture-cut':
    '{name} is cut: what follows byte {byte} ({bytes} bytes) is no whole record and was left out, everything before it is used.',
  'columns-lost':
    '{percent} % of the columns never arrived ({scans} of {of} scans lack some): the recorder or its network lost packets.',
  'packets-foreign':
    '{count} lidar packets come from another sensor than that of the metadata, or from another start of it, and were left out.',
  'senders-several':
    '{name} holds lidar packets of more than one sender or port; only those of the first (port {port}) are used: record each sensor into its own capture.',
  'port-differs':
    'The lidar packets go to port {port}, the metadata says {expected}; they were told by size and build, so nothing is lost.',
  'link-type-unread':
    '{name} holds frames of link type {linkType}, which cannot be read: record on the Ethernet interface itself.',
  'nominal-sensor':
    'No metadata: the nominal OS1-16 was taken, whose beam angles differ from a real unit by up to 0.3 degrees; give the metadata for a survey.',
  'mode-assumed': '{name} has no lidar_mode; {hertz} rotations a second were taken.',
  'columns-assumed': '{name} has no columns_per_frame; {columns} was taken from its lidar_mode {mode}.',
  'imu-profile-unread':
    '{name} names the IMU profile {profile}, which is not read: the alignment goes without inertial readings.',
  'beam-origin-assumed':
    '{name} has no lidar_origin_to_beam_origin_mm; {millimetres} mm was taken, the maker’s value (product: {product}).',
  'beam-origins-two': '{name} gives two beam origins, {taken} mm and {other} mm; the first was taken.',
  'transform-assumed': '{name} has no {key}; the maker’s usual one was taken.',
  'beam-angles-assumed':
    'The beam table lists {angles} angles for {beams} beams and the packets do not tell which apply; those of the channels {channels}, … were taken.',
  'channels-believed':
    'The packets of {name} use the channels {channels}, not those of the beam table; the packets were believed.',
  'channels-assumed':
    'Only {found} of {beams} beams gave data at the start of {name}; the channels {channels}, … were taken.',
  'metadata-none':
    'No sensor metadata for {name}: in {folder} there is none of {names}. Choose the file, or go on with the nominal sensor.',
  'metadata-other-packets': '{name} does not fit the capture: it describes packets of another size.',
  'metadata-other-sensor':
    '{name} does not fit the capture: it is of another sensor, or of another start of it.',
  'capture-of-another':
    'None of the lidar packets of {names} belongs to the metadata: they carry initialisation id {initId} and serial number {serial}. Choose the metadata that was saved with this capture.',
  'capture-unfit':
    'The metadata does not fit the packets of {names}; choose the metadata of the sensor and mode that made this capture.',
  'capture-without-lidar':
    '{names} holds no lidar packets; check that the recording included the sensor’s lidar port ({port}).',
  'capture-cut-at-once':
    '{names} is cut before the end of its first rotation ({bytes} bytes at its end are no whole record): copy the capture again from the recorder.',
  'capture-without-column':
    'The {packets} lidar packets of {names} hold no valid column: the sensor was still starting; record again once it runs.',
  'capture-without-scan':
    'The capture holds no whole scan, so there is nothing to align; record at least one rotation.',
  'capture-with-other-metadata':
    'The capture is already in the project, imported with other metadata; make a new project to import it anew.',
  'capture-twice': '{twin} and {name} are the same capture, byte for byte; choose it once.',
  'capture-in-project':
    '{names} is already in {project}; import the other captures without it, or make a new project for this combination.',
  'capture-came-meanwhile': '{name} was imported by another program meanwhile; nothing was added.',
  'path-not-to-read': '{path} was not chosen to be read; choose it in the dialog, or drop it on the window.',
  'path-not-to-write': '{path} was not chosen to be written; choose it in the dialog.',
  'path-outside':
    '{path} is outside of {folder}, the folder of this server; start it with another folder to reach it.',
  'file-none': 'There is no file {path}; check the name and the folder.',
  'file-is-folder': '{path} is a folder; choose a file in it.',
  'file-no-right': '{path} may not be read by this user; change its permissions or copy it.',
  'file-not-read': '{path} could not be read ({why}); check the disk or the connection to it.',
  'file-not-written': '{path} cannot be written ({why}); choose a folder that this user may write to.',
  'file-too-large': '{path} grew beyond the largest file this disk or user may have; write to another disk.',
  'folder-none': '{path} cannot be written: the folder {folder} does not exist; create it or choose another.',
  'folder-is-file':
    '{path} cannot be written: part of its path is a file, not a folder; choose another folder.',
  'disk-full':
    'The disk is full: {path} could not be written. Free some space or choose another disk; what was whole before is kept.',
  'text-none': '{path} is no plain text; choose another file, or save this one as text in UTF-8.',
  'project-none-open': 'No project is open; open one, or make a new one, first.',
  'project-none': 'There is no project {path}; check the name and the folder.',
  'project-other-file': '{path} is not a Socavón project; choose a .socavon file.',
  'project-other-program':
    '{path} is a database of another program, not a Socavón project; choose a .socavon file.',
  'project-damaged':
    '{path} is damaged; take the last copy of it, or import the captures into a new project.',
  'project-newer':
    '{path} was made by a newer version of Socavón (project version {version}, this program knows up to {latest}); update the program. The file was not touched.',
  'project-older': '{path} was made by an older version of Socavón (project version {version}).',
  'project-locked':
    '{path} is being written by another program; wait until it is done or close it, then try again.',
  'project-read-only':
    '{path} or its folder cannot be written ({why}); copy the project to a folder that this user may write to.',
  'project-aligned-elsewhere':
    'Another program is aligning the same captures in {path}; wait until it is done: its poses are taken over.',
  'session-none':
    'The project has no session {id}; it may have been removed by another program: open the project again.',
  'work-goes-on': 'The program is busy with the same work already; wait until it is done, or cancel it.',
  'project-worked-on':
    'The open project is being worked on; wait until that is done, or cancel it, before another is opened.',
  'scan-none': 'There is no scan {scan}; the last is {last}.',
  'scan-left-out': 'Scan {scan} is left out already; undo that first.',
  'scan-origin': 'Scan {scan} is the origin of the map and cannot be moved; move a later one.',
  'scans-all-left-out': 'Every scan would be left out; keep one at least.',
  'scan-without-pose': 'Scan {scan} has no pose: it was left out, or is not placed yet.',
  'scans-not-aligned': 'The scans of this session are not all aligned yet; align them to the end first.',
  'join-itself': 'A session cannot be joined to itself; choose two sessions.',
  'join-length-unobserved':
    'The walls look alike all along, so nothing tells how far in the second session lies; survey control points in both.',
  'join-ambiguous':
    'The second session fits at more than one place of the first; say where it begins, or survey control points in both.',
  'join-contradicted':
    'The places that both sessions have seen contradict each other; look at the alignment of each for stretches that were not observed.',
  'join-no-overlap':
    'No two places were found that both sessions have seen; they must overlap by some 10 m, and where they do, say roughly where the second begins.',
  'undo-none': 'There is no change to be undone.',
  'redo-none': 'There is no change to be made again.',
  'gpu-none': 'No graphics card was found that can compute; the processor does the work.',
  'gpu-software':
    'The only graphics adapter, {adapter}, computes on the processor itself and is slower than it.',
  'gpu-driver-fails': 'The graphics driver of this machine fails ({why}); update it to use the card.',
  'gpu-replaced': 'The processor takes the place of the graphics card, which cannot be used.',
  'chainage-empty':
    'The range of chainages {start} to {end} is empty or reversed; give a start before the end within {knownStart} to {knownEnd}.',
  'chainage-outside':
    'The chainages {start} to {end} lie outside the surveyed wall, which is known from {knownStart} to {knownEnd}; give a range within it.',
  'chainage-off-axis':
    'The chainages {start} to {end} lie outside the axis {axis}, which runs from {first} to {last}; give a range within it.',
  'axis-off-map':
    'The axis runs {metres} m off the map, which reaches in easting {east}, in northing {north}, in elevation {level}; check the order of its coordinates, their grid, and the pose of the first scan.',
  'profile-open':
    'At {count} of the chainages asked for the wall is not closed by points, so they have no profile and no area: {chainages}.',
  'fact-packets': '{count} of {size} bytes to port {port}',
  'fact-channels': '{count} with data',
  'fact-looked-at': 'the first {size}',
  'fact-clock': '{seconds} s from {ns} ns',
  'fact-sensor': '{name}, serial {serial}',
  'fact-mode': '{columns} columns at {hertz} Hz, {beams} beams, packet slots told by the packets',
  'fact-mode-slots': '{columns} columns at {hertz} Hz, {beams} beams, in packets of {slots} channels',
  'fact-altitudes': '{first}° to {last}°',
  'fact-beam-origin': '{millimetres} mm from the axis',
  'face-open':
    'No face was seen within {reach} m ahead of chainage {chainage}: the end is open there, and no advance is given.',
  'face-hidden':
    'Too little of the face was seen from chainage {chainage} on; no advance is given. Drive nearer to it, or stand there for a second.',
  'face-slanting':
    'What lies ahead of the robot reaches from chainage {start} to {end}: that is the wall of a bend, or a heap, and no face; no advance is given. Drive nearer to the face, or give an axis that runs up to it.',
  'face-away':
    'The robot drove towards smaller chainages, and no face was seen from chainage {chainage} on: the axis runs away from the face, so no advance is given. Count the chainage from the other end of the axis.',
  'face-went-back':
    'The later face stands {metres} m behind the earlier one: muck lies before it, or the two surveys are not in one grid.',
  'axis-short':
    'The walls were measured up to chainage {chainage} only, {metres} m before the face: the section there was carried on to it. Give an axis that runs up to the face.',
  'epochs-grids':
    'One survey is in the mine grid, the other in a grid of its own; tie both to the mine grid, or join the later to the earlier.',
  'compare-itself': 'A survey cannot be compared with itself; give two sessions.',
  'epochs-local':
    'Both surveys are in grids of their own, which have nothing to do with each other; join the later to the earlier, or tie both to the mine grid.',
  'epochs-dates':
    'The later survey is dated {later}, before the earlier one of {earlier}; exchange them or correct the dates.',
  'epochs-apart':
    'The earlier survey reaches from chainage {start} to {end}, the later one from {laterStart} to {laterEnd}: they share no stretch. Are both in the same grid and along the same axis?',
  'epochs-off':
    'Only {percent} % of the walls that both surveys measured lie on each other; check that both are in the same grid and along the same axis.',
  'epochs-axes':
    'The two surveys were measured along different axes; measure both along one, such as that of the design.',
  'epochs-cells':
    'The two surveys were measured with slabs or cells of different size; measure both in the same way.',
  'density-none': 'A density of {density} t/m³ gives no tonnes; give that of the rock in place, such as 2.7.',
  'density-unit':
    'A density of {density} t/m³ is more than any ore has; is it in kg/m³? Give t/m³, such as 2.7.',
  'swell-none':
    'A swell of {swell} is not possible; give the share that the rock gains when it is broken, such as 0.4 for 40 %.',
};
