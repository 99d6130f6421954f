import { type Command, Option } from 'commander';
import { METRES } from '../../../src-core/io/cad/length-units.ts';
import { defaultFormatsOf, formatsOf } from '../../../src-core/model/survey-content.ts';
import { boundsText } from '../../../src-core/question/check-question.ts';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { CHAMBER_CELL } from '../../../src-core/tunnel/chamber/chamber.ts';
import type { ChamberCommandOptions } from './chamber/chamber-command.ts';
import { addOriginPose } from './measure-options.ts';
import { numberOption, numberParser, parseCount, parsePlaces } from './option-parsers.ts';
import { formatsParser } from './output-options.ts';
import { withCommand } from './with-command.ts';
import { currentLanguage, say } from './words.ts';

/** `socavon chamber PROJECT` */
export function registerChamber(program: Command): void {
  const command = program
    .command('chamber')
    .description(say('help-chamber'))
    .argument('<project>', say('help-project-aligned'))
    .option('--session <id>', say('help-session-measured'), parseCount)
    .option('--out <dir>', say('help-chamber-out'));
  addOriginPose(command)
    .option('--inside <x,y,z>', say('help-chamber-inside'), parsePlaces)
    .option(
      '--cell <m>',
      say('help-chamber-cell', { bounds: boundsText(CHAMBER_CELL, currentLanguage()) }),
      numberParser(CHAMBER_CELL),
    )
    .option('--against <file>', say('help-chamber-against'))
    .option('--against-part <name>', say('help-chamber-against-part'))
    .addOption(
      new Option('--against-unit <unit>', say('help-chamber-against-unit')).choices(Object.keys(METRES)),
    )
    .addOption(
      numberOption(
        '--against-place <m>',
        say('help-chamber-against-place'),
        COMMAND_NUMBERS.chamber.againstPlace,
      ),
    )
    .option(
      '--meshes <formats>',
      say('help-chamber-meshes', { formats: formatsOf('meshes').join(',') }),
      formatsParser('meshes'),
      [...defaultFormatsOf('meshes')],
    )
    .option('--json', say('help-json'))
    .action((project: string, options: ChamberCommandOptions) =>
      withCommand(options, async (context) => {
        const { chamber } = await import('./chamber/chamber-command.ts');
        return chamber(project, options, context);
      }),
    );
}
