import { resolve } from 'node:path';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { simulateDrive } from '../../../../src-simulate/drive.ts';
import type { CaptureLayout } from '../../../../src-simulate/os1-16.ts';
import { truthBetween } from '../../../../src-simulate/truth.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../../src-simulate/write-capture.ts';
import { openAtomicSink } from '../../../files/atomic-sink.ts';
import type { SimulateCommandOptions } from '../simulate.ts';
import type { CommandResult } from '../with-command.ts';
import { driveOptions, earlierOptions } from './drive-options.ts';

/**
 * Simulates a drive into a folder.
 *
 * @throws SocavonError 'usage' (a drive that cannot be), 'chainage-range', 'disk-full', 'file-unwritable';
 *   CancelledError
 */
export async function simulate(
  options: SimulateCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const { length, speed, seed, chainage, donuts } = options;
  const { preset } = options;
  // Commander has checked the choices.
  const layout = options.layout as CaptureLayout;
  const out = resolve(options.out);

  const asked = driveOptions(options);
  const drive = simulateDrive(asked);
  const before = earlierOptions(asked, options);
  const written = await writeCapture(
    drive,
    {
      ...WRITE_CAPTURE_DEFAULTS,
      layout,
      donuts,
      preset,
      ranges: chainage ? [chainage] : [],
      earlier: before === null ? null : simulateDrive(before),
    },
    (name) => openAtomicSink(resolve(out, name)),
    context,
  );
  const { from, to } = drive.surveyed;
  const { volumes } = truthBetween(drive, from, to);
  const files = written.files.filter((name) => !name.startsWith('donuts/'));
  return {
    data: {
      out,
      preset,
      length,
      speed,
      seed,
      layout,
      scans: written.scans,
      lidarPackets: written.lidarPackets,
      imuPackets: written.imuPackets,
      files: written.files,
      surveyed: { from, to, voidVolume: volumes.void },
      targets: drive.targets.length,
    },
    text: [
      `${out}: ${files.join(', ')}${donuts ? `, ${written.scans} donuts` : ''}`,
      ...(drive.targets.length > 0 ? [`${drive.targets.length} targets, surveyed in control.csv`] : []),
      `${written.scans} scans; surveyed from chainage ${from} to ${to} m: ${volumes.void.toFixed(2)} m³ of void`,
    ].join('\n'),
  };
}
