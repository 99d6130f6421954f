import { describe, expect, it } from 'vitest';
import { CONTENT_NAMES, endingsOf, formatsOf } from '../../../src-core/model/survey-content.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { CASES } from './every-option/cases.ts';
import { Outcomes } from './every-option/coverage.ts';
import { readerOf } from './every-option/read-back.ts';
import { JSON_SCHEMAS } from './every-option/schemas.ts';

const { commands } = socavonProgram();
const at = (name: string): string => name;
const world = { at, capture: 'capture.pcap', control: 'control.csv', poses: { earlier: '', later: '' } };
const places = { world, own: at, project: 'project.socavon' };

describe('every option of every command', () => {
  it('has a call in every-option.long.test.ts, with every word that it takes', () => {
    const outcomes = new Outcomes();
    for (const command of commands)
      for (const one of CASES[command.name()]?.(command, world) ?? [])
        outcomes.note(command, [...one.args(places), '--json', '--language', 'en,es'], 'done');
    expect(outcomes.missing(commands)).toEqual([]);
  });

  it('has a schema of its JSON, if it prints any', () => {
    const printing = commands.filter(({ options }) => options.some(({ long }) => long === '--json'));
    expect(Object.keys(JSON_SCHEMAS).sort()).toEqual(printing.map((command) => command.name()).sort());
  });
  it('has a reader of each kind of file that it writes', () => {
    const endings = CONTENT_NAMES.flatMap((content) =>
      formatsOf(content).flatMap((format) => endingsOf(content, format)),
    );
    expect(endings.filter((ending) => readerOf(`drive${ending}`) === undefined)).toEqual([]);
  });
});
