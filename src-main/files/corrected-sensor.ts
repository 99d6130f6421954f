import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type CorrectableSensor,
  correctionFile,
  correctionSensor,
  isCorrectionOf,
} from '../../src-core/io/capture/correction-sensor.ts';
import { message } from '../../src-core/messages/message.ts';
import { remark } from '../../src-core/messages/remark.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { fileError } from './file-errors.ts';
import { readText } from './read-text.ts';

/** A correction file has some kilobytes, a calibration of Velodyne some tens of them. */
const LARGEST_BYTES = 1 << 18;
/** Tables of a folder that are looked at. */
const MOST_FILES = 64;

/**
 * The sensor with the angles of its correction file: the given one, or the only one beside the capture that states as many
 * channels, or of several the one whose name begins as that of the capture.
 *
 * @param spinning whose `angles` are there
 * @throws SocavonError 'metadata-missing' if there is none or more than one, 'metadata-malformed', 'file-missing',
 *   'file-unreadable', 'file-format'
 */
export async function correctedSensor(
  capturePath: string,
  spinning: CorrectableSensor,
  explicit: string | undefined,
): Promise<{ sensor: SensorModel; metadata: { name: string; text: string } }> {
  const path = explicit ?? (await correctionBeside(capturePath, spinning));
  const name = basename(path);
  const text = await readText(path);
  const sensor = correctionSensor(spinning, text, name);
  const corrections =
    explicit === undefined ? [remark('correction-found', { name, product: spinning.product })] : [];
  return {
    sensor: { ...sensor, assumptions: [...sensor.assumptions, ...corrections] },
    metadata: { name, text },
  };
}

async function correctionBeside(capturePath: string, spinning: CorrectableSensor): Promise<string> {
  const folder = dirname(capturePath);
  const { ending, isCalibration } = correctionFile(spinning);
  const names = await readdir(folder).catch((error: unknown) => {
    throw fileError(folder, 'read', error);
  });
  const tables = names.filter((name) => ending.test(name)).sort();
  const fitting: string[] = [];
  for (const name of tables.slice(0, MOST_FILES))
    if (await isCorrection(join(folder, name), spinning)) fitting.push(name);
  const stem = basename(capturePath).split('.')[0];
  const named = fitting.filter((name) => name.startsWith(stem));
  const chosen = fitting.length === 1 ? fitting : named;
  if (chosen.length === 1) return join(folder, chosen[0]);
  const of = { name: basename(capturePath), product: spinning.product };
  throw new SocavonError(
    'metadata-missing',
    fitting.length === 0
      ? message(isCalibration ? 'calibration-none' : 'correction-none', {
          ...of,
          channels: spinning.altitudeDeg.length,
        })
      : message('correction-several', { ...of, names: fitting }),
  );
}

async function isCorrection(path: string, spinning: CorrectableSensor): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile() || stats.size > LARGEST_BYTES) return false;
  return isCorrectionOf(spinning, await readText(path).catch(() => ''));
}
