import type { Points } from '../../src-core/contract/shapes.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';

/** A copy of every so-manieth point of a cloud; 1: of all. */
export function thinnedPoints(
  { count, origin, xyz, reflectivity, scanIndex }: PointCloud,
  every = 1,
): Points {
  const kept = Math.ceil(count / every);
  const thin = <T extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
    from: ArrayLike<number> | undefined,
    to: T,
  ): T | null => {
    if (from === undefined) return null;
    for (let i = 0; i < kept; i++) to[i] = from[every * i];
    return to;
  };
  const thinned = new Float32Array(3 * kept);
  for (let i = 0; i < kept; i++) for (let k = 0; k < 3; k++) thinned[3 * i + k] = xyz[3 * every * i + k];
  return {
    origin: [...origin],
    xyz: thinned,
    reflectivity: thin(reflectivity, new Uint16Array(kept)),
    scanIndex: thin(scanIndex, new Uint32Array(kept)),
  };
}
