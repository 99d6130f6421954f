import type { PointCloud } from '../model/cloud.ts';
import type { Points } from './shapes.ts';

/**
 * Every nth point of a cloud as a copy, starting with the first; 1 keeps all.
 *
 * @param cloud of the core, whose arrays may be longer than its point count, or in transport form
 */
export function decimatedPoints(cloud: PointCloud | Points, every = 1): Points {
  const { origin, xyz, reflectivity, scanIndex, beam, force } = cloud;
  const count = 'count' in cloud ? cloud.count : xyz.length / 3;
  const remaining = Math.ceil(count / every);
  const thinned = new Float32Array(3 * remaining);
  for (let i = 0; i < remaining; i++) for (let k = 0; k < 3; k++) thinned[3 * i + k] = xyz[3 * every * i + k];
  const thin = <T extends Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
    from: ArrayLike<number> | null | undefined,
    to: T,
  ): T | null => {
    if (!from) return null;
    for (let i = 0; i < remaining; i++) to[i] = from[every * i];
    return to;
  };
  return {
    origin: [...origin],
    xyz: thinned,
    reflectivity: thin(reflectivity, new Uint16Array(remaining)),
    scanIndex: thin(scanIndex, new Uint32Array(remaining)),
    ...(beam && { beam: thin(beam, new Uint8Array(remaining)) }),
    ...(force && { force: [...force] }),
  };
}
