import { InvalidArgumentError } from 'commander';
import { message } from '../../../src-core/messages/message.ts';
import type { VehiclePlacement } from '../../../src-core/model/clearance.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { boundsOf } from '../../../src-core/question/check-question.ts';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import {
  numbersOf,
  parseChainage,
  parseCoordinate,
  parseMetres,
  parseNonNegative,
  parsePositive,
  parseWithin,
  saying,
} from './option-parsers.ts';
import { say } from './words.ts';

/** Parses `START:LENGTH`, metres. @throws InvalidArgumentError */
export function parseStretchLength(text: string): { start: number; length: number } {
  const parts = text.split(':');
  if (parts.length !== 2) throw new InvalidArgumentError(say('give-start-length'));
  return { start: parseChainage(parts[0]), length: parsePositive(parts[1]) };
}

/** Parses width, height and length as `WxHxL`, metres. @throws InvalidArgumentError */
export function parseBox(text: string): { width: number; height: number; length: number } {
  const parts = text.toLowerCase().split('x');
  if (parts.length !== 3) throw new InvalidArgumentError(say('give-box'));
  const [width, height, length] = parts.map(parsePositive);
  return { width, height, length };
}

/** Parses two coordinates as `ACROSS,UP`, metres. @throws InvalidArgumentError */
export function parsePlace(text: string): [number, number] {
  const parts = text.split(',');
  if (parts.length !== 2) throw new InvalidArgumentError(say('give-place'));
  return [parseCoordinate(parts[0]), parseCoordinate(parts[1])];
}

/** Parses `OVER:UNDER`, metres; either may be omitted. @throws InvalidArgumentError */
export function parseTolerance(text: string): ToleranceBand {
  const parts = text.split(':');
  if (parts.length !== 2 || parts.every((part) => part.trim() === ''))
    throw new InvalidArgumentError(say('give-band'));
  const [over, under] = parts.map((part) => (part.trim() === '' ? null : parseNonNegative(part)));
  return { over, under };
}

/** Parses `THICKNESS` or `THICKNESS:SIDE`, metres. @throws InvalidArgumentError */
export function parseShotcrete(text: string): Shotcrete {
  const [thickness, named = 'inward', ...more] = text.split(':');
  const side = SIDES.find((known) => known === named);
  if (side === undefined || more.length > 0) throw new InvalidArgumentError(say('give-shotcrete'));
  return { thickness: parseWithin(thickness, boundsOf('design.shotcrete.thickness')), side };
}

/** Parses `best`, `middle`, or metres to the left of the axis. @throws InvalidArgumentError */
export function parseVehiclePlace(text: string): VehiclePlacement {
  return text === 'best' || text === 'middle'
    ? text
    : { left: parseWithin(text, boundsOf('measure.vehicle.placement.left')) };
}

/** Parses a list of gradients `FROM:TO:PERCENT,...`. @throws SocavonError grade-unusable */
export function parseGradients(text: string): { from: number; to: number; percent: number }[] {
  return text.split(',').map((run) => {
    const parts = run.split(':');
    try {
      if (parts.length !== 3) throw new InvalidArgumentError('');
      return { from: parseChainage(parts[0]), to: parseChainage(parts[1]), percent: parseMetres(parts[2]) };
    } catch {
      throw new SocavonError(
        'grade-unusable',
        message('grade-refused', { what: message('grade-run-text', { run: run.trim() }) }),
      );
    }
  });
}

const SIDES = ['inward', 'outward'] as const;
const VEHICLE = ['width', 'height', 'length'].map((side) => boundsOf(`measure.vehicle.${side}`));
saying(
  numbersOf('0:3', ':', boundsOf('measure.rounds.start'), boundsOf('measure.rounds.length')),
  parseStretchLength,
);
saying(numbersOf('2x2x7', 'x', ...VEHICLE), parseBox);
saying(numbersOf('0,0', ',', COMMAND_NUMBERS.place, COMMAND_NUMBERS.place), parsePlace);
saying(
  numbersOf('0.1:0.1', ':', boundsOf('design.tolerance.over'), boundsOf('design.tolerance.under')),
  parseTolerance,
);
saying(
  { ...numbersOf('0.1:inward', ':', boundsOf('design.shotcrete.thickness')), words: SIDES },
  parseShotcrete,
);
saying(
  { ...numbersOf('', ' ', boundsOf('measure.vehicle.placement.left')), words: ['best', 'middle'] },
  parseVehiclePlace,
);
