import type { GpuTuning } from '../../src-core/gpu/context.ts';

/** The software adapter is slow at summing up the parts of many workgroups. */
export const FEW_GROUPS: Partial<GpuTuning> = { workgroupSize: 64, maxWorkgroups: 8 };

/** A device that never fails. */
export const NEVER_FAILS = new Promise<never>(() => {});
