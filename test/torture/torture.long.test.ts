import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../project/fixtures.ts';
import { type Offence, type Torment, torture } from './run-torture.ts';

const SEED = 3;
/** The short form of `npm run torture`, which has two hundred rounds. */
const ROUNDS: readonly Torment[] = ['kill -9', 'injected ENOSPC, EIO, EROFS', 'disk that fills'];

it(`goes on to the same bytes after kill -9, a failing disk and a full one (seed ${SEED})`, async () => {
  const offences: Offence[] = [];
  const { rows, rounds, notRun } = await torture({
    folder: join(temporaryFolder(), 'torture'),
    seed: SEED,
    rounds: ROUNDS.length,
    milliseconds: Number.POSITIVE_INFINITY,
    only: ROUNDS,
    isShort: true,
    say: () => {},
    onOffence: (offence) => void offences.push(offence),
  });
  for (const what of notRun) console.warn(`*** NOT RUN: ${what} ***`);
  expect(offences).toEqual([]);
  expect(rounds).toBe(ROUNDS.length);
  expect([...rows.keys()].some((row) => row.startsWith('kill -9'))).toBe(true);
});
