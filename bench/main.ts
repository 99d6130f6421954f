import { Command } from 'commander';
import { registerAccuracy } from './accuracy.ts';
import { registerOdometry } from './odometry.ts';
import { registerOtherGenerator } from './other-generator.ts';
import { registerRealCaptures } from './real-captures.ts';

const program = new Command('bench')
  .usage('NAME [options]')
  .description('Measures the program; nothing here is a test. Results that were kept are in bench/results.')
  .helpCommand(false);
registerAccuracy(program);
registerOtherGenerator(program);
registerOdometry(program);
registerRealCaptures(program);

if (process.argv.length <= 2) program.outputHelp();
else await program.parseAsync(process.argv);
