import { SURFACE_VECTORS, type SurfaceModule, VEC4F } from './device-surface.ts';
import type { LocalCloud } from './local-cloud.ts';

/** A slot of shaders/match.wgsl and the boxes over it: a leaf for 16 slots, and a fifteenth of that for all levels above. */
const SLOT_WITH_BOXES_BYTES = 16 + 32 / 15;

/** What alignment and the upper levels of boxes add at most to what grows with the points. */
const FIXED_BYTES = 512;

/** Of the largest buffer that has something of each point, where the points bring such a surface or have such matches. */
export function bytesPerPoint(surface: SurfaceModule): number {
  return Math.max(SLOT_WITH_BOXES_BYTES, VEC4F * SURFACE_VECTORS[surface]);
}

/**
 * Points of a cloud that one binding takes.
 *
 * @param bindingBytes of the largest binding; 16 MiB at least for clouds of more than some ten thousand points, whose bins
 *   take that much however many points they hold (WebGPU promises 128)
 * @param eachBytes see `bytesPerPoint`
 */
export function pointsPerChunk(bindingBytes: number, eachBytes: number): number {
  return Math.max(1, Math.floor((bindingBytes - FIXED_BYTES) / eachBytes));
}

/** A part of a cloud: consecutive points. */
export interface CloudChunk {
  /** Index of its first point in the whole cloud. */
  readonly first: number;
  readonly cloud: LocalCloud;
}

/** The cloud in parts of so many points, the last one of what is left; they share the memory of the whole. */
export function cloudChunks(cloud: LocalCloud, perPart: number): readonly CloudChunk[] {
  return Array.from({ length: Math.ceil(cloud.count / perPart) }, (_, k) => {
    const first = k * perPart;
    const count = Math.min(perPart, cloud.count - first);
    return { first, cloud: { ...cloud, count, xyz: cloud.xyz.subarray(3 * first, 3 * (first + count)) } };
  });
}
