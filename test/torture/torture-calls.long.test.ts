import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../project/fixtures.ts';
import type { Offence } from './run-torture.ts';
import { tortureCalls } from './torture-calls.ts';

const SEED = 3;
/** The short form of `npm run torture -- calls`, which has all commands and more calls of each. */
const COMMANDS = 'report,profiles,unroll,sign,key new,check --repair,recover';
const BLOWS = 3;

it(`goes on to the same result where a command is killed, or fails, at one of its changing calls (seed ${SEED})`, async () => {
  const offences: Offence[] = [];
  const { rows, rounds, notRun, failed } = await tortureCalls({
    ...{
      folder: join(temporaryFolder(), 'torture'),
      seed: SEED,
      blows: BLOWS,
      isShort: true,
      only: COMMANDS,
    },
    ...{ milliseconds: Number.POSITIVE_INFINITY, say: () => {} },
    onOffence: (offence) => void offences.push(offence),
  });
  for (const what of notRun) console.warn(`*** NOT RUN: ${what} ***`);
  expect(failed).toEqual([]);
  expect(offences).toEqual([]);
  if (notRun.length > 0) return;
  expect(rounds).toBe(COMMANDS.split(',').length * BLOWS);
  expect(rows.get('key new: kill -9')?.rounds).toBe(2);
});
