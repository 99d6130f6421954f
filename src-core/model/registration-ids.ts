/** Registration methods of the papers (docs/papers.md maps them to equations), and newer ones beside them. */
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
  'gicp',
  'vgicp',
  'ndt',
  'icp-intensity',
] as const;

export type MethodId = (typeof METHOD_IDS)[number];

/** Nearest-neighbour search methods. */
export const SEARCH_IDS = ['brute-force', 'kd-tree', 'voxel-bins'] as const;

export type SearchId = (typeof SEARCH_IDS)[number];

/** Methods that weight all pairs by their distance: they need neither a search nor a distance limit. */
export type SoftMethodId = 'softassign' | 'em-icp';

const SOFT_METHODS: ReadonlySet<MethodId> = new Set<SoftMethodId>(['softassign', 'em-icp']);

export function isSoftMethod(method: MethodId): method is SoftMethodId {
  return SOFT_METHODS.has(method);
}

/** Whether a method searches nearest points: neither the soft ones nor those that look up a voxel do. */
export function isSearching(method: MethodId): boolean {
  return !isSoftMethod(method) && method !== 'vgicp' && method !== 'ndt';
}

/** Whether a method leaves out pairs that are far apart: the soft ones and NDT weight them instead. */
export function hasMatchLimit(method: MethodId): boolean {
  return !isSoftMethod(method) && method !== 'ndt';
}

/** Whether a method takes weights of the source's points, w_q of Zabatani and Bronstein. */
export function isWeighting(method: MethodId): boolean {
  return hasMatchLimit(method) && method !== 'picp';
}

/** What is said of the pose of a registration. */
export const VERDICTS = ['converged', 'weak', 'refused'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Why a pose has its verdict. */
export const VERDICT_REASONS = [
  /** Starts around it lead back to it, and its doubt is small. */
  'held',
  /** The clouds hold it weakly along a direction. */
  'weak-direction',
  /** The surfaces deviate by more than they are rough, and yet nowhere less: errors of the sensor. */
  'surfaces-bent',
  /** The clouds have too little surface to tell. */
  'no-surface',
  /** The clouds lie better on each other elsewhere. */
  'better-elsewhere',
  /** The surfaces deviate by more than they are rough: other places, or a start too far off. */
  'surfaces-differ',
  /** Fewer than half of the points have a match. */
  'few-matches',
] as const;

export type VerdictReason = (typeof VERDICT_REASONS)[number];
