/** The methods of the papers that a window can ask for; `newton-custom` needs a distance that is written in code. */
export const LAB_METHODS = [
  'icp-point',
  'icp-plane',
  'icp-approx',
  'newton-point',
  'newton-plane',
  'newton-second-order',
  'softassign',
  'em-icp',
  'picp',
] as const;
export type LabMethod = (typeof LAB_METHODS)[number];

export const LAB_SEARCHES = ['brute-force', 'kd-tree', 'voxel-bins'] as const;
export type LabSearch = (typeof LAB_SEARCHES)[number];

/** Methods that weigh all pairs and search nothing. */
export const SOFT_METHODS: ReadonlySet<LabMethod> = new Set<LabMethod>(['softassign', 'em-icp']);

export const ENGINES = ['auto', 'cpu', 'gpu'] as const;
export type LabEngine = (typeof ENGINES)[number];
