import { type Command, Option } from 'commander';
import { ENGINE_NAMES, type EngineName } from '../../../src-core/model/engine-name.ts';
import {
  METHOD_IDS,
  type MethodId,
  SEARCH_IDS,
  type SearchId,
} from '../../../src-core/model/registration-ids.ts';
import { say } from '../../cli/words.ts';
import { parseCount, parseNonNegative, parsePositive } from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface RegisterCommandOptions {
  readonly method: MethodId;
  readonly search?: SearchId;
  readonly engine: EngineName;
  readonly init?: string;
  readonly downsample: number;
  readonly maxDistance?: number;
  readonly cellLevel?: number;
  readonly json?: boolean;
}

/** `socavon register SOURCE TARGET` */
export function registerRegister(program: Command): void {
  program
    .command('register')
    .description(say('help-register'))
    .argument('<source>', say('help-register-source'))
    .argument('<target>', say('help-register-target'))
    .addOption(
      new Option('--method <id>', say('help-register-method')).choices(METHOD_IDS).default('icp-plane'),
    )
    .addOption(new Option('--search <id>', say('help-register-search')).choices(SEARCH_IDS))
    .addOption(
      new Option('--engine <name>', say('help-register-engine')).choices(ENGINE_NAMES).default('auto'),
    )
    .option('--init <file>', say('help-register-init'))
    .option('--downsample <m>', say('help-register-downsample'), parseNonNegative, 0)
    .option('--max-distance <m>', say('help-register-max-distance'), parsePositive)
    .option('--cell-level <n>', say('help-register-cell-level'), parseCount)
    .option('--json', say('help-json'))
    .action((source: string, target: string, options: RegisterCommandOptions) =>
      withCommand(options, async (context) => {
        const { registerFiles } = await import('./register/register-files.ts');
        return registerFiles(source, target, options, context);
      }),
    );
}
