import { gpuScanEngine } from '../../../src-core/gpu/gpu-scan-aligner.ts';
import type { ScanEngine } from '../../../src-core/odometry/scan-aligner.ts';
import { adapterName } from '../../device/adapter-key.ts';
import { GpuEngine, type GpuEngineOptions } from '../../device/gpu-engine.ts';

/** Scan engine on the graphics card; the caller closes it. */
export interface OpenScanEngine {
  readonly engine: ScanEngine;
  close(): Promise<void>;
}

/**
 * Opens a scan engine on the graphics card. A card that fails later fails the current scan; scans aligned before
 * are kept.
 *
 * @param options of the device, `warn` among them; for tests an adapter and a tuning
 * @throws SocavonError 'engine-unavailable' without an adapter, or with only a software adapter
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
