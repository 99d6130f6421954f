/* Program started by probe-adapter.ts: reports the adapter. A driver that crashes ends only this process. */
import { create } from 'webgpu';
import { serveParentOnce } from '../rpc/child.ts';
import type { AdapterMethods } from './adapter-report.ts';
import { reportOf } from './report-of.ts';

// Dawn lives as long as this object is referenced, and so must outlive the adapter and the device.
let gpu: GPU | null = null;

serveParentOnce<AdapterMethods>({
  async report() {
    gpu = create([]);
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    const report = adapter && reportOf(adapter);
    (await adapter?.requestDevice())?.destroy(); // an adapter without a device is useless
    return report;
  },
});
