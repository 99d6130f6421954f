import type { MethodId } from '../../src-core/model/registration-ids.ts';

/** Method of clouds for which none is chosen, and of scans of a spinning sensor. */
export const DEFAULT_METHOD = 'icp-plane' satisfies MethodId;
export const SCAN_METHOD = 'gicp' satisfies MethodId;

/** Greatest distance of a pair of scans, in edges of the cubes that even out the rings: a start that is a metre off. */
export const SCAN_REACH = 5;
