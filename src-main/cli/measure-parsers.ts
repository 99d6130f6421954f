import { InvalidArgumentError } from 'commander';
import { DRAWING_FORMATS } from '../../src-core/contract/survey-requests.ts';
import { parseChainage, parsePositive } from './option-parsers.ts';

/** `START:LENGTH`, metres. @throws InvalidArgumentError */
export function parseStretchLength(text: string): { start: number; length: number } {
  const parts = text.split(':');
  if (parts.length !== 2)
    throw new InvalidArgumentError(
      'Give the chainage of the first and the length as START:LENGTH, such as 10:3.2.',
    );
  return { start: parseChainage(parts[0]), length: parsePositive(parts[1]) };
}

/** Width, height and length as `WxHxL`, metres. @throws InvalidArgumentError */
export function parseBox(text: string): { width: number; height: number; length: number } {
  const parts = text.toLowerCase().split('x');
  if (parts.length !== 3)
    throw new InvalidArgumentError('Give width, height and length in metres as WxHxL, such as 2.5x2.8x8.');
  const [width, height, length] = parts.map(parsePositive);
  return { width, height, length };
}

/** In what profiles are written. */
export const PROFILE_FORMATS = ['csv', ...DRAWING_FORMATS] as const;
export type ProfileFormat = (typeof PROFILE_FORMATS)[number];

/** Formats as `csv,dxf`. @throws InvalidArgumentError */
export function parseProfileFormats(text: string): ProfileFormat[] {
  const named = text.split(',').map((format) => format.trim().toLowerCase());
  const isFormat = (format: string): format is ProfileFormat =>
    PROFILE_FORMATS.some((known) => known === format);
  if (!named.every(isFormat))
    throw new InvalidArgumentError(
      `Give ${PROFILE_FORMATS.join(', ')}, or several with commas between them.`,
    );
  return PROFILE_FORMATS.filter((format) => named.includes(format));
}
