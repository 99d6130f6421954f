import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import { calibrate } from '../../src-core/survey/calibrate.ts';
import { SIMULATE_DEFAULTS, type SimulateOptions } from '../../src-simulate/options.ts';
import { EXACT_ROCK } from '../../src-simulate/rock/roughness.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { odometryOf } from './odometry-of.ts';

/** A lined gallery with plane walls, m: the robot drives a few metres of it. */
const ROOM = { length: 18, start: 4, standoff: 9 };
/** Standard deviation of a distance by tape, m, which is drawn: the default of `socavon calibrate`. */
const TAPE = 0.002;

/**
 * Calibrates the instrument of a drive in a gallery whose width was measured by tape, as `socavon calibrate --distance`
 * does.
 *
 * @throws SocavonError 'usage' if the two walls are not found
 */
export async function checkedByDistance(options: SimulateOptions): Promise<InstrumentCalibration> {
  const scans = simulateScans(
    {
      ...options,
      ...ROOM,
      alignment: [{ length: ROOM.length, radius: null, grade: 0 }],
      roughness: EXACT_ROCK,
      speed: 0.5,
    },
    SILENT_CONTEXT,
  );
  const tape = seededRandom(subSeed(options.seed, 'tape'));
  const metres = SIMULATE_DEFAULTS.section.width + TAPE * tape.normal();
  const trajectory = await odometryOf(scans);
  const question = { earlier: null, distance: { metres, sigma: TAPE } };
  const calibration = await calibrate(scans, trajectory, question, SILENT_CONTEXT);
  if (calibration === null) throw new SocavonError('internal', 'the gallery shows too little');
  return calibration;
}
