import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Language } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { boundsText } from '../../../src-core/question/check-question.ts';
import { CHAINAGE_BOUNDS, COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { MEASURE_FIELDS } from '../../../src-core/question/measure-fields.ts';
import { checkRequest } from '../../../src-core/survey/survey-request.ts';
import { measureFromOptions } from '../../../src-main/hosts/cli/measure-from-options.ts';
import { type ArgumentNumber, type AtChainage, takenBy } from '../../../src-main/hosts/cli/option-parsers.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import {
  driveOptions,
  earlierOptions,
  type SimulateCommandOptions,
} from '../../../src-main/hosts/cli/simulate/drive-options.ts';
import { currentLanguage, setLanguage } from '../../../src-main/hosts/cli/words.ts';
import { surveyRequestOf } from '../../../src-main/jobs/session/survey-inputs.ts';
import { checkSimulateOptions } from '../../../src-simulate/check-options.ts';
import { refused } from './refused.ts';

interface Numbered {
  readonly command: string;
  readonly option: Option;
  /** Which number of its argument. */
  readonly at: number;
  readonly number: ArgumentNumber;
}

/** Arguments with numbers of every kind, for parsers that do not say what they take. */
const SHAPES = ['1', '0.5', '1:2', '0:1:2:0.3', '2,0.5', '1,2,3', '1,2,3,4', '1,2,3,0,0,0,1', '2x3x4'];

const OPTIONS = socavonProgram().commands.flatMap((command: Command) =>
  command.options.map((option) => ({ command: command.name(), option })),
);
const NUMBERS: Numbered[] = OPTIONS.flatMap(({ command, option }) =>
  (takenBy(option).numbers ?? []).map((number, at) => ({ command, option, at, number })),
);
const MEASURING = new Set(MEASURE_FIELDS.flatMap(({ flag }) => (flag ? [flag.split(' ')[0]] : [])));
/** Commands whose options of those names are others. */
const NOT_MEASURING = new Set(['simulate', 'tune']);

/** True if a text without a say of what it takes is read as numbers. */
function takesNumbers({ parseArg }: Option): boolean {
  return SHAPES.some((text) => {
    try {
      const value: unknown = parseArg!(text, undefined as never);
      // Names and files are texts whatever is written.
      return !(Array.isArray(value) ? value : [value]).every((one) => typeof one === 'string');
    } catch {
      return false;
    }
  });
}

/** A drive in which every place and every distance has room, and things that other options are of. */
const LONGEST: SimulateCommandOptions = {
  preset: 'rough',
  length: 2000,
  speed: 1,
  seed: 7,
  sensor: 'os1-16',
  layout: 'legacy16',
  out: 'nowhere',
  donuts: false,
  frames: 'pcd',
  targetSize: 0.3,
  startMoving: false,
  albedo: 'periodic',
  water: [{ from: 8, to: 12 }],
  dust: [{ from: 8, to: 12 }],
};

/** What options of a measurement need beside them. */
const beside = {
  design: '',
  axis: 'axis.csv',
  gradeDesign: '0:10:1',
  // The largest, and lower under it than the lowest: its parts bound one another.
  vehicle: { width: 2, height: 30, length: 30 },
  groundClearance: 0.05,
  density: 2.7,
};

beforeAll(() => {
  const design = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 };
  beside.design = join(inject('scratch'), 'bounds-design.json');
  writeFileSync(beside.design, JSON.stringify(design));
});

/**
 * Sentence that refuses an argument, by the parser of the option and by all that checks its value before work begins;
 * null: it is taken.
 */
