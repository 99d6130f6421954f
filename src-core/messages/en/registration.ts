/** Registration of two clouds. */
export const REGISTRATION = {
  'cloud-empty': '{path} has no point; choose another file.',
  'cloud-of-few':
    'The {name} has {count} {count|point|points}, and a registration needs at least {least}; give a larger cloud or thin it less.',
  'cloud-of-none':
    'The {name} has no points, and a registration needs at least {least}; give a larger cloud or thin it less.',
  'cloud-source': 'source',
  'cloud-target': 'target',
  'custom-distance-thread': 'A distance function cannot be sent to another thread; call register.',
  'matches-few':
    "Of the source's {count} points {found} {found|has|have} a match in the target, and a transform needs {least}; give a starting transform that is nearer, a larger distance, or clouds that overlap.",
  'matches-few-within':
    "Of the source's {count} points {found} {found|has|have} a match in the target within {metres} m, and a transform needs {least}; give a starting transform that is nearer, a larger distance, or clouds that overlap.",
  'number-none': '"{text}" is not a number; write it like 12.5, with a point.',
  'picp-thread-failed-of':
    'A thread of pICP failed ({why}); use fewer with the option picp.workers, or the method icp-point.',
  'picp-thread-failed':
    'A thread of pICP failed; use fewer with the option picp.workers, or the method icp-point.',
  'points-not-finite-at':
    'Point {point} of the {name} (counted from 0) has {axis} = {value}; leave out the points that are not finite.',
  'pose-numbers': 'Give seven numbers "x y z qx qy qz qw"; there {count|is|are} {count}.',
  'pose-quaternion':
    'The quaternion qx qy qz qw has the length {length} instead of 1; no rotation is "0 0 0 1".',
  'registration-id-none': 'There is no {what} {id}; give one of {known}.',
  'registration-option': 'The option {name} of the registration is {value}; it must be {rule}.',
  'rule-fraction': 'more than 0 and less than 1',
  'rule-level': 'a whole number, 0 or more, Infinity for the leaves, or null',
  'rule-not-negative': '0 or more',
  'rule-positive': 'more than 0',
  'rule-up-to-one': 'more than 0 and at most 1',
  'rule-whole-from': 'a whole number, {least} or more',
  'soft-no-match':
    'No point of the source is near enough to the target for a match; give a starting transform that is nearer, or begin the annealing higher (options emIcp.sigmaP2 and emIcp.d02, softassign.firstTemperature).',
} as const;
