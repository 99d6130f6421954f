import { SURFACE_VECTORS, type SurfaceModule, VEC4F } from './device-surface.ts';
import type { LocalCloud } from './local-cloud.ts';

/**
 * Bytes of a slot of shaders/match.wgsl and its share of the boxes: a leaf per 16 slots, and a fifteenth of that for
 * all upper levels.
 */
const SLOT_WITH_BOXES_BYTES = 16 + 32 / 15;

/** Upper bound of what alignment and the upper box levels add to the size proportional to the points. */
const FIXED_BYTES = 512;

/**
 * Bytes per point of the largest per-point buffer, given the surface data stored with the points or their matches.
 */
export function bytesPerPoint(surface: SurfaceModule): number {
  return Math.max(SLOT_WITH_BOXES_BYTES, VEC4F * SURFACE_VECTORS[surface]);
}

/**
 * Maximum points of a cloud per binding.
 *
 * @param bindingBytes size of the largest binding; at least 16 MiB for clouds of more than some ten thousand points,
 *   whose bins take that much regardless of the number of points (WebGPU guarantees 128)
 * @param eachBytes see `bytesPerPoint`
 */
export function pointsPerChunk(bindingBytes: number, eachBytes: number): number {
  return Math.max(1, Math.floor((bindingBytes - FIXED_BYTES) / eachBytes));
}

/** Chunk of a cloud: consecutive points. */
interface CloudChunk {
  /** Index of its first point in the whole cloud. */
  readonly first: number;
  readonly cloud: LocalCloud;
}

/**
 * Splits a cloud into chunks of `perPart` points; the last holds the remainder. The chunks share the memory of the
 * cloud.
 */
export function cloudChunks(cloud: LocalCloud, perPart: number): readonly CloudChunk[] {
  return Array.from({ length: Math.ceil(cloud.count / perPart) }, (_, k) => {
    const first = k * perPart;
    const count = Math.min(perPart, cloud.count - first);
    return { first, cloud: { ...cloud, count, xyz: cloud.xyz.subarray(3 * first, 3 * (first + count)) } };
  });
}
