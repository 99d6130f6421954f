import { join } from 'node:path';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import type { OpenedCapture } from '../../src-core/io/capture/opened-capture.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { CaptureHealth, CaptureItem } from '../../src-core/model/scan.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import type { Project } from '../../src-main/project/project.ts';
import type { Session } from '../../src-main/project/sessions.ts';
import { simulatedCapture } from './simulated-capture.ts';

/** Scans of a shift of eight hours, at ten rotations a second. */
export const SHIFT_SCANS = 8 * 3600 * 10;
const FIRST_STAMP_STEP_NS = 100_000_000n;

/**
 * Imports a rough drive, decoded again and again, as one session with the clock going on: at each repeat the sensor is back
 * at the portal.
 *
 * @param hear called with the number of scans that were read, after each
 * @returns also how many scans the drive itself has
 */
export async function importReplayed(
  project: Project,
  { length, seed, scans }: { readonly length: number; readonly seed: number; readonly scans: number },
  hear: (scans: number) => void = () => {},
): Promise<{ readonly session: Session; readonly own: number }> {
  const { drive, folder } = await simulatedCapture('rough', length, seed);
  const path = join(folder, 'capture.pcap');
  const { sensor, metadata } = await resolveSensor(path, {});
  const source = await openCaptureSource(path);
  const captures = [
    {
      name: 'shift.pcap',
      sizeBytes: 0,
      sha256: '0'.repeat(64),
      modifiedAt: new Date(0).toISOString(),
    },
  ];
  const first = await openCapture([source], sensor);
  const replayed = replay(first, () => openCapture([source], sensor), drive.scans, scans, hear);
  const session = await importCaptures(project, { captures, metadata }, replayed, SILENT_CONTEXT);
  await source.close();
  return { session, own: drive.scans };
}

/** A capture that is read again from its start until there are so many scans, with clocks and counters that go on. */
function replay(
  first: OpenedCapture,
  again: () => Promise<OpenedCapture>,
  own: number,
  scans: number,
  hear: (scans: number) => void,
): OpenedCapture {
  // Complete when the items are: what is read last has the counters of a whole capture.
  const health: CaptureHealth = { ...first.health };
  async function* items(): AsyncGenerator<CaptureItem> {
    let done = 0;
    for (let turn = 0; done < scans; turn++) {
      const opened = turn === 0 ? first : await again();
      const later = BigInt(turn * own) * FIRST_STAMP_STEP_NS;
      for await (const item of opened.items) {
        if (item.kind === 'imu') {
          yield { kind: 'imu', sample: { ...item.sample, stampNs: item.sample.stampNs + later } };
          continue;
        }
        const { scan } = item;
        const stampNs = scan.stampNs.map((stamp) => (stamp === 0n ? 0n : stamp + later));
        yield { kind: 'scan', scan: { ...scan, stampNs, frameId: (scan.frameId + turn * own) & 0xffff } };
        hear(++done);
        if (done === scans) break;
      }
      Object.assign(health, opened.health, { scans: done });
    }
  }
  return { sensor: first.sensor, health, times: first.times, items: items() };
}
