import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { surveyWorld } from '../../bench/worlds/survey-world.ts';

const folder = await mkdtemp(join(tmpdir(), 'socavon-worlds-'));
afterAll(() => rm(folder, { recursive: true }));

it('surveys a short drive of a world by the command line and keeps its captures for the next program, seed 41', async () => {
  const drive = { seed: 41, length: 24, speed: 3, line: 'straight' } as const;
  const task = { world: 'clean-smooth', number: 1, drive } as const;
  const row = await surveyWorld(task, { distance: true, keep: folder, code: 'test' });
  expect(row.failures).toEqual([]);
  expect(row).toMatchObject({ world: 'clean-smooth', number: 1, ...drive, code: 'test' });
  const { stated, known } = row;
  if (stated === null || known === null || row.end === null) throw new Error('nothing was stated');
  // A perfect sensor: the ± covers, and does not call a percent possible.
  expect(Math.abs(stated.error)).toBeLessThan(stated.plusMinus);
  expect(stated.plusMinus).toBeLessThan(0.01);
  expect(stated.plusMinus).toBeGreaterThan(0.002);
  expect(stated.to - stated.from).toBeGreaterThan(drive.length - 12);
  expect(row.end).toBeLessThan(0.005);
  // The distance leaves less of the range bias than its maker.
  expect(known.parts['range-bias']).toBeLessThan(stated.parts['range-bias']);

  const [stored] = await readdir(folder);
  const capture = join(folder, stored, 'drive', 'capture.pcap');
  const { mtimeMs } = await stat(capture);
  const again = await surveyWorld(task, { distance: false, keep: folder, code: 'test' });
  expect((await stat(capture)).mtimeMs).toBe(mtimeMs);
  expect(again.known).toBeNull();
  expect(again.stated).toEqual(stated);
  expect(again.end).toBe(row.end);
}, 600_000);
