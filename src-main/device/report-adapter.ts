/*
 * A program of its own, started by probe-adapter.ts: prints an AdapterReport, or null where there is no
 * adapter, as one line of JSON. A driver that crashes takes only this process with it.
 */
import { create } from 'webgpu';
import type { AdapterReport } from './adapter-report.ts';

// Dawn lives as long as this object is referenced, and so must outlive the adapter and the device.
const gpu = create([]);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
process.stdout.write(`${JSON.stringify(adapter && (await reportOf(adapter)))}\n`, () =>
  process.exit(gpu ? 0 : 1),
);

async function reportOf(adapter: GPUAdapter): Promise<AdapterReport> {
  const device = await adapter.requestDevice(); // an adapter that gives no device is of no use
  device.destroy();
  const { info, limits } = adapter;
  return {
    vendor: info.vendor,
    architecture: info.architecture,
    device: info.device,
    description: info.description,
    isSoftware: info.isFallbackAdapter,
    features: [...adapter.features],
    limits: {
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
    },
  };
}
