import type { Engine } from './experiment.ts';
import type { Options } from './paper-bench.ts';

/** Points of the paper's inputs, 10^5 to 10^6, and the starting poses that we take for each. */
export const POSES_OF_SIZE: Readonly<Record<number, number>> = {
  100000: 4,
  250000: 2,
  500000: 1,
  1000000: 1,
};
export const SIZES = Object.keys(POSES_OF_SIZE).map(Number);

/** Their templates are not named; ours are two samples of one closed surface, so that no point has its own twin. */
export const SEEDS = { template: 3, query: 4 } as const;

/** The five methods of section 4.1 as ours. */
export const ZABATANI_METHODS = {
  CCICP: { method: 'icp-point', search: 'kd-tree', hasCells: false },
  GCICP: { method: 'icp-point', search: 'voxel-bins', hasCells: false },
  GCAICP: { method: 'icp-approx', search: 'kd-tree', hasCells: true },
  GRICPPT: { method: 'newton-point', search: 'kd-tree', hasCells: true },
  GRICPPL: { method: 'newton-plane', search: 'kd-tree', hasCells: true },
} as const;

/** Points in a leaf of the paper's tree: 17 levels over 5 x 10^5 points (5.4). */
export const LEAF_POINTS = 4;

/**
 * The classical methods take an exact search, the others the cell of a k-d tree into which a point falls, without a
 * search back; the tree is as deep as the paper's.
 *
 * @param points of the template
 */
export function optionsOf(name: ZabataniMethod, points: number): Options {
  const { method, search, hasCells } = ZABATANI_METHODS[name];
  const cellLevel = hasCells ? Math.ceil(Math.log2(points / LEAF_POINTS)) : null;
  // Algorithm 1, which a card takes too; see `zabataniLengths`.
  return { method, search, cellLevel, armijoLongest: 1 };
}

export type ZabataniMethod = keyof typeof ZABATANI_METHODS;

export const METHOD_NAMES = Object.keys(ZABATANI_METHODS) as ZabataniMethod[];

/** CCICP is of the processor and GCICP of the card; the reference does the others for the card, to be compared. */
export function methodsOn(engine: Engine): ZabataniMethod[] {
  return METHOD_NAMES.filter((name) => name !== (engine === 'cpu' ? 'GCICP' : 'CCICP'));
}

/** Starting poses are drawn over these ranges about and along each axis. */
export const MOST = { degrees: 20, units: 0.2 } as const;

/** Changes of the error below which an alignment may be said to have ended, units; the last one ends ours. */
export const TOLERANCES = [1e-5, 1e-6, 1e-7] as const;

/** Results of one method on one size. */
export interface ConvergenceRow {
  readonly name: ZabataniMethod;
  readonly points: number;
  /** From each pose: iterations until the error changed by less than each tolerance. */
  readonly iterations: readonly (readonly number[])[];
  /** From each pose: eq. 21. */
  readonly epsilon: readonly number[];
  /** Time of the alignment from the first pose, structures built; null where the adapter is not timed. */
  readonly ms: number | null;
}

export interface ConvergenceValues {
  readonly rows: readonly ConvergenceRow[];
}
