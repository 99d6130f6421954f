import { hasSimdKernels } from '../../../../src-core/math/simd-kernels.ts';
import { say } from '../words.ts';
import type { Finding } from './finding.ts';

/** Says whether the hot loops of the odometry run in WebAssembly with SIMD, and if not why the odometry is slower. */
export function simdFinding(hasSimd = hasSimdKernels()): Finding {
  const common = { name: say('doctor-simd'), required: false, details: { hasSimd } };
  if (hasSimd) return { ...common, state: 'works', found: say('doctor-simd-found') };
  return { ...common, state: 'limited', found: say('doctor-simd-none'), advice: say('doctor-simd-advice') };
}
