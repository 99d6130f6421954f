/** Targets and control points. */
export const CONTROL = {
  'control-alike': 'Too many targets and points look alike to try all; say roughly where the capture began.',
  'control-ambiguous':
    '{count} may be more than one point ({names}), in {ways} ways that fit as well; say roughly where the capture began, or name one of them.',
  'control-found':
    '{found} {found|target was|targets were} found; {named} of them {named|was|were} identified as a surveyed point.',
  'control-left-out':
    'The control points {names} do not agree with the others and with the trajectory and were rejected; check their coordinates and their targets.',
  'check-point-off':
    'The check point {name} is {off} mm from its place in the list, more than the ± {plusMinus} mm (95 %) of list, sighting and pose: the survey is off there by more than it states, or the point or its target moved. Check both, and look for a range bias (socavon calibrate).',
  'control-needed':
    'three surveyed points not on a line are needed, or two and a standstill that gives the level',
  'control-no-three': 'Their distances fit no three points of the list.',
  'control-no-two': 'Their distances fit no two points of the list.',
  'control-none': 'No surveyed point was found; {needed}.',
  'control-off-start': 'No found target lies where the list has a point, seen from the start that was given.',
  'control-on-line': 'The surveyed points that were found lie on a line; {needed}.',
  'control-one': 'Only one surveyed point was found; {needed}.',
  'control-plumb': 'The surveyed points that were found lie one above the other; {needed}.',
  'control-turn': 'The surveyed points that were found leave a rotation open; {needed}.',
  'control-two': 'Only two surveyed points were found; {needed}.',
  'target-bulges': 'It is no plate: it bulges by {millimetres} mm, as a vest or a barrel does.',
  'target-dull': '{percent} % of a target of {size} m there does not shine: a smaller thing or a stripe.',
  'target-edges': 'Its edges were not seen well enough to fix the centre to {millimetres} mm.',
  'target-few-returns': 'It shone in {returns} returns only; a target needs {least}.',
  'target-few-scans': '{scans} scans saw it; a target needs {least}.',
  'target-found': 'A target of {size} m, its centre known to {millimetres} mm.',
  'target-large': 'It is about {metres} m across; the targets are {size} m: a sign or a wet patch.',
  'target-looks': 'It looks {metres} m across; the targets are {size} m.',
  'target-moves': 'It moved by {metres} m while it was seen: a vest, a vehicle or a mirror image in water.',
  'target-not-flat': 'It is no plate: its returns scatter by {millimetres} mm off a plane.',
  'target-outside': '{percent} % of what shone lies outside a target of {size} m: a sign or a wet patch.',
  'target-scattered': 'Too few of its returns lie together.',
  'target-thin':
    'What shone is no wider than a line: a stripe of tape, or a plate that only one beam crossed.',
} as const;
