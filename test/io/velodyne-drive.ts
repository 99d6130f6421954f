import { memorySink, memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { spinningSensor } from '../../src-core/io/capture/spinning/spinning-sensor.ts';
import { VLP_16 } from '../../src-core/io/capture/spinning/vlp-16.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { CaptureHealth, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import type { VelodyneReturns } from '../../src-simulate/sensor/velodyne-packets.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

/** A short drive without noise of the ranges. */
export function vlpDrive(scans: number): Drive {
  return { ...simulateDrive({ ...SHORT_DRIVE, rangeNoise: 0, dropout: 0 }), scans };
}

/** The first rotations of a VLP-16, as its capture. */
export async function vlpCapture(scans: number, returns: VelodyneReturns): Promise<Uint8Array> {
  const sinks = new Map<string, ReturnType<typeof memorySink>>();
  await writeCapture(
    vlpDrive(scans),
    { ...WRITE_CAPTURE_DEFAULTS, sensor: 'vlp-16', returns },
    async (name) => {
      const sink = memorySink(name);
      sinks.set(name, sink);
      return sink;
    },
    SILENT_CONTEXT,
  );
  return sinks.get('capture.pcap')!.bytes();
}

/** All scans of a capture of a VLP-16. */
export async function vlpScans(
  bytes: Uint8Array,
): Promise<{ scans: Scan[]; health: CaptureHealth; sensor: SensorModel }> {
  const opened = await openCapture([memorySource('vlp.pcap', bytes)], spinningSensor(VLP_16));
  const scans: Scan[] = [];
  for await (const item of opened.items) if (item.kind === 'scan') scans.push(item.scan);
  return { scans, health: opened.health, sensor: opened.sensor };
}
