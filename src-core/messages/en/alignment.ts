/** Alignment, refinement and joins. */
export const ALIGNMENT = {
  'alignment-not-converged':
    'The alignment of {count} of {of} scans did not converge; check the map before using it.',
  'changed-by-hand': 'A person changed the alignment by hand: {edits}.',
  'control-not-placing': 'The control points do not place the survey. {why:text}',
  'control-point-none': 'The list has no point {name}; load the list that has it.',
  'decision-order': 'A decision is on scans {from} and {to}; give the earlier first.',
  'decision-scans':
    'A decision is on scans {from} and {to}; give two scans that have poses, the earlier first.',
  'edit-left-out': 'scan {scan} left out',
  'edit-moved': 'scan {scan} moved by {pose}',
  'edit-options': 'from scan {scan} on {values}',
  'graph-adrift':
    'node {node} and what is connected to it are tied to no known pose or point, so they may lie anywhere',
  'graph-few-control':
    '{count} control {count|point was|points were} seen, and three are needed, or two and the direction of gravity',
  'graph-free': 'the measurements leave node {node} free to move, or contradict its neighbours without bound',
  'graph-nothing-measured': 'nothing was measured of node {node}',
  'graph-unheld': 'without what contradicts the rest, nothing fixes node {node}',
  'gyro-not-believed':
    'The inertial unit contradicted the walls and was left out; check that the metadata is that of the sensor, and look at the map where the robot turned fast.',
  'join-ambiguous':
    'the second fits at more than one place of the first (ambiguous); say where it begins, or survey control points in both',
  'join-both-cloud':
    'A cloud of another program is one rigid body, so both cannot be adjusted to each other; join without moving both.',
  'join-contradicted':
    'the places that both have seen contradict each other ({refusal}); look at the alignment of each for stretches that were not observed',
  'join-itself': 'A session cannot be joined to itself; give two sessions.',
  'join-length-unobserved':
    'the walls look alike all along (length-unobserved), so nothing tells how far in the second lies; survey control points in both',
  'join-no-overlap':
    'no two places were found that both have seen ({refusal}); they must overlap by some 10 m, and where they do, say roughly where the second begins',
  'join-no-path':
    'Session {id} is a cloud without the direction of a drive, so no places along it can be compared; tie it to the mine grid by control points.',
  'join-no-pose': 'A session has no poses to join by; align its scans first.',
  'join-refused': 'The two sessions cannot be joined: {why}.',
  'join-start-several': 'A start is that of one session; join several without it, or one after the other.',
  'join-start-outside':
    'The first session runs from chainage 0 to {length} m along its trajectory; {chainage} m lies outside.',
  'known-length-scans':
    'A known length goes from scan {from} to scan {to}; give two scans that have poses, the earlier first.',
  'length-unobserved':
    'The length was not observed during {seconds} of {ofSeconds} s ({metres} of the {ofMetres} m of the trajectory): neither geometry nor reflectivity of the walls constrains the motion there, which may have been shorter or longer. Do not sign a length or a volume over that stretch without a known length or control points.',
  'moved-views': 'The views that look for moving objects must be apart, with at least one on each side.',
  'observation-covariance': 'The covariance of an observation is not positive definite; give one that is.',
  'observation-gravity': 'The direction of gravity',
  'observation-no-pose': '{what} is of scan {scan}, which has no pose; leave it out or align that scan.',
  'observation-reference': 'A tie to the reference scan',
  'observation-of': 'The observation of {name}',
  'observation-pose': 'A known pose',
  'pairs-distance':
    'Points {one} and {other} are {here} m apart in {from} and {there} m apart in {to}; check that each was picked at the same place in both, and in the same order.',
  'pairs-few':
    '{count} {count|point is|points are} given in both, and {least} are needed; give the missing ones.',
  'pairs-on-line':
    'The points lie nearly on one line, so the rotation about it stays open; pick one well beside it, such as on the opposite wall or the back.',
  'pairs-plumb':
    'The points lie one above the other, so nothing gives the azimuth; pick a second one some metres along the drive.',
  'pairs-same':
    'Points {one} and {other} are only {metres} m apart in {frame}; pick them at least half a metre apart, better some metres.',
  'pairs-turned-over':
    'With the points in this order one survey would lie upside down in the other; check the order of the points.',
  'pairs-side-first': 'the reference survey',
  'pairs-side-grid': 'the mine grid',
  'pairs-side-map': 'the map',
  'pairs-side-second': 'the survey to join',
  'recording-gap-found':
    'The recording has {count} {count|gap|gaps}, {seconds} s without scans or with the sensor covered; the walls told where the robot was afterwards. Check the map there.',
  'recording-gap-lost':
    'The walls did not tell where the robot was after {count} of {of} {of|gap|gaps} in the recording ({seconds} s without scans or with the sensor covered): the {metres} m between are an assumption, ± {plusMinus} m. Do not sign a length or a volume over them without a known length or control points.',
  'redo-none': 'There is no change to be made again.',
  'refine-no-pose': 'There are no poses to adjust; align the scans first.',
  'refine-undetermined':
    'The trajectory cannot be adjusted: {why}; give a known pose or more control points.',
  'returns-scatter':
    'The returns scatter by {metres} m about the surfaces that they were aligned to, where those of walls scatter by less than {most} m: as in dust, fog or spray. Do not use lengths or volumes of this capture; record it again in clear air, with the window of the sensor clean.',
  'returns-no-wall': 'There is no wall to measure. {why:text}',
  'scan-left-out': 'Scan {scan} is already left out; undo that first.',
  'scan-no-motion': 'The movement of a scan must be a rotation and a translation in metres.',
  'scan-none': 'There is no scan {scan}; the last is {last}.',
  'scan-origin': 'Scan {scan} is the origin of the map and cannot be moved; move a later one.',
  'scan-without-pose': 'Scan {scan} has no pose: it was left out, or is not placed yet.',
  'scans-all-left-out': 'Every scan would be left out; keep at least one.',
  'scans-not-aligned': 'The scans of session {id} are not all aligned yet; align them to the end first.',
  'scans-not-matched':
    '{count} of {of} scans could not be matched to the map (sensor covered, or nothing in range); their poses are predictions.',
  'setting-none': 'There is no setting {key}.',
  'setting-number': 'a number from {min} to {max} {unit}',
  'setting-refused': 'The setting {key} cannot be {value}; it takes {allowed}.',
  'setting-switch': 'true or false',
  'setting-whole': 'a whole number from {min} to {max} {unit}',
  'undo-none': 'There is no change to be undone.',
} as const;
