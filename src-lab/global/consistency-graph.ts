import type { FeatureMatches } from './feature-matches.ts';
import type { Surface } from './surface.ts';

/** Largest difference of the angles of two pairs, as cosine. */
const MOST_ANGLE = 0.25;

/** Graph of pairs that one rigid motion can explain: bit j of row i is set where pairs i and j agree. */
export interface ConsistencyGraph {
  readonly count: number;
  /** 32-bit words per row. */
  readonly words: number;
  readonly bits: Uint32Array;
  /** Neighbours of each pair. */
  readonly degree: Int32Array;
}

/**
 * Compares all pairs of matches (TEASER, Yang et al. 2020, section V: translation- and rotation-invariant
 * measurements): a rigid motion keeps the distance of two points within the noise, and the angles of their normals
 * to each other and to the line between them. Normals have no sign, so their cosines are compared without it.
 *
 * @param slack greatest difference of the distances, m
 * @param least distance of the points, m: nearer ones agree under any motion
 */
export function consistencyGraph(
  { count, source, target }: FeatureMatches,
  from: Surface,
  to: Surface,
  slack: number,
  least: number,
): ConsistencyGraph {
  const words = Math.ceil(count / 32);
  const bits = new Uint32Array(words * count);
  const degree = new Int32Array(count);
  const p = gathered(from, source);
  const q = gathered(to, target);
  for (let i = 0; i < count; i++) {
    const a = 6 * i;
    for (let j = 0; j < i; j++) {
      const b = 6 * j;
      const px = p[b] - p[a];
      const py = p[b + 1] - p[a + 1];
      const pz = p[b + 2] - p[a + 2];
      const qx = q[b] - q[a];
      const qy = q[b + 1] - q[a + 1];
      const qz = q[b + 2] - q[a + 2];
      const dp = Math.sqrt(px * px + py * py + pz * pz);
      const dq = Math.sqrt(qx * qx + qy * qy + qz * qz);
      if (dp < least || dq < least || Math.abs(dp - dq) > slack) continue;
      const np = Math.abs(p[a + 3] * p[b + 3] + p[a + 4] * p[b + 4] + p[a + 5] * p[b + 5]);
      const nq = Math.abs(q[a + 3] * q[b + 3] + q[a + 4] * q[b + 4] + q[a + 5] * q[b + 5]);
      if (Math.abs(np - nq) > MOST_ANGLE) continue;
      const ap = Math.abs(p[a + 3] * px + p[a + 4] * py + p[a + 5] * pz) / dp;
      const aq = Math.abs(q[a + 3] * qx + q[a + 4] * qy + q[a + 5] * qz) / dq;
      if (Math.abs(ap - aq) > MOST_ANGLE) continue;
      const bp = Math.abs(p[b + 3] * px + p[b + 4] * py + p[b + 5] * pz) / dp;
      const bq = Math.abs(q[b + 3] * qx + q[b + 4] * qy + q[b + 5] * qz) / dq;
      if (Math.abs(bp - bq) > MOST_ANGLE) continue;
      bits[words * i + (j >>> 5)] |= 1 << (j & 31);
      bits[words * j + (i >>> 5)] |= 1 << (i & 31);
      degree[i]++;
      degree[j]++;
    }
  }
  return { count, words, bits, degree };
}

/** Places and normals of the matched points, 6 numbers each. */
function gathered({ xyz, normals }: Surface, index: Int32Array): Float64Array {
  const out = new Float64Array(6 * index.length);
  index.forEach((point, k) => {
    for (let a = 0; a < 3; a++) {
      out[6 * k + a] = xyz[3 * point + a];
      out[6 * k + 3 + a] = normals[3 * point + a];
    }
  });
  return out;
}
