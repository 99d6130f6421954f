import { create, globals } from 'webgpu';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { AdapterReport } from './adapter-report.ts';
import { reportOf } from './report-of.ts';

export interface OpenGpuOptions {
  /** Takes an adapter that computes on the processor: for tests, it is slower than the CPU engine. */
  readonly allowSoftware: boolean;
  /** Leaves out features that only some adapters have: to test that nothing needs them. */
  readonly withoutFeatures: readonly GPUFeatureName[];
}

export const OPEN_GPU_DEFAULTS: OpenGpuOptions = { allowSoftware: false, withoutFeatures: [] };

/** An open device. */
export interface OpenGpu {
  readonly device: GPUDevice;
  readonly adapter: AdapterReport;
  /** Never resolves; rejects with a SocavonError when the device is lost or reports an error that nobody caught. */
  readonly failure: Promise<never>;
  destroy(): void;
}

/** Features that make kernels faster or measurable; none is needed. */
const WELCOME_FEATURES: readonly GPUFeatureName[] = ['subgroups', 'timestamp-query'];

/** Dawn lives as long as the object that `create` gave is referenced; a device outliving it crashes the process. */
const instances = new Set<GPU>();

/**
 * Opens the adapter that is made for speed, with the highest limits that it has.
 *
 * @throws SocavonError `engine-unavailable` where there is no adapter, or only one that computes on the processor
 */
export async function openGpu(options: Partial<OpenGpuOptions> = {}): Promise<OpenGpu> {
  const { allowSoftware, withoutFeatures } = { ...OPEN_GPU_DEFAULTS, ...options };
  // The core and webgpu-utils use GPUBufferUsage and its kin, which a browser declares and Node does not.
  Object.assign(globalThis, globals);
  const instance = create([]);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw new SocavonError('engine-unavailable', message('gpu-adapter-none'));
  if (adapter.info.isFallbackAdapter && !allowSoftware)
    throw new SocavonError(
      'engine-unavailable',
      message('gpu-software', { adapter: adapter.info.description || '?' }),
    );

  const device = await adapter.requestDevice({
    requiredLimits: limitsOf(adapter),
    requiredFeatures: WELCOME_FEATURES.filter((f) => adapter.features.has(f) && !withoutFeatures.includes(f)),
  });
  instances.add(instance);
  let closing = false;
  return {
    device,
    adapter: reportOf(adapter),
    failure: failureOf(device, () => closing),
    destroy: () => {
      closing = true;
      device.destroy();
      instances.delete(instance);
    },
  };
}

function limitsOf(adapter: GPUAdapter): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const name in adapter.limits) {
    const value: unknown = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  return limits;
}

function failureOf(device: GPUDevice, closing: () => boolean): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    device.lost.then(({ reason, message: told }) => {
      if (!closing())
        reject(new SocavonError('gpu-lost', message('gpu-lost', { why: told.trim() || reason })));
    });
    device.addEventListener('uncapturederror', ({ error }) => {
      reject(new SocavonError('gpu-lost', message('gpu-failed', { why: error.message.trim() })));
    });
  });
  failure.catch(() => {}); // whoever runs a job hears of it; with no job there is nobody to tell
  return failure;
}
