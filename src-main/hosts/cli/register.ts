import { type Command, Option } from 'commander';
import { ENGINE_NAMES, type EngineName } from '../../../src-core/model/engine-name.ts';
import {
  METHOD_IDS,
  type MethodId,
  SEARCH_IDS,
  type SearchId,
} from '../../../src-core/model/registration-ids.ts';
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
    .description('finds the rigid transform that lays one file of points onto another')
    .argument('<source>', 'points that move: PLY, PCD, LAS or a text of x y z')
    .argument('<target>', 'points that stay')
    .addOption(
      new Option('--method <id>', 'how the transform is found').choices(METHOD_IDS).default('icp-plane'),
    )
    .addOption(
      new Option(
        '--search <id>',
        'how nearest points are found (default: kd-tree, on the GPU voxel-bins)',
      ).choices(SEARCH_IDS),
    )
    .addOption(
      new Option('--engine <name>', 'what computes it; auto takes the one that is done sooner')
        .choices(ENGINE_NAMES)
        .default('auto'),
    )
    .option(
      '--init <file>',
      'starting transform, 16 numbers row by row or the JSON of this command (default: identity)',
    )
    .option('--downsample <m>', 'keep the mean of each cube of this edge, 0 keeps all', parseNonNegative, 0)
    .option(
      '--max-distance <m>',
      'pairs farther apart are no match (default: two and a half times the median distance at the start)',
      parsePositive,
    )
    .option(
      '--cell-level <n>',
      'match to the cells of this level of a k-d tree, 0 its root: fewer are faster and less accurate',
      parseCount,
    )
    .option('--json', 'print the result as one JSON object')
    .action((source: string, target: string, options: RegisterCommandOptions) =>
      withCommand(options, async (context) => {
        const { registerFiles } = await import('./register/register-files.ts');
        return registerFiles(source, target, options, context);
      }),
    );
}
