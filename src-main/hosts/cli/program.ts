import { Command } from 'commander';
import { SOFTWARE_VERSION } from '../../project/software-version.ts';
import { registerBench } from './bench.ts';
import { registerCompare } from './compare.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerInfo } from './info.ts';
import { registerJoin } from './join.ts';
import { registerProfiles } from './profiles.ts';
import { registerRegister } from './register.ts';
import { registerReport } from './report.ts';
import { registerRun } from './run.ts';
import { registerServe } from './serve.ts';
import { registerSimulate } from './simulate.ts';
import { registerTune } from './tune.ts';
import { registerUnroll } from './unroll.ts';
import { registerVolume } from './volume.ts';

/**
 * The commands and their options. Every command loads what it works with only when it runs, so that
 * `socavon --help` answers at once.
 */
export function socavonProgram(): Command {
  const program = new Command('socavon')
    .description('From a LiDAR capture of a mining tunnel to an aligned map and a volume report.')
    .version(SOFTWARE_VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(asOneSentence(text)) })
    .showHelpAfterError('Run it with --help to see what it takes.')
    .addHelpText(
      'after',
      '\nExit status: 0 done, 1 failed, 2 wrong usage, 130 cancelled.\nFrom a clone: npm run --silent socavon -- COMMAND ...',
    );
  registerSimulate(program);
  registerRun(program);
  registerDemo(program);
  registerJoin(program);
  registerProfiles(program);
  registerVolume(program);
  registerCompare(program);
  registerUnroll(program);
  registerReport(program);
  registerRegister(program);
  registerInfo(program);
  registerTune(program);
  registerServe(program);
  registerDoctor(program);
  registerBench(program);
  return program;
}

/** What is meant in place of a slip stands in the same line as the slip. */
export function asOneSentence(error: string): string {
  return error.replace(/\n(?=\(Did you mean)/, ' ');
}
