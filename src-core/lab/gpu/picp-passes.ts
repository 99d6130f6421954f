import type { GpuContext } from '../../gpu/context.ts';
import type { Kernel } from '../../gpu/kernel.ts';
import type { RegistrationOptions } from '../method.ts';
import { drawBound } from '../picp/picp-draw.ts';
import type { LocalCloud } from './local-cloud.ts';

/**
 * What pICP changes of the passes of `icp-point`. Without thinning and acceleration it is nothing: each thread matches a
 * share of the source, and each workgroup sends its sums. How many workers there are and which points they get, in blocks
 * or shuffled, does not change the result; the device deals the points out as suits its search.
 */
export interface PicpPasses {
  /** Files of shaders/ that take the step after a pass. */
  readonly step: readonly string[];
  /** Files that tell which points a pass takes. */
  readonly draws: readonly string[];
  /** Files that match those points. */
  readonly matching: readonly string[];
  /** Of the options in shaders/registration.wgsl. */
  readonly values: Readonly<Record<'drawBound' | 'seed' | 'spread', number>>;
}

/** @param source to be aligned; only an accelerated run looks at it */
export function picpPasses({ method, picp }: RegistrationOptions, source: LocalCloud): PicpPasses {
  const isThinned = method === 'picp' && picp.thinning < 1;
  const isAccelerated = method === 'picp' && picp.acceleration;
  const drawn = ['hash', 'drawn'];
  return {
    step: isAccelerated ? ['course', 'course-step'] : ['point-step'],
    draws: isThinned ? drawn : ['all-drawn'],
    matching: isThinned ? [...drawn, 'match-drawn'] : ['match-block'],
    values: {
      drawBound: drawBound(picp.thinning),
      seed: picp.seed >>> 0,
      spread: isAccelerated ? spreadAboutMean(source) : 1,
    },
  };
}

/** As `spreadOf` of the CPU, for points that may lie about another place than their mean, m. */
function spreadAboutMean({ count, xyz }: LocalCloud): number {
  const mean = [0, 0, 0];
  let squares = 0;
  for (let at = 0; at < 3 * count; at++) {
    mean[at % 3] += xyz[at] / count;
    squares += xyz[at] ** 2 / count;
  }
  return Math.sqrt(squares - mean[0] ** 2 - mean[1] ** 2 - mean[2] ** 2);
}

/** What accelerated passes bind besides: courses, empty, see shaders/course-step.wgsl. Nothing for others. */
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
