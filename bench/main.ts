import { Command } from 'commander';
import { SocavonError } from '../src-core/model/errors.ts';
import { registerAccuracy } from './accuracy.ts';
import { registerBasin } from './basin.ts';
import { registerCalibration } from './calibration.ts';
import { registerCloud } from './cloud.ts';
import { registerCompare } from './compare.ts';
import { registerControl } from './control.ts';
import { registerDecode } from './decode.ts';
import { registerDonuts } from './donuts.ts';
import { registerEffects } from './effects.ts';
import { registerEngine } from './engine.ts';
import { registerEpochs } from './epochs.ts';
import { registerExchange } from './exchange.ts';
import { registerField } from './field.ts';
import { registerFlame } from './flame.ts';
import { registerForms } from './forms.ts';
import { registerFuzz } from './fuzz.ts';
import { registerGaps } from './gaps.ts';
import { registerGlobal } from './global.ts';
import { registerIo } from './io.ts';
import { registerJoins } from './joins.ts';
import { registerLevels } from './levels.ts';
import { registerLoop } from './loop.ts';
import { registerMine } from './mine.ts';
import { registerMoved } from './moved.ts';
import { registerOdometry } from './odometry.ts';
import { registerOtherGenerator } from './other-generator.ts';
import { registerPapers } from './papers.ts';
import { registerRealCaptures } from './real-captures.ts';
import { registerRegister } from './register.ts';
import { registerResponse } from './response.ts';
import { registerRun } from './run.ts';
import { registerSameBytes } from './same-bytes.ts';
import { registerScale } from './scale.ts';
import { registerShift } from './shift.ts';
import { registerShiftWindow } from './shift-window.ts';
import { registerStrip } from './strip.ts';
import { submapChoices } from './submap-choices.ts';
import { registerTorture } from './torture.ts';
import { registerTrajectories } from './trajectories.ts';
import { registerTunnel } from './tunnel.ts';
import { registerViewer } from './viewer.ts';
import { registerVolume } from './volume.ts';
import { registerWindow } from './window.ts';
import { registerWindowWay } from './window-way.ts';
import { registerWorlds } from './worlds.ts';

const program = new Command('bench')
  .usage('NAME [options]')
  .description('Measures the program; nothing here is a test. Stored results are in bench/results.')
  .helpCommand(false);
registerAccuracy(program);
registerBasin(program);
registerOtherGenerator(program);
registerTorture(program);
registerTrajectories(program);
registerExchange(program);
registerField(program);
registerFlame(program);
registerForms(program);
registerFuzz(program);
registerGaps(program);
registerSameBytes(program);
registerShift(program);
registerShiftWindow(program);
registerStrip(program);
registerLoop(program);
registerMine(program);
registerCalibration(program);
registerCloud(program);
registerCompare(program);
registerControl(program);
registerOdometry(program);
registerMoved(program);
registerEpochs(program);
registerDecode(program);
registerDonuts(program);
registerEffects(program);
registerEngine(program);
registerRealCaptures(program);
registerPapers(program);
registerRegister(program);
registerResponse(program);
registerRun(program);
registerScale(program);
registerGlobal(program);
registerIo(program);
registerJoins(program);
registerLevels(program);
registerTunnel(program);
registerViewer(program);
registerVolume(program);
registerWindow(program);
registerWindowWay(program);
registerWorlds(program);
program
  .command('submap-choices')
  .description(
    'which points to match and which bins make a plane: the figures behind decisions 0003 and 0004',
  )
  .action(submapChoices);

if (process.argv.length <= 2) program.outputHelp();
else
  await program.parseAsync(process.argv).catch((error: unknown) => {
    // What a person can put right needs no stack.
    if (!(error instanceof SocavonError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
  });
