import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRIVE_SEED, simulatedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { endOf, startCli } from './run-cli.ts';

/** From this size on a capture is imported in a thread of its own, see `import-and-align.ts`. */
const LARGE = 130e6;
const PCAP_HEADER = 24;

let capture: string;
let metadata: string;
beforeAll(async () => {
  const drive = await simulatedDrive('legacy16');
  metadata = join(drive, 'metadata.json');
  const packets = readFileSync(join(drive, 'capture.pcap'));
  capture = join(mkdtempSync(join(tmpdir(), 'socavon-large-')), 'large.pcap');
  const file = openSync(capture, 'w');
  writeSync(file, packets);
  while (statSync(capture).size < LARGE) writeSync(file, packets.subarray(PCAP_HEADER));
  closeSync(file);
});
afterAll(() => rmSync(dirname(capture), { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')(
  `a run on a large capture (simulated drive, repeated, seed ${DRIVE_SEED})`,
  () => {
    const instants = Array.from({ length: 12 }, (_, i) => 250 + 180 * i);
    it.each(instants.map((ms, i) => [ms, i % 2 ? 'SIGTERM' : 'SIGINT'] as const))(
      'that is interrupted %i ms after its start, by %s, ends and leaves nothing',
      async (ms, signal) => {
        const folder = temporaryFolder();
        mkdirSync(folder, { recursive: true });
        const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
        const child = startCli(['run', capture, '--metadata', metadata, ...files, '--engine', 'cpu']);
        const ending = endOf(child);
        await pause(ms);
        child.kill(signal);
        const late = pause(60_000).then(() => 'late');
        const ended = await Promise.race([ending, late]);
        child.kill('SIGKILL');
        expect(ended).not.toBe('late');
        // Before the program listens to signals, the system ends it.
        expect([null, 130]).toContain((await ending).status);
        expect(readdirSync(folder)).toEqual([]);
      },
    );
  },
);
