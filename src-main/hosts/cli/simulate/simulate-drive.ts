import { resolve } from 'node:path';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { simulateDrive } from '../../../../src-simulate/drive.ts';
import type { CaptureLayout } from '../../../../src-simulate/os1-16.ts';
import { truthBetween } from '../../../../src-simulate/truth.ts';
import {
  WRITE_CAPTURE_DEFAULTS,
  type WriteCaptureOptions,
  writeCapture,
} from '../../../../src-simulate/write-capture.ts';
import { openAtomicSink } from '../../../files/atomic-sink.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import type { SimulateCommandOptions } from './drive-options.ts';
import { driveOptions, earlierOptions } from './drive-options.ts';

/**
 * `socavon simulate`: simulates a drive into a folder.
 *
 * @throws SocavonError 'usage' (an impossible drive), 'chainage-range', 'disk-full', 'file-unwritable';
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

  const simulated = driveOptions(options);
  const drive = simulateDrive(simulated);
  const before = earlierOptions(simulated, options);
  const written = await writeCapture(
    drive,
    {
      ...WRITE_CAPTURE_DEFAULTS,
      layout,
      // Commander has checked the choices.
      sensor: options.sensor as WriteCaptureOptions['sensor'],
      frames: options.frames,
      donuts,
      preset,
      ranges: chainage ? [chainage] : [],
      earlier: before === null ? null : simulateDrive(before),
    },
    (name) => openAtomicSink(resolve(out, name), { isCapture: true }),
    context,
  );
  const { from, to } = drive.surveyed;
  const { volumes } = truthBetween(drive, from, to);
  const isOne = (name: string): boolean => /^(donuts|frames)\/.*\d{5,}\.\w+$/.test(name);
  const files = written.files.filter((name) => !isOne(name));
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
      files,
      // One a scan: their names are numbers, and tell nothing that the count does not.
      ...(donuts && { donuts: { folder: 'donuts', count: written.files.length - files.length } }),
      surveyed: { from, to, voidVolume: volumes.void },
      targets: drive.targets.length,
    },
    text: [
      donuts
        ? say('simulate-files-donuts', { folder: out, files, scans: written.scans })
        : files.length < written.files.length
          ? say('simulate-files-frames', { folder: out, files, count: written.files.length - files.length })
          : say('simulate-files', { folder: out, files }),
      ...(drive.targets.length > 0 ? [say('simulate-targets', { count: drive.targets.length })] : []),
      say('simulate-line', { scans: written.scans, from, to, volume: volumes.void.toFixed(2) }),
    ].join('\n'),
  };
}
