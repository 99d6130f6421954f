import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { startCli } from './run-cli.ts';

/** Processor time of a process, s, as Linux counts it. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Half a million triangles of a sheet, 14 MB, which take far longer to join than a person waits. */
function writeSolid(path: string): void {
  const side = 501;
  const corners = Array.from(
    { length: side * side },
    (_, i) => `v ${i % side} ${Math.floor(i / side)} ${(i * 7919) % 97}\n`,
  );
  const faces = Array.from({ length: (side - 1) * (side - 1) }, (_, i) => {
    const a = 1 + (i % (side - 1)) + side * Math.floor(i / (side - 1));
    return `f ${a} ${a + 1} ${a + side}\nf ${a + 1} ${a + side + 1} ${a + side}\n`;
  });
  writeFileSync(path, `${corners.join('')}${faces.join('')}`);
}

it.skipIf(process.platform !== 'linux').each(['SIGINT', 'SIGTERM'] as const)(
  'the reading of a large solid is ended by %s within a second of the processor',
  async (signal) => {
    const { project } = await surveyedDrive();
    const folder = mkdtempSync(join(tmpdir(), 'socavon-reading-'));
    try {
      const solid = join(folder, 'solid.obj');
      writeSolid(solid);
      const child = startCli(['chamber', project, '--against', solid]);
      const ended = new Promise<[number | null, string | null]>((resolve) =>
        child.on('exit', (status, by) => resolve([status, by])),
      );
      // Starting takes under a second.
      while (child.exitCode === null && processorSeconds(child.pid!) < 2) await pause(20);
      const before = processorSeconds(child.pid!);
      child.kill(signal);
      let last = before;
      const watch = setInterval(() => {
        try {
          last = processorSeconds(child.pid!);
        } catch {
          // It has ended.
        }
      }, 20);
      expect(await ended).toEqual([null, signal]);
      clearInterval(watch);
      expect(last - before).toBeLessThan(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
