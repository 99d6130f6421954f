import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { bearsMark, formatOfId } from '../../bytes/file-kind.ts';
import type { ChannelAngles } from './spinning-format.ts';

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
