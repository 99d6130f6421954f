import { Command, Option } from 'commander';
import { LANGUAGES } from '../../../src-core/messages/message.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import { registerBench } from './bench.ts';
import { registerCalibrate } from './calibrate.ts';
import { registerChamber } from './chamber.ts';
import { registerCheck } from './check.ts';
import { spokenHelp, usageText } from './commander-words.ts';
import { registerCompare } from './compare.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerGrid } from './grid.ts';
import { registerInfo } from './info.ts';
import { registerJoin } from './join.ts';
import { registerNotices } from './notices.ts';
import { registerProfiles } from './profiles.ts';
import { registerRecover } from './recover.ts';
import { registerRegister } from './register.ts';
import { registerReport } from './report.ts';
import { registerRun } from './run.ts';
import { registerServe } from './serve.ts';
import { registerSign } from './sign.ts';
import { registerSimulate } from './simulate.ts';
import { registerTune } from './tune.ts';
import { registerUnroll } from './unroll.ts';
import { registerVerify } from './verify.ts';
import { registerVolume } from './volume.ts';
import { say } from './words.ts';

/**
 * Builds the commands and their options. Every command loads its implementation when it runs, so that `socavon
 * --help` answers at once.
 */
export function socavonProgram(): Command {
  const program = new Command('socavon')
    .description(say('help-program'))
    .version(SOFTWARE_VERSION, '-V, --version', say('help-version'))
    .helpOption('-h, --help', say('help-help'))
    .helpCommand('help [command]', say('help-help'))
    .configureHelp(spokenHelp())
    .enablePositionalOptions()
    .addOption(languageOption())
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${say('error-line', { text: usageText(text) })}\n`),
    })
    .showHelpAfterError(say('help-after-error'))
    .addHelpText('after', say('help-exit-status'));
  registerSimulate(program);
  registerRun(program);
  registerDemo(program);
  registerCalibrate(program);
  registerJoin(program);
  registerProfiles(program);
  registerVolume(program);
  registerChamber(program);
  registerCompare(program);
  registerUnroll(program);
  registerReport(program);
  registerVerify(program);
  registerSign(program);
  registerRegister(program);
  registerGrid(program);
  registerInfo(program);
  registerCheck(program);
  registerRecover(program);
  registerTune(program);
  registerServe(program);
  registerDoctor(program);
  registerNotices(program);
  registerBench(program);
  for (const command of program.commands)
    if (!command.options.some(({ long }) => long === '--language')) command.addOption(languageOption());
  return program;
}

function languageOption(): Option {
  return new Option('--language <code>', say('help-language')).choices([...LANGUAGES]);
}
