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
  'global-ambiguous':
    'The clouds fit at more than one place nearly as well (a straight lined drive, a symmetric room), so no transform is determined; set a starting pose, or choose clouds with more in common.',
  'global-ambiguous-cli':
    'The clouds fit at more than one place nearly as well (a straight lined drive, a symmetric room), so no transform is determined; give a starting transform with --init, or clouds with more in common.',
  'global-no-surface':
    'The clouds show too little surface for a start without a transform: a line, a place, or a few points; choose larger clouds, or set a starting pose.',
  'global-no-surface-cli':
    'The clouds show too little surface for a start without a transform: a line, a place, or a few points; give larger clouds, or a starting transform with --init.',
  'global-none':
    'No transform lays the clouds on each other beyond doubt: they overlap too little or look too unlike; choose clouds with more in common, or set a starting pose.',
  'global-none-cli':
    'No transform lays the clouds on each other beyond doubt: they overlap too little or look too unlike; give clouds with more in common, or a starting transform with --init.',
  'matches-few':
    "Of the source's {count} points {found} {found|has|have} a match in the target, and a transform needs {least}; give a starting transform that is nearer, a larger distance, or clouds that overlap.",
  'matches-few-within':
    "Of the source's {count} points {found} {found|has|have} a match in the target within {metres} m, and a transform needs {least}; give a starting transform that is nearer, a larger distance, or clouds that overlap.",
  'ndt-no-voxel':
    'No voxel of {edge} m holds {least} points of the target, and NDT needs that for a distribution; take larger voxels or thin the cloud less.',
  'ndt-no-voxel-cli':
    'No voxel of {edge} m holds {least} points of the target, and NDT needs that for a distribution; take larger voxels (--voxel) or thin the cloud less.',
  'number-none': '"{text}" is not a number; write it like 12.5, with a point.',
  'picp-thread-failed-of':
    'A thread of pICP failed ({why}); use fewer with the option picp.workers, or the method icp-point.',
  'register-thread-failed': 'A thread of the registration failed; start the program with SOCAVON_THREADS=1.',
  'picp-thread-failed':
    'A thread of pICP failed; use fewer with the option picp.workers, or the method icp-point.',
  'points-not-finite-at':
    'Point {point} of the {name} (counted from 0) has {axis} = {value}; leave out the points that are not finite.',
  'points-thinned':
    'The points lie unevenly, as the rings of a scan: of both clouds the means in cubes of {edge} m are registered. The voxel size 0 takes all points.',
  'points-thinned-cli':
    'The points lie unevenly, as the rings of a scan: of both clouds the means in cubes of {edge} m are registered; --downsample 0 takes all points.',
  'points-uneven':
    'The points lie unevenly, as the rings of a scan, and all are taken: the dense ones may hold the pose at the start. Leave the voxel size empty, or give one.',
  'points-uneven-cli':
    'the points lie unevenly, as the rings of a scan, and all are taken: the dense ones may hold the pose at the start; leave --downsample out, or give a size.',
  'method-of-scans':
    'The clouds are scans of a spinning sensor: {method} is taken, and the pose that several starts and grids agree on.',
  'method-of-scans-cli':
    'The clouds are scans of a spinning sensor: {method} is taken, and the pose that several starts and grids agree on; --method takes another.',
  'pose-weak':
    'The clouds hold the pose only within {sigma} (one sigma, at the least) along {motion}; take that part from elsewhere, or register clouds that show more there.',
  'pose-weak-open':
    'The clouds leave a motion free, and the pose along it is by chance; take that part from elsewhere, or register clouds that show more.',
  'pose-no-surface':
    'The clouds show too little surface to judge the pose by; check it, or register clouds with more points.',
  'pose-better-elsewhere':
    'Refused: evened out, the clouds lie better on each other {metres} m and {degrees}° from this pose. Choose gicp, or start nearer.',
  'pose-better-elsewhere-cli':
    'refused: evened out, the clouds lie better on each other {metres} m and {degrees}° from this pose; leave --method out, or start nearer (--init).',
  'pose-surfaces-bent':
    'The surfaces deviate by {deviation} m where they are rough by {relief} m, and lie nowhere better: errors of the sensor, or of its motion, bend them, and the pose may be off by as much.',
  'pose-surfaces-differ':
    'Refused: at this pose the surfaces deviate by {deviation} m where they are rough by {relief} m; they show different places, or the start is too far off.',
  'pose-surfaces-differ-cli':
    'refused: at this pose the surfaces deviate by {deviation} m where they are rough by {relief} m; they show different places, or the start is too far off (--init, --global).',
  'pose-few-matches': 'Refused: fewer than half of the points have a match.',
  'pose-numbers': 'Give seven numbers "x y z qx qy qz qw"; there {count|is|are} {count}.',
  'pose-quaternion':
    'The quaternion qx qy qz qw has the length {length} instead of 1; no rotation is "0 0 0 1".',
  'reflectivity-constant':
    'All points of the {name} have the reflectivity {value}, which holds no pose; choose the method icp-plane.',
  'reflectivity-missing':
    'The method icp-intensity compares the reflectivity of the points, and the {name} has none; give a file with the property intensity or reflectivity, or choose icp-plane.',
  'reflectivity-not-finite':
    'Point {point} of the {name} (counted from 0) has the reflectivity {value}; leave out the points without a finite one.',
  'registration-id-none': 'There is no {what} {id}; give one of {known}.',
  'registration-option': 'The option {name} of the registration is {value}; it must be {rule}.',
  'rule-fraction': 'more than 0 and less than 1',
  'rule-level': 'a whole number, 0 or more, Infinity for the leaves, or null',
  'rule-not-negative': '0 or more',
  'rule-positive': 'more than 0',
  'rule-up-to-one': 'more than 0 and at most 1',
  'rule-within': 'from {least} to {greatest}',
  'rule-whole-from': 'a whole number, {least} or more',
  'search-not-used': 'The method {method} searches no nearest points; leave the search out.',
  'scalar-none': '{name} has no property {property} with a number for each point; it has {known}.',
  'scalar-none-of-any':
    '{name} has no property {property}: its numbers have no names besides x, y and z; convert it to a PLY or a CSV with names, or leave the option out.',
  'target-no-normals':
    'No point of the target has a normal, since the target is a line or a single place, and the method {method} compares planes; choose icp-point, or a target that shows a surface.',
  'weight-invalid':
    'Point {point} of the source (counted from 0) has the weight {value}; a weight is a finite number, 0 or more.',
  'weights-all-zero': 'All points of the source have the weight 0; give at least three a weight above 0.',
  'weights-length': 'There are {weights} weights for {count} points; give one for each.',
  'weights-not-used':
    'The method {method} takes no weights of the points; leave them out, or choose one of {methods}.',
  'soft-no-match':
    'No point of the source is near enough to the target for a match; give a starting transform that is nearer, or begin the annealing higher (options emIcp.sigmaP2 and emIcp.d02, softassign.firstTemperature).',
  'distance-all-zero':
    '{name} gives A = 0 at every point, which holds no pose; give at least some points an A with a positive eigenvalue.',
  'distance-import': '{name} cannot be loaded as a module ({why}); correct it, see docs/custom-distance.md.',
  'distance-late':
    '{name} had not given the distance of all points after {seconds} s and was ended; make it faster, thin the clouds, or give it more time.',
  'distance-late-cli':
    '{name} had not given the distance of all points after {seconds} s and was ended; make it faster, thin the clouds with --downsample, or give it more time with --distance-limit.',
  'distance-needed':
    'The method newton-custom needs a module that gives its distance; choose one, see docs/custom-distance.md.',
  'distance-needed-cli':
    'The method newton-custom needs a module that gives its distance: --distance FILE, see docs/custom-distance.md.',
  'distance-no-function':
    '{name} has no function as its default export; export one, see docs/custom-distance.md.',
  'distance-negative':
    '{name} gives a squared distance that falls to {value} near point {index} (counted from 0); give a c of at least b·A⁻¹b, and a b only where A is not flat.',
  'distance-not-finite':
    '{name} gives a number that is not finite at point {index} (counted from 0); give finite A, b and c there.',
  'distance-not-positive':
    '{name} gives an A with the eigenvalue {value} at point {index} (counted from 0); a squared distance needs none below 0.',
  'distance-not-symmetric':
    '{name} gives an A that is not symmetric at point {index} (counted from 0); give (A + Aᵀ) / 2.',
  'distance-not-used':
    'A distance of your own is used by the method newton-custom only, and the method is {method}; leave it out or choose newton-custom.',
  'distance-shape':
    '{name} gives no A, b and c at point {index} (counted from 0); return A as three rows of three numbers, b as three numbers and c as one.',
  'distance-throws': '{name} failed at point {index} (counted from 0): {why}',
  'distance-stopped':
    '{name} ended its thread before it gave the distance of all points; remove process.exit and the like from it.',
  'family-not-used':
    'The method {method} seeks rigid transforms only; choose icp-point for the family {family}, or leave the family out.',
  'few-matches':
    'Only {inliers} of {count} points ({percent} %) have a match, fewer than half: the pose is not to be trusted. Start nearer, allow a larger distance, or use clouds that overlap more.',
  'few-matches-cli':
    'only {inliers} of {count} points ({percent} %) have a match, fewer than half: the pose is not to be trusted. Start nearer (--init), allow a larger distance (--max-distance, for the soft methods --em-outlier or --soft-alpha), or use clouds that overlap more.',
  'icp-approx-search':
    'The method icp-approx goes down a k-d tree to the cell of a point; with the search {search} it would be icp-point under another name. Leave the search out, or choose icp-point.',
  'lab-option-choice': '{name} cannot be {value}; it takes {known}.',
  'lab-option-of': '{name} is no option of the method {method}; it belongs to {methods}.',
  'lab-option-switch': '{name} is on or off.',
  'lab-option-whole': '{name} cannot be {value}; it takes a whole number from {min} to {max}.',
  'soft-too-much':
    '{method} of {source} points on {target} could compute {weights} weights, and on the GPU {most} are the most; thin both clouds to one point in {share}, or take fewer temperatures.',
  'soft-too-much-cpu':
    '{method} of {source} points on {target} could compute {weights} weights, and on the CPU {most} are the most (a quarter of an hour); thin both clouds to one point in {share}, take fewer temperatures, or the GPU.',
  'moved-cloud-ending':
    '{name}: the ending names no format that is written; give it a name that ends in {endings:or}.',
  'moved-cloud-itself': '{name} is the moving cloud itself; give the moved points another name.',
} as const;
