import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { change, storedProject } from '../project/rotted-project.ts';
import { cutPower } from './power-cut.ts';
import { compileShim, type Offence } from './run-torture.ts';
import { damageOf } from './torture-calls.ts';
import { CUTS, CutDisk, readCalls } from './written-calls.ts';

const SEED = 4;
const shim = compileShim(inject('scratch'));
if (shim === null) console.warn('*** NOT RUN: power cuts need Linux and gcc ***');

const module = (path: string): string => new URL(`../../${path}`, import.meta.url).href;

/**
 * Runs a program whose changing calls are noted, and looks at what the disk may have behind each of them.
 *
 * @param look gives what is wrong, in words; `isEnd` once all was done, and was said to be
 */
function cutBehindEach(
  folder: string,
  program: string,
  look: (left: string, isEnd: boolean) => string | null,
): { readonly states: number; readonly wrong: string[] } {
  const disk = new CutDisk(folder);
  const log = `${folder}.calls`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, LD_PRELOAD: shim!, SOCAVON_TORTURE_FOLDER: folder, SOCAVON_TORTURE_LOG: log },
  });
  const calls = readCalls(log);
  const random = seededRandom(SEED);
  const wrong: string[] = [];
  for (const [n, call] of calls.entries()) {
    disk.apply(call);
    for (const cut of CUTS) {
      const left = join(folder, '..', 'left');
      disk.leave(cut, left, random);
      const fault = look(left, n === calls.length - 1);
      if (fault !== null) wrong.push(`${cut}, behind call ${n + 1} (${call.kind} ${call.path}): ${fault}`);
    }
  }
  return { states: calls.length * CUTS.length, wrong };
}

function workFolder(): string {
  const folder = join(temporaryFolder(), 'work');
  mkdirSync(folder);
  return folder;
}

it.skipIf(shim === null)(
  `a project that is created in a new folder is there whole or not at all, and lasts once it was closed (seed ${SEED})`,
  () => {
    const folder = workFolder();
    const path = join(folder, 'level 4', 'drive.socavon');
    const { states, wrong } = cutBehindEach(
      folder,
      `const { Project } = await import('${module('src-main/project/project.ts')}');
       const project = Project.open(${JSON.stringify(path)}, { create: true });
       project.settings.set('a', { b: 1 });
       project.close();`,
      (left, isEnd) => {
        const project = join(left, 'level 4', 'drive.socavon');
        if (!existsSync(project)) return isEnd ? 'the project is lost' : null;
        const damage = damageOf(project);
        // The name of a setting lies in the file as it is.
        if (damage === null && isEnd && !readFileSync(project).includes('{"b":1}'))
          return 'the setting is lost';
        return damage;
      },
    );
    expect(states).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  },
);

it.skipIf(shim === null)(
  `a project that is repaired is damaged with all it had, or repaired with a whole copy beside it (seed ${SEED})`,
  async () => {
    const folder = workFolder();
    const path = await storedProject(folder);
    change(
      path,
      "UPDATE poses SET quality = quality || ' ' WHERE scan_index = 1; PRAGMA wal_checkpoint(TRUNCATE)",
    );
    const before = readFileSync(path);
    const { states, wrong } = cutBehindEach(
      folder,
      `const { checkProject } = await import('${module('src-main/project/check-project.ts')}');
       checkProject(${JSON.stringify(path)}, true);`,
      (left, isEnd) => {
        const [project, copy] = ['', '.damaged.backup'].map((end) => join(left, `drive.socavon${end}`));
        if (!existsSync(project)) return 'the project is lost';
        const isCopied = existsSync(copy);
        if (isCopied && !readFileSync(copy).equals(before)) return 'the copy is not whole';
        // Looking at it takes up the log that is left.
        const damage = damageOf(project);
        if (damage === null) return isCopied ? null : 'repaired without a copy';
        return isEnd
          ? damage
          : damage.startsWith('1 damaged') || damage.includes('stored-pose')
            ? null
            : damage;
      },
    );
    expect(states).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  },
);

it.skipIf(shim === null)(
  `a file that is written into new folders is whole or not there, and lasts (seed ${SEED})`,
  () => {
    const folder = workFolder();
    writeFileSync(join(folder, 'old.csv'), 'old');
    const { wrong } = cutBehindEach(
      folder,
      `const { writeTextFile } = await import('${module('src-main/files/write-text-file.ts')}');
     await writeTextFile(${JSON.stringify(join(folder, 'a', 'b', 'new.csv'))}, 'new'.repeat(1000));
     await writeTextFile(${JSON.stringify(join(folder, 'old.csv'))}, 'other'.repeat(1000));`,
      (left, isEnd) => {
        const read = (name: string): string | null =>
          existsSync(join(left, name)) ? readFileSync(join(left, name), 'utf8') : null;
        const [built, old] = [read(join('a', 'b', 'new.csv')), read('old.csv')];
        const isMade = built === 'new'.repeat(1000);
        const isOther = old === 'other'.repeat(1000);
        if (!isMade && built !== null) return 'a file is not whole';
        if (!isOther && old !== 'old') return 'the file before is lost';
        return isEnd && !(isMade && isOther) ? 'what was written is lost' : null;
      },
    );
    expect(wrong).toEqual([]);
  },
);

it(`a survey goes on to the same bytes after the power was cut (seed ${SEED})`, async () => {
  const offences: Offence[] = [];
  const { rounds, notRun, failed } = await cutPower({
    ...{
      folder: join(temporaryFolder(), 'torture'),
      seed: SEED,
      cuts: 12,
      goOn: 2,
      isShort: true,
      only: 'survey',
    },
    ...{ milliseconds: Number.POSITIVE_INFINITY, say: () => {} },
    onOffence: (offence) => void offences.push(offence),
  });
  for (const what of notRun) console.warn(`*** NOT RUN: ${what} ***`);
  expect(failed).toEqual([]);
  expect(offences).toEqual([]);
  expect(rounds).toBe(notRun.length > 0 ? 0 : 12 * CUTS.length);
});
