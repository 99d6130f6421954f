import { create, globals } from 'webgpu';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { AdapterReport } from './adapter-report.ts';
import { reportOf } from './report-of.ts';

export interface OpenGpuOptions {
  /** Accepts a software adapter: for tests; it is slower than the CPU engine. */
  readonly allowSoftware: boolean;
  /** Optional features to disable, to test that nothing depends on them. */
  readonly withoutFeatures: readonly GPUFeatureName[];
}

const OPEN_GPU_DEFAULTS: OpenGpuOptions = { allowSoftware: false, withoutFeatures: [] };

/** An open GPU device with its adapter. */
export interface OpenGpu {
  readonly device: GPUDevice;
  readonly adapter: AdapterReport;
  /** Never resolves; rejects with a SocavonError when the device is lost or reports an uncaught error. */
  readonly failure: Promise<never>;
  destroy(): void;
}

/** Optional features that make kernels faster or measurable; none is required. */
const WELCOME_FEATURES: readonly GPUFeatureName[] = ['subgroups', 'timestamp-query'];

/**
 * References to Dawn: it lives as long as the object that `create` returned; a device that outlives it crashes the
 * process.
 */
const instances = new Set<GPU>();

/**
 * Opens the high-performance adapter with its highest limits.
 *
 * @throws SocavonError `engine-unavailable` if there is no adapter, or only a software adapter
 */
export async function openGpu(options: Partial<OpenGpuOptions> = {}): Promise<OpenGpu> {
  const { allowSoftware, withoutFeatures } = { ...OPEN_GPU_DEFAULTS, ...options };
  // The core and webgpu-utils use GPUBufferUsage and similar globals, which browsers define and Node does not.
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
    device.lost.then(({ reason, message: lostMessage }) => {
      if (!closing())
        reject(new SocavonError('gpu-lost', message('gpu-lost', { why: lostMessage.trim() || reason })));
    });
    device.addEventListener('uncapturederror', ({ error }) => {
      reject(new SocavonError('gpu-lost', message('gpu-failed', { why: error.message.trim() })));
    });
  });
  failure.catch(() => {}); // a running job receives the rejection; without a job it is ignored
  return failure;
}
