/*
 * A program of its own, started by probe-adapter.ts: prints an AdapterReport, or null where there is no
 * adapter, as one line of JSON. A driver that crashes takes only this process with it.
 */
import { create } from 'webgpu';
import { reportOf } from './report-of.ts';

// Dawn lives as long as this object is referenced, and so must outlive the adapter and the device.
const gpu = create([]);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
const report = adapter && reportOf(adapter);
(await adapter?.requestDevice())?.destroy(); // an adapter that gives no device is of no use
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(gpu ? 0 : 1));