async function refusalOf({ command, option, number }: Numbered, text: string): Promise<string | null> {
  try {
    const value: unknown = option.parseArg!(number.written(text), undefined as never);
    const input = { [option.attributeName()]: value };
    if (command === 'simulate' && number.bounds !== CHAINAGE_BOUNDS) {
      // As far in as a drive goes, for the way back.
      const [{ value: amount } = {}] = Array.isArray(value) ? (value as AtChainage[]) : [];
      const there = option.long === '--reverse' ? { reverse: [{ chainage: 1992, value: amount! }] } : {};
      const targets = option.long === '--target-size' ? { targets: true as const } : {};
      const changes = { ...LONGEST, ...targets, ...input, ...there };
      const drive = driveOptions(changes);
      checkSimulateOptions(drive);
      const before = earlierOptions(drive, changes);
      if (before !== null) checkSimulateOptions(before);
    } else if (MEASURING.has(option.long!) && !NOT_MEASURING.has(command)) {
      const others = option.long === '--chainage' ? { interval: 100 } : {};
      const { axis: _, ...wanted } = await measureFromOptions(
        { ...beside, ...others, ...input },
        SILENT_CONTEXT,
      );
      checkRequest(await surveyRequestOf({ ...wanted, axis: null }, 'en', SILENT_CONTEXT));
    }
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The next number beyond that a person could mean. */
function beyond(bound: number, { integer }: { readonly integer?: boolean }): number {
  return integer === true ? 1 : Math.max(1e-9 * Math.abs(bound), 1e-12);
}

const titleOf = ({ command, option, at }: Numbered): string => `${command} ${option.long} (number ${at + 1})`;
const isOrder = (why: string | null): boolean =>
  why !== null && /is not less than|FROM must be the earlier/.test(why);

describe('every number that a command takes', () => {
  it('is said by the parser of its option', () => {
    expect(NUMBERS.length).toBeGreaterThan(250);
    const silent = OPTIONS.filter(
      ({ option }) => option.parseArg && takenBy(option).numbers === undefined && takesNumbers(option),
    );
    expect(silent.map(({ command, option }) => `${command} ${option.long}`)).toEqual([]);
  });

  it('is taken at its least and its greatest, and refused beyond them', async () => {
    const wrong: string[] = [];
    for (const one of NUMBERS) {
      const { bounds } = one.number;
      for (const inside of [bounds.min, bounds.max]) {
        const why = await refusalOf(one, String(inside));
        if (why !== null && !isOrder(why)) wrong.push(`${titleOf(one)} refuses ${inside}: ${why}`);
      }
      for (const outside of [
        bounds.min - beyond(bounds.min, bounds),
        bounds.max + beyond(bounds.max, bounds),
      ])
        if ((await refusalOf(one, String(outside))) === null) wrong.push(`${titleOf(one)} takes ${outside}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each<[Language, RegExp, RegExp]>([
    ['en', /(?<![\w.])(-?[\d.][\d.e-]*) to (-?[\d.]+)/g, /up to ([\d.]+)/g],
    ['es', /(?<![\w.])(-?[\d.][\d.e-]*) a (-?[\d.]+)/g, /hasta ([\d.]+)/g],
  ])('has the range in --help that holds, in %s', (language, range, most) => {
    const before = currentLanguage();
    setLanguage(language);
    try {
      const wrong = socavonProgram().commands.flatMap((command) =>
        command.options.flatMap((option) => {
          const bounds = (takenBy(option).numbers ?? []).map((number) => number.bounds);
          const { description } = option;
          const pairs = [...description.matchAll(range)].map(([, min, max]) => ({ min: +min, max: +max }));
          const ends = [...description.matchAll(most)].map(([, max]) => Number(max));
          const isPrinted = (one: (typeof bounds)[number]): boolean =>
            one === CHAINAGE_BOUNDS ||
            one.max === COMMAND_NUMBERS.number.max ||
            description.includes(boundsText(one, language));
          return bounds.length === 0 ||
            (pairs.every(({ min, max }) => bounds.some((one) => one.min === min && one.max === max)) &&
              ends.every((max) => bounds.some((one) => one.max === max)) &&
              (bounds.length > 1 || ends.length > 0 || isPrinted(bounds[0])))
            ? []
            : [`${command.name()} ${option.long}: ${description}`];
        }),
      );
      expect(wrong).toEqual([]);
    } finally {
      setLanguage(before);
    }
  });
});

describe('every word that an option takes', () => {
  it('is a value that commander hands on: it makes null and undefined an empty text', () => {
    const lost = OPTIONS.flatMap(({ command, option }) =>
      (takenBy(option).words ?? []).flatMap((word) => {
        if (option.argChoices !== undefined || /:/.test(option.flags)) return [];
        const value: unknown = option.parseArg!(word, undefined as never);
        return value === null || value === undefined ? [`${command} ${option.long} ${word}`] : [];
      }),
    );
    expect(lost).toEqual([]);
  });
});

describe('numbers that would take hours are refused at once', () => {
  it.each([
    ['--interval', '1e-6', /It takes 0\.01 to 100 m\./],
    ['--interval', '1e-300', /It takes 0\.01 to 100 m\./],
    ['--chainage', '0:1e9', /It takes -1000000 to 1000000 m\./],
    ['--chainage', '-1e300:1e300', /It takes -1000000 to 1000000 m\./],
    ['--origin-pose', '1e300 0 0 0 0 0 1', /farther than any place on Earth/],
  ])('volume %s %s', async (flag, value, sentence) => {
    const { message } = await refused(2, 'volume', 'nowhere.socavon', flag, value);
    expect(message).toMatch(sentence);
  });

  it.each([
    ['--length', '1e9', /It takes 16 to 2000 m\./],
    ['--turn', '5:1e9', /It takes -720 to 720 deg\./],
    ['--lost-packets', '2', /It takes 0 to 0\.9\./],
  ])('simulate %s %s', async (flag, value, sentence) => {
    const { message } = await refused(2, 'simulate', '--out', 'nowhere', flag, value);
    expect(message).toMatch(sentence);
  });
});
