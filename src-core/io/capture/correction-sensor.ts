import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { bearsMark, formatOfId } from '../bytes/file-kind.ts';
import type { RecognisedCapture } from './recognise-capture.ts';
import type { ChannelAngles, CorrectionFile } from './spinning/spinning-format.ts';
import { spinningSensor } from './spinning/spinning-sensor.ts';

/** Highest elevation of a channel, and largest offset of its azimuth, degrees. */
const STEEPEST = 90;
const FARTHEST = 180;

/** True for the text of a correction file of Hesai, which states the angles of the channels of one unit. */
export function looksLikeCorrection(text: string): boolean {
  return bearsMark(text.replace(/^\ufeff/, ''), formatOfId('hesai-angles'));
}

/**
 * Reads the angle correction file (CSV) of a Hesai: a row a channel with its number from 1, its elevation, and the offset
 * of its azimuth, in degrees, the latter clockwise seen from above.
 *
 * @param channels of the sensor
 * @throws SocavonError 'metadata-malformed' with the line
 */
export function parseCorrection(
  text: string,
  name: string,
  channels: number,
  product: string,
): ChannelAngles {
  if (!looksLikeCorrection(text)) throw malformed(message('correction-header', { name, product }));
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => /elevation/i.test(line)) + 1;
  const elevationDeg = new Array<number>(channels).fill(Number.NaN);
  const azimuthDeg = new Array<number>(channels).fill(Number.NaN);
  lines.slice(first).forEach((line, i) => {
    if (line.trim() === '') return;
    const numbers = line.split(',', 3).map((field) => (field.trim() === '' ? Number.NaN : Number(field)));
    const [channel, elevation, azimuth] = numbers;
    const isRow =
      Number.isInteger(channel) &&
      channel >= 1 &&
      channel <= channels &&
      Number.isNaN(elevationDeg[channel - 1]) &&
      Math.abs(elevation) <= STEEPEST &&
      Math.abs(azimuth) <= FARTHEST;
    if (!isRow) throw malformed(message('correction-row', { name, line: first + i + 1, channels, product }));
    elevationDeg[channel - 1] = elevation;
    azimuthDeg[channel - 1] = azimuth;
  });
  const missing = elevationDeg.findIndex(Number.isNaN);
  if (missing >= 0)
    throw malformed(message('correction-missing', { name, channel: missing + 1, channels, product }));
  return { elevationDeg, azimuthDeg };
}

function malformed(reason: ReturnType<typeof message>): SocavonError {
  return new SocavonError('metadata-malformed', reason);
}

/** Sensor whose unit may state its angles in a correction file. */
export type CorrectableSensor = NonNullable<Extract<RecognisedCapture, { kind: 'other' }>['spinning']>;

const HESAI: CorrectionFile = {
  ending: /\.csv$/i,
  isCalibration: false,
  looksLike: looksLikeCorrection,
  parse: parseCorrection,
};

/** The file in which a unit of the sensor states its angles. */
export function correctionFile({ angles }: CorrectableSensor): CorrectionFile {
  return angles?.file ?? HESAI;
}

/**
 * Sensor with the angles of its correction file.
 *
 * @throws SocavonError 'metadata-malformed' with the line
 */
export function correctionSensor(spinning: CorrectableSensor, text: string, name: string): SensorModel {
  const { altitudeDeg, angles, product } = spinning;
  const stated = correctionFile(spinning).parse(text, name, altitudeDeg.length, product);
  return spinningSensor(angles?.with(stated) ?? spinning);
}

/** True for the text of a correction file that states as many channels as the sensor has. */
export function isCorrectionOf(spinning: CorrectableSensor, text: string): boolean {
  if (!correctionFile(spinning).looksLike(text)) return false;
  try {
    correctionSensor(spinning, text, '');
    return true;
  } catch (error) {
    if (error instanceof SocavonError) return false;
    throw error;
  }
}
