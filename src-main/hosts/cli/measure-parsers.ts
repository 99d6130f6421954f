import { InvalidArgumentError } from 'commander';
import type { VehiclePlacement } from '../../../src-core/model/clearance.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { DRAWING_FORMATS } from '../../../src-core/model/survey-content.ts';
import { parseChainage, parseMetres, parseNonNegative, parsePositive } from './option-parsers.ts';

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

/** Two coordinates as `ACROSS,UP`, metres. @throws InvalidArgumentError */
export function parsePlace(text: string): [number, number] {
  const parts = text.split(',');
  if (parts.length !== 2)
    throw new InvalidArgumentError('Give two coordinates in metres as ACROSS,UP, such as 350012.5,4301.2.');
  return [parseMetres(parts[0]), parseMetres(parts[1])];
}

/** `OVER:UNDER`, metres; either may be left out. @throws InvalidArgumentError */
export function parseTolerance(text: string): ToleranceBand {
  const parts = text.split(':');
  if (parts.length !== 2 || parts.every((part) => part.trim() === ''))
    throw new InvalidArgumentError('Give over- and underbreak in metres as OVER:UNDER, such as 0.15:0.05.');
  const [over, under] = parts.map((part) => (part.trim() === '' ? null : parseNonNegative(part)));
  return { over, under };
}

/** `THICKNESS` or `THICKNESS:SIDE`, metres. @throws InvalidArgumentError */
export function parseShotcrete(text: string): Shotcrete {
  const [thickness, side = 'inward', ...more] = text.split(':');
  if ((side !== 'inward' && side !== 'outward') || more.length > 0)
    throw new InvalidArgumentError(
      'Give its thickness in metres, and the side where it is outward, such as 0.05:outward.',
    );
  return { thickness: parsePositive(thickness), side };
}

/** `best`, `middle`, or metres to the left of the axis. @throws InvalidArgumentError */
export function parseVehiclePlace(text: string): VehiclePlacement {
  return text === 'best' || text === 'middle' ? text : { left: parseMetres(text) };
}

/** Gradients one behind the other as `FROM:TO:PERCENT,...`. @throws SocavonError grade-unusable */
export function parseGradients(text: string): { from: number; to: number; percent: number }[] {
  return text.split(',').map((run) => {
    const parts = run.split(':');
    try {
      if (parts.length !== 3) throw new InvalidArgumentError('');
      return { from: parseChainage(parts[0]), to: parseChainage(parts[1]), percent: parseMetres(parts[2]) };
    } catch {
      throw new SocavonError(
        'grade-unusable',
        `The design grade cannot be used: "${run.trim()}" is no run FROM:TO:PERCENT, such as 0:120:12.5.`,
      );
    }
  });
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
