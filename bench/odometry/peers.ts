import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/odometry/frame/scan-points.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { inTemporaryFolder } from '../support/temporary-folder.ts';
import type { TimedAlignment } from './timed-alignment.ts';

/** Odometry of another program, as a driver beside this file runs it, which says how to build it. */
interface Peer {
  readonly name: string;
  readonly program: string | undefined;
  readonly method: string;
}

const PEERS: readonly Peer[] = [
  { name: 'small_gicp, GICP', program: process.env.SOCAVON_SMALL_GICP_ODOMETRY, method: 'gicp' },
  { name: 'small_gicp, VGICP', program: process.env.SOCAVON_SMALL_GICP_ODOMETRY, method: 'vgicp' },
  { name: 'KISS-ICP', program: process.env.SOCAVON_KISS_ICP, method: 'kiss-icp' },
];

/** The peers whose drivers are here. */
export const PEERS_HERE = PEERS.filter(({ program }) => program !== undefined);

/**
 * Scans of a project as the drivers of peers read them, for the time of a work: of each its points with a range, in the
 * frame of the sensor, not de-skewed; u32 their number, then f32 x, y, z in metres and the time within the scan, 0 to 1.
 *
 * @param work is given the file
 */
export async function withScanFile<T>(store: ScanStore, work: (path: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'scans.bin');
    const file = openSync(path, 'w');
    const reader = new ScanDeskewer(beamGeometry(store.sensor), RANGE_FILTER_DEFAULTS);
    for (let index = 0; index < store.count; index++) {
      const { scan } = await store.read(index);
      const { fraction } = scanClock(scan, store.sensor.rotationHz);
      const { count, xyz, pixel } = reader.read(scan);
      const numbers = new Float32Array(4 * count);
      for (let i = 0; i < count; i++) {
        numbers.set(xyz.subarray(3 * i, 3 * i + 3), 4 * i);
        numbers[4 * i + 3] = fraction[pixel[i] % scan.columns];
      }
      writeSync(file, Uint32Array.of(count));
      writeSync(file, numbers);
    }
    closeSync(file);
    return work(path);
  });
}

/** Runs a peer over such a file. Its times are those of a scan in memory to its pose. */
export function timedPeer({ name, program, method }: Peer, scans: string, threads: number): TimedAlignment {
  const file = openSync(scans, 'r');
  const { stdout, stderr, status } = spawnSync(program!, [method, String(threads)], {
    stdio: [file, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  closeSync(file);
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return JSON.parse(stdout);
}
