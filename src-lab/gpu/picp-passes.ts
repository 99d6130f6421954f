import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { drawBound } from '../picp/picp-draw.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import type { LocalCloud } from './local-cloud.ts';

/**
 * Shader modules and options by which pICP differs from the passes of `icp-point`. Without subsampling and
 * acceleration there is no difference: each thread matches a share of the source, and each workgroup writes its sums.
 * The number of workers and the distribution of points, in blocks or shuffled, does not change the result; the device
 * distributes the points as suits its search.
 */
export interface PicpPasses {
  /** Files of shaders/ that take the step after a pass. */
  readonly step: readonly string[];
  /** Files that select the points of a pass. */
  readonly draws: readonly string[];
  /** Files that match those points. */
  readonly matching: readonly string[];
  /** Values of the pICP options in shaders/registration.wgsl. */
  readonly values: Readonly<Record<'drawBound' | 'seed' | 'spread' | 'decoupled', number>>;
}

/** @param source to be aligned; used by accelerated runs only */
export function picpPasses({ method, picp }: RegistrationOptions, source: LocalCloud): PicpPasses {
  const isThinned = method === 'picp' && picp.thinning < 1;
  const isAccelerated = method === 'picp' && picp.acceleration !== 'none';
  const drawn = ['hash', 'drawn'];
  return {
    step: isAccelerated ? ['course', 'course-step'] : ['point-step'],
    draws: isThinned ? drawn : ['all-drawn'],
    matching: isThinned ? [...drawn, 'match-drawn'] : ['match-block'],
    values: {
      drawBound: drawBound(picp.thinning),
      seed: picp.seed >>> 0,
      spread: isAccelerated ? spreadAboutMean(source) : 1,
      decoupled: picp.acceleration === 'decoupled' ? 1 : 0,
    },
  };
}

/** `spreadOf` of the CPU, for points that may not be centred on their mean, m. */
function spreadAboutMean({ count, xyz }: LocalCloud): number {
  const mean = [0, 0, 0];
  let squares = 0;
  for (let at = 0; at < 3 * count; at++) {
    mean[at % 3] += xyz[at] / count;
    squares += xyz[at] ** 2 / count;
  }
  return Math.sqrt(squares - mean[0] ** 2 - mean[1] ** 2 - mean[2] ** 2);
}

/**
 * Additional binding of accelerated passes: the empty `courses` buffer, see shaders/course-step.wgsl. Nothing for
 * others.
 */
export function recordCourses(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
): Readonly<Record<string, GPUBuffer>> {
  const layout = kernel.definitions.storages.courses;
  if (layout === undefined) return {};
  const courses = gpu.buffers.storage('courses', layout.size);
  encoder.clearBuffer(courses, 0, layout.size);
  return { courses };
}
