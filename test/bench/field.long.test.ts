import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldBench } from '../../bench/field.ts';
import { DRIVE_SEED, simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { rosBagOf } from '../io/logs/log-writers.ts';
import { packetMessages } from '../io/logs/ouster-drive.ts';
import { temporaryFolder } from '../project/fixtures.ts';

/** A folder as of a public set: a bag of the packets of a simulated drive, and its true places. */
async function setFolder(truthName: string | null): Promise<string> {
  const built = await simulatedDrive('legacy16');
  const folder = temporaryFolder();
  const pcap = new Uint8Array(readFileSync(join(built, 'capture.pcap')));
  const metadata = readFileSync(join(built, 'metadata.json'), 'utf8');
  writeFileSync(join(folder, 'tunnel.bag'), rosBagOf(await packetMessages(pcap, metadata, 'ros1')));
  if (truthName !== null) copyFileSync(join(built, 'truth_tum.txt'), join(folder, truthName));
  return folder;
}

describe(`a set of tunnels on bags of the simulator (seed ${DRIVE_SEED})`, () => {
  it('is scored: the end within its ± and 2 cm, no place far off', async () => {
    const folder = await setFolder('tunnel_gt.txt');
    const { body, boundsMet } = await fieldBench('geode', folder, { timeOffset: 0 });
    const table = body.find((text) => text.startsWith('| recording'))!;
    const cells = table
      .split('\n')[2]
      .split('|')
      .map((cell) => cell.trim());
    const [, recording, scans, compared, path, end, , plusMinus, covered, rms, largest] = cells;
    expect([recording, covered]).toEqual(['tunnel.bag', 'yes']);
    expect(compared).toBe(scans);
    expect(Number(path)).toBeGreaterThan(2);
    expect(Math.abs(Number(end))).toBeLessThan(0.02);
    expect(Number(plusMinus)).toBeGreaterThan(0);
    expect(Number(rms)).toBeLessThan(0.02);
    expect(Number(largest)).toBeLessThan(0.04);
    expect(boundsMet).toBe(true);
  });

  it('says what it lacks: recordings, true places, or a common time', async () => {
    await expect(fieldBench('ntnu', temporaryFolder(), { timeOffset: 0 })).rejects.toThrow(
      'has no recordings of ntnu; it is to be had at https://github.com/ntnu-arl',
    );
    await expect(fieldBench('geode', await setFolder(null), { timeOffset: 0 })).rejects.toThrow(
      'has 0 files of true places for tunnel.bag; name one with --truth.',
    );
    await expect(fieldBench('geode', await setFolder('tunnel_gt.txt'), { timeOffset: 1e6 })).rejects.toThrow(
      'No scan of tunnel.bag is within the times of tunnel_gt.txt',
    );
  });
});
