import { gpuScanEngine } from '../../src-core/gpu/gpu-scan-aligner.ts';
import type { ScanEngine } from '../../src-core/odometry/scan-aligner.ts';
import { adapterName } from '../device/adapter-key.ts';
import { GpuEngine, type GpuEngineOptions } from '../device/gpu-engine.ts';

/** An engine on the graphics card, and how to close it. */
export interface OpenScanEngine {
  readonly engine: ScanEngine;
  close(): Promise<void>;
}

/**
 * Opens the graphics card to align scans on it. A card that fails later fails the scan in work; what was placed by then
 * is kept.
 *
 * @param options of the device, `warn` among them; for tests an adapter and a tuning
 * @throws SocavonError 'engine-unavailable' without an adapter, or with one that computes on the processor
 */
export async function openGpuScanEngine(options: Partial<GpuEngineOptions>): Promise<OpenScanEngine> {
  const gpuEngine = new GpuEngine(options);
  try {
    const name = adapterName(await gpuEngine.adapter());
    const engine = await gpuEngine.run(async (gpu, failure) => gpuScanEngine(gpu, name, failure));
    return { engine, close: () => gpuEngine.destroy() };
  } catch (error) {
    await gpuEngine.destroy();
    throw error;
  }
}
