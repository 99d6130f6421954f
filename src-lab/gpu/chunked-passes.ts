import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../src-core/gpu/kernel.ts';
import { writeUniform } from '../../src-core/gpu/uniform.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { RegistrationOptions, RegistrationProgress } from '../problem/method.ts';
import type { DeviceSlots } from './device-bins.ts';
import type { DeviceState } from './device-state.ts';
import { VEC4F, vectorsOf } from './device-surface.ts';
import type { DeviceTarget } from './device-target.ts';
import { chunkKernels } from './pass-kernels.ts';
import { passPlaces, submitPasses, workgroupsFor, writeOptions } from './pass-loop.ts';
import { type PicpPasses, recordCourses } from './picp-passes.ts';

/** Bytes of a stored match; the same as of a slot. */
const SLOT_BYTES = 16;

/** One dispatch of a pass. Passes alternate between the two sets of buffers. */
interface Dispatch {
  readonly kernel: Kernel;
  readonly workgroups: number;
  readonly inTurn: readonly [GPUBindGroup, GPUBindGroup];
}

/** Chunk of the source with its matches, as stored by shaders/match-part.wgsl. */
interface SourcePart {
  readonly workgroups: number;
  readonly source: GPUBufferBinding;
  readonly part: GPUBufferBinding;
  readonly matches: GPUBufferBinding;
  readonly matchedSurface: GPUBufferBinding;
}

/**
 * `runPasses` for clouds split into chunks, with the same result up to the rounding of sums. A pass takes one
 * dispatch for the step, one per pair of source and target chunk, and one per source chunk for the sums.
 *
 * In a subsampled pass all points are matched, and only the drawn ones are summed.
 *
 * @param sources chunks of the source in order
 * @param targets chunks of the target by ascending `first`, all with the same search and kind of surface
 * @param T_target_source initial guess, between the local frames
 */
export async function runChunkedPasses(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  sources: readonly DeviceSlots[],
  targets: readonly DeviceTarget[],
  T_target_source: Rigid,
  options: RegistrationOptions,
  picp: PicpPasses,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<DeviceState> {
  const [{ surface }] = targets;
  const { step, match, sum } = await chunkKernels(gpu, targets[0], picp);
  const parts = sourceParts(gpu, match, sources, vectorsOf(surface));
  const run = {
    source: null,
    sourceCount: total(sources.map(({ count }) => count)),
    workgroups: total(parts.map(({ workgroups }) => workgroups)),
    T_target_source,
    options,
    picp,
  };
  const places = passPlaces(gpu, step, run);
  const { even, odd, history } = places;
  encoder.clearBuffer(even, 0, step.definitions.structs.State.size);
  const courses = recordCourses(gpu, step, encoder);
  const optionsFor = targets.map((target, k) => writeOptions(gpu, match, `options ${k}`, run, target));
  const dispatch = (
    kernel: Kernel,
    workgroups: number,
    buffers: (before: GPUBuffer, after: GPUBuffer) => Readonly<Record<string, BoundBuffer>>,
  ): Dispatch => ({
    kernel,
    workgroups,
    inTurn: [kernel.bind(buffers(even, odd)), kernel.bind(buffers(odd, even))],
  });
  const dispatches = [
    dispatch(step, 1, (before, after) => ({ ...courses, options: optionsFor[0], before, after, history })),
    ...parts.flatMap(({ workgroups, ...own }) =>
      targets.map(({ search, surface: known }, k) =>
        dispatch(match, workgroups, (_, after) => ({
          ...own,
          options: optionsFor[k],
          slots: search.slots,
          structure: search.structure ?? search.slots,
          surface: known?.surface ?? search.slots,
          before: after,
        })),
      ),
    ),
    ...parts.map(({ workgroups, matches, matchedSurface, ...own }) =>
      dispatch(sum, workgroups, (_, after) => ({
        ...own,
        options: optionsFor[0],
        slots: matches,
        surface: matchedSurface,
        after,
      })),
    ),
  ];
  const record = (pass: GPUComputePassEncoder, passes: number): void => {
    for (let k = 0; k < passes; k++) {
      for (const { kernel, workgroups, inTurn } of dispatches) {
        pass.setPipeline(kernel.pipeline);
        pass.setBindGroup(0, inTurn[k % 2]);
        pass.dispatchWorkgroups(workgroups);
      }
    }
  };
  return submitPasses(gpu, step, encoder, places, surface, record, cancel, onProgress);
}

/** @param vectors surface vectors stored with each match */
function sourceParts(
  gpu: GpuContext,
  match: Kernel,
  sources: readonly DeviceSlots[],
  vectors: number,
): readonly SourcePart[] {
  let firstWorkgroup = 0;
  let firstPoint = 0;
  return sources.map(({ slots, count }, k) => {
    const storage = (name: string, bytes: number): GPUBufferBinding => ({
      buffer: gpu.buffers.storage(`${name} ${k}`, bytes),
      size: bytes,
    });
    const workgroups = workgroupsFor(gpu, count);
    const numbers = { slots: count, firstPoint, workgroups, firstWorkgroup };
    const part = writeUniform(gpu, match, 'part', `part ${k}`, numbers);
    firstPoint += count;
    firstWorkgroup += workgroups;
    return {
      workgroups,
      source: slots,
      part,
      matches: storage('matches', SLOT_BYTES * count),
      matchedSurface: storage('matched surface', VEC4F * vectors * count),
    };
  });
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
