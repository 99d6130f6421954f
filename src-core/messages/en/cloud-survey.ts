import { TERMS } from '../terms.ts';

/** Clouds that other programs made, measured as a survey. */
export const CLOUD_SURVEY = {
  'cloud-accuracy-assumed':
    'Nobody stated how accurate this cloud is: the ± assumes a mobile mapper, {bias} mm common to all points and {length} % of a length. State the instrument or its figures.',
  'cloud-capture-option': '{option} is for captures of a sensor, and {name} is a cloud of another program.',
  'cloud-known-otherwise':
    'Session {session} already holds {names}, read with another unit or trajectory; remove that session first, or give the same.',
  'cloud-line': '{count} points of {formats}',
  'cloud-mixed':
    '{names} are of different kinds: captures and clouds cannot be one session. Import them one after the other.',
  'cloud-no-points': '{name} has no points; export it again.',
  'cloud-without-scans':
    '{name} is a cloud of another program: it has no scans to align, and no instrument is calibrated by it; give a capture.',
  'cloud-no-scans':
    'Session {session} is a cloud of another program: it has no scans to align, and no loops or instrument to adjust; points that are picked in it tie it to the mine grid on the command line.',
  'cloud-option-alone': '{option} is for clouds of other programs, and {name} is none.',
  'cloud-no-axis':
    'No axis was found in the middle of this cloud: give one, or check its unit and that it is of one drive. (What was found: {why})',
  'cloud-no-axis-cli':
    'No axis was found in the middle of this cloud: give one with --axis, or check its unit (--cloud-unit, --height-unit) and that it is of one drive. (What was found: {why})',
  'cloud-no-void':
    'This cloud is of no one drive: its parts do not hang together, or it is about as wide as it is long. Give an axis, cut the cloud to one drive, or measure the void without an axis, as a chamber.',
  'cloud-no-void-cli':
    'This cloud is of no one drive: its parts do not hang together, or it is about as wide as it is long. Give an axis with --axis, cut the cloud to one drive, or measure the void without one: socavon chamber.',
  'cloud-points-left-out':
    '{name}: {count} of {total} points are left out: they are rays without a return, not numbers, or farther away than any place on Earth.',
  'cloud-trajectory-apart':
    'The trajectory {name} is up to {metres} m away from the points of the cloud: it is of another frame or another drive. Give the one of this cloud, or none.',
  'cloud-trajectory-short':
    '{name} has {count} poses, too few for a trajectory; give that of the cloud, or none.',
  'cloud-unit-assumed': '{name} does not state its unit: metres are assumed.',
  'cloud-far':
    '{name} has points {metres} m from its origin, farther than any place on Earth; state its unit (m, cm, mm, ft or us-ft), or remove these points.',
  'cloud-unit-size':
    '{name} is {size} m long if its unit is {unit}; state its unit (m, cm, mm, ft or us-ft).',
  'give-scanner': 'Give terrestrial, mobile, or a product such as OS-1-16.',
  'help-run-cloud-unit':
    'unit of a cloud (las, laz, e57, ply, pcd, pts, ptx, xyz) if its file states none or a wrong one',
  'help-run-frame': 'frame of the coordinates of a cloud: grid, or local',
  'help-run-ignore-box': 'read a LAS or LAZ whose points lie outside the box of its header',
  'help-run-length-accuracy': 'standard uncertainty of the lengths of a cloud, percent of the length',
  'help-run-point-accuracy': 'bound of the error common to all points of a cloud, m',
  'help-run-scanner':
    'class of the scanner that made a cloud, for its ±: a terrestrial scanner or a mobile mapper; or a product such as OS-1-16',
  'help-run-trajectory':
    'trajectory of a cloud (TUM, KITTI with its times beside it, EuRoC, or CSV with names), in the frame and clock of the cloud, in metres',
  'stored-points': 'the points {chunk} of session {session}',
  'cloud-of-another-program': 'a cloud of another program',
  'fact-time-per-point': 'one per point',
  'fact-no-time': TERMS.none.en,
  'label-format': 'format',
  'label-points': 'points',
  'label-stations': 'stations',
  'label-time': 'time',
  'cloud-axes-swapped':
    '{name} seems to have northings first and eastings second: left and right would be mirrored; export it again with the eastings first.',
  'cloud-degrees':
    'The coordinates of {name} are latitudes and longitudes, in degrees, which cannot be measured: export it again in a projected or local system, in metres.',
  'cloud-is-capture':
    '{name} is a capture of a sensor ({format}), not a cloud: import and align it, and take the map that is written of it.',
  'cloud-is-capture-cli':
    '{name} is a capture of a sensor ({format}), not a cloud: make its map with socavon run {name}, and take that.',
  'cloud-mirrored':
    'The matrix of {count|station|stations} {stations:and} of {name} is a mirror image: left and right are swapped; export the file again.',
  'cloud-size-odd':
    '{name} is {size} m long by its unit, which no mine is: its unit is another, or points lie far outside.',
  'cloud-strays-far':
    'Some points of {name} lie up to {metres} m outside the box of {size} that holds 99.7 % of them: cut away what does not belong to the drive, or the axis and the volume follow it.',
  'cloud-unit-doubt':
    'The box of {name}, {size}, looks as if its unit were {unit}: then it would be {otherwise}. State the unit.',
  'cloud-unit-doubt-cli':
    'The box of {name}, {size}, looks as if its unit were {unit}: then it would be {otherwise}. State the unit with --cloud-unit.',
  'cloud-coarse':
    'The coordinates of {name} come in steps of {step} m, which its numbers cannot state finer where the drive lies; the ± contains them. Export it again in double precision, or nearer to zero.',
  'cloud-coarse-warned':
    'The coordinates of this cloud come in steps of {step} mm, which its file cannot state finer where the drive lies; the ± contains them.',
  'cloud-heights-converted':
    '{name} has heights in units of {height} m and eastings and northings in units of {plan} m: the heights are converted.',
  'cloud-too-coarse':
    'The coordinates of {name} come in steps of {step} m, too coarse to measure a drive by: export it again in double precision, or nearer to zero (a local system, or an offset in the file).',
  'cloud-trajectory-unit':
    'The trajectory {name} fits the cloud only if its positions are in {unit} ({option}), and it is read as {read}: state its unit.',
  'cloud-trajectory-unit-cli':
    'The trajectory {name} fits the cloud only if its positions are in {unit}, and it is read as {read}: state it with --trajectory-unit {option}.',
  'cloud-units-unclear':
    'The units of {name} cannot be told: {what}. State its unit, which then holds for all its coordinates, and that of the heights if they have another; or export it again in one unit.',
  'cloud-units-unclear-cli':
    'The units of {name} cannot be told: {what}. State --cloud-unit, which holds for all its coordinates, and --height-unit if the heights have another; or export it again in one unit.',
  'crs-e57-unit': 'E57 prescribes metres, and its coordinate system states a unit of {metres} m',
  'crs-heights': 'heights',
  'crs-plan': 'eastings and northings',
  'crs-plan-unstated':
    'its heights are in a unit of {metres} m, and that of its eastings and northings is not stated',
  'crs-unit-unknown': 'its coordinate system gives the {of} a unit that is not known',
  'crs-units-differ': 'its coordinate system gives the {of} two units, {one} m and {other} m',
  'fact-unit-degrees': 'degrees of latitude and longitude',
  'fact-unit-heights': '{unit}; heights {metres} m, converted',
  'help-run-height-unit':
    'unit of the heights of a cloud, if its file states none or a wrong one (default: as stated, else that of --cloud-unit)',
  'help-run-trajectory-unit':
    'unit of the positions of --trajectory (default: m, whatever the unit of the cloud)',
  'label-step': 'step',
  'fact-no-grid': 'not stated',
  'fact-no-normals': 'none',
  'fact-normals': 'one per point, not needed',
  'fact-points-at-least': 'at least {count}',
  'fact-points-left-out': '{count}; {left} more rows without a point',
  'fact-station': '{name}: {what}',
  'fact-station-points': '{count} {count|point|points}',
  'fact-station-unposed': 'no pose',
  'fact-stations': '{count}, {posed} with a pose',
  'fact-time-clock': '{duration} by {name}, from {first} to {last} s of an unknown clock',
  'fact-time-dated': '{duration} by {name}, from {date}',
  'fact-unit-assumed': 'not stated; metres are assumed',
  'fact-unit-of-format': 'metres, as the format prescribes',
  'fact-unit-of-grid': '{metres} m, as its coordinate system states',
  'fact-unit-of-user': '{metres} m, as you state',
  'label-attributes': 'attributes',
  'label-extent': 'extent',
  'label-from': 'from',
  'label-grid': 'system',
  'label-normals': 'normals',
  'label-station': 'station',
  'label-to': 'to',
  'label-unit': 'unit',
  'label-written-by': 'written by',
  'label-written-on': 'written on',
  'void-empty':
    'The cloud has no points near each other, so no axis can be found in it; check the file, or give an axis.',
  'void-in-parts':
    'The largest part of the cloud that hangs together is {percent} % of it, so no axis can be found in it; give an axis, or cut the cloud to one drive.',
  'void-no-direction':
    'The cloud is a void of {length} m along its walls and {width} m across, which has no direction of a drive; give an axis, or measure it as a chamber.',
  'pick-not-there':
    'No {feature} is found within {metres} m of the place picked for {name}, by the {count} points there; pick it again, or give it as another feature.',
  'pick-point': 'point',
  'pick-paint': TERMS.wall.en,
  'pick-peg': TERMS.wall.en,
  'pick-corner': TERMS.cornerOfPlanes.en,
  'pick-sphere': 'sphere of its size',
  'pick-checkerboard': 'checkerboard of its size',
  'pick-disc': 'bright disc of its size',
  'picks-refused': '{name} is not a list of picked points: {what}.',
  'picks-header': 'its first line has to name the columns name, x, y and z, and may name feature and size',
  'picks-line': 'line {line} ({content}): {what}',
  'picks-twice': '{name} is picked twice',
  'picks-no-place': 'x, y and z have to be numbers, with a decimal point',
  'picks-feature': 'the feature is one of {features}',
  'picks-size': 'a sphere or disc needs its diameter, a checkerboard its side, {least} to {most} m',
  'picks-empty': 'it has no points',
  'picks-few':
    'Of the points picked in the cloud, {count} {count|is|are} control points of {list}, and three are needed that are not on a line; pick more.',
  'picks-unplaced': 'The picked points do not place the cloud: {why}.',
  'picks-unknown':
    '{unknown} {count|is|are} picked, but not on the list of control points, which has {points}; load the list that has it, or remove the pick.',
  'pick-scan-gone':
    '{name} was picked in scan {scan}, which has no pose any more; pick it again, or align that scan.',
  'pick-far-off':
    '{name} is picked {metres} m from the nearest scan; pick it where scans see it, {most} m away at most.',
  'picks-need-map':
    'Points are picked in the map of a survey, and the scans of this one have no poses yet: run without --picked first, and pick them in the map that it writes.',
  'cloud-picks-none':
    'A cloud is placed by surveyed points that are picked in it: load the list of control points, and pick three of them at least.',
  'pick-none': '{name} is not picked yet; click where it lies in the map.',
  'reference-of-cloud':
    'Session {session} is a cloud of another program: only a survey of scans is adjusted to a reference.',
  'picks-contradict':
    'The control points of the cloud contradict each other: their residuals are {worst} mm at most, and by their stated sigmas they should be some {expected} mm; check the list and what was picked.',
  'picks-without-control':
    'Picked points need the list of their coordinates in the mine grid: give --control.',
  'control-needs-picks':
    'A cloud shows control points only where they are picked in it: give --picked with their places, or leave --control out.',
  'cloud-control-option': '{option} is for captures of a sensor: a cloud of another program has no scans.',
  'help-run-picked':
    'points picked in a cloud, or in the map of scans of an earlier run (CSV: name,x,y,z and, if wanted, feature and size in m; features: {features}): with --control they tie it to the mine grid',
  'picks-line-fit': '{name}: {feature}, {sigma} mm by {count} points',
  'picks-added': 'placing it adds ± {least} to {most} mm to its position (95 %)',
  'reference-local':
    'The reference scan, session {session}, lies in a frame of its own, and the control points in the mine grid: place the cloud by control points first, or leave one of the two out.',
  'reference-ties': '{held} of {count} places tie the survey to the reference scan, session {session}.',
  'reference-no-cloud':
    'Session {session} is no cloud of another program; a reference is a static scan that lies still: give its session.',
  'help-run-reference':
    'session of a cloud, such as a static scan, that the poses are adjusted to as fixed; none: no longer',
  'give-session': 'Give the number of a session, or none.',
} as const;
