import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/** Clock ticks of Linux in a second. */
const TICKS = 100;

/**
 * Where SOCAVON_TEST_CPU names a file: a line of JSON there for each file of tests, with the CPU seconds that it took in
 * this process and those it started (Linux). On a busy machine they say what a file costs, as its duration does not.
 */
const notes = process.env.SOCAVON_TEST_CPU;

if (notes !== undefined) {
  const before = secondsOfTree();
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(notes, `${JSON.stringify({ file, seconds: secondsOfTree() - before })}\n`);
  });
}

/** CPU seconds of this process, of all that descend from it, and of those of them that have ended. */
function secondsOfTree(): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program, in brackets, may hold blanks.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ');
        const [parent, ...ticks] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]));
        return [{ pid: Number(name), parent, ticks: ticks.reduce((sum, value) => sum + value) }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
  const below = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, one) => sum + one.ticks + below(one.pid), 0);
  return ((all.find(({ pid }) => pid === process.pid)?.ticks ?? 0) + below(process.pid)) / TICKS;
}
