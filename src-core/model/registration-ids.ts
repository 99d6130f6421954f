/** The registration methods of the papers; docs/papers.md says which equation is which. */
export const METHOD_IDS = [
  'icp-point',
  'icp-plane',
  'icp-approx',
  'newton-point',
  'newton-plane',
  'newton-second-order',
  'newton-custom',
  'softassign',
  'em-icp',
  'picp',
] as const;

export type MethodId = (typeof METHOD_IDS)[number];

/** How the nearest point of a cloud is found. */
export const SEARCH_IDS = ['brute-force', 'kd-tree', 'voxel-bins'] as const;

export type SearchId = (typeof SEARCH_IDS)[number];

/** Methods that weigh all pairs by their distance: they search nothing and need no limit of it. */
export type SoftMethodId = 'softassign' | 'em-icp';

const SOFT_METHODS: ReadonlySet<MethodId> = new Set<SoftMethodId>(['softassign', 'em-icp']);

export function isSoftMethod(method: MethodId): method is SoftMethodId {
  return SOFT_METHODS.has(method);
}
