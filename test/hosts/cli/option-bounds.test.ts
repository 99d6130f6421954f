import type { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { MEASURE_FIELDS } from '../../../src-core/question/measure-fields.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { refused } from './refused.ts';

/** How arguments with numbers are written. */
const SHAPES = ['1', '0.5', '1:2', '0:1:2:0.3', '2,0.5', '1,2,3', '1,2,3,4', '1,2,3,0,0,0,1', '2x3x4'];
/** Numbers beyond every table, and so near nothing that nothing could count by it. */
const BEYOND = ['1e300', '-1e300', '1e12', '-1e12'];

interface Taken {
  readonly command: string;
  readonly option: Option;
  /** An argument that its parser takes. */
  readonly shape: string;
}

function takes({ parseArg }: Option, text: string): boolean {
  try {
    const value: unknown = parseArg!(text, undefined as never);
    // Names and files are texts whatever is written.
    return !(Array.isArray(value) ? value : [value]).every((one) => typeof one === 'string');
  } catch {
    return false;
  }
}

const NUMERIC: Taken[] = socavonProgram().commands.flatMap((command) =>
  command.options.flatMap((option) => {
    const shape = option.parseArg && SHAPES.find((one) => takes(option, one));
    return shape ? [{ command: command.name(), option, shape }] : [];
  }),
);

/** Options of the measurement whose numbers its table checks when all are known: `checkQuestion`. */
const CHECKED_TOGETHER = new Set(
  MEASURE_FIELDS.flatMap((field) =>
    field.flag && (field.kind === 'number' || (field.kind === 'compound' && field.numbers.length > 0))
      ? [field.flag.split(' ')[0]]
      : [],
  ),
);

describe('every number that a command takes', () => {
  it('is found by the walk over the commands', () => {
    expect(NUMERIC.length).toBeGreaterThan(150);
    for (const name of ['--interval', '--length', '--known-length', '--origin-pose', '--jolt', '--points'])
      expect(NUMERIC.map(({ option }) => option.long)).toContain(name);
  });

  it('has a least and a greatest', () => {
    const unbounded = NUMERIC.flatMap(({ command, option, shape }) =>
      CHECKED_TOGETHER.has(option.long!)
        ? []
        : [...shape.matchAll(/[\d.]+/g)].flatMap(({ 0: number, index }) =>
            BEYOND.map((far) => shape.slice(0, index) + far + shape.slice(index + number.length))
              .filter((text) => takes(option, text))
              .map((text) => `${command} ${option.long} ${text}`),
          ),
    );
    expect(unbounded).toEqual([]);
  });

  it('has a least below its greatest in the table of the commands', () => {
    const leaves = (value: object): { min: number; max: number }[] =>
      'min' in value
        ? [value as { min: number; max: number }]
        : Object.values(value).flatMap((inner) => leaves(inner as object));
    const all = leaves(COMMAND_NUMBERS);
    expect(all.length).toBeGreaterThan(25);
    for (const { min, max } of all) expect(min).toBeLessThan(max);
    for (const field of MEASURE_FIELDS)
      if (field.kind === 'compound') for (const { min, max } of field.numbers) expect(min).toBeLessThan(max);
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
    ['--length', '1e9', /It takes 1 to 10000 m\./],
    ['--turn', '5:1e9', /It takes -3600 to 3600 deg\./],
    ['--lost-packets', '2', /It takes 0 to 1\./],
  ])('simulate %s %s', async (flag, value, sentence) => {
    const { message } = await refused(2, 'simulate', '--out', 'nowhere', flag, value);
    expect(message).toMatch(sentence);
  });
});
