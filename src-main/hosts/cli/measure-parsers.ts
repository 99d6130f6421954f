import { InvalidArgumentError } from 'commander';
import { message } from '../../../src-core/messages/message.ts';
import type { VehiclePlacement } from '../../../src-core/model/clearance.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { REPORT_FORMS, type ReportForm } from '../../../src-core/model/report-forms.ts';
import {
  DRAWING_FORMATS,
  MAP_ATTRIBUTES,
  MAP_FORMATS,
  type MapAttribute,
  type MapFormat,
  MESH_FORMATS,
  type MeshFormat,
  SCAN_FORMATS,
  type ScanFormat,
  TABLE_FORMATS,
  type TableFormat,
  TRAJECTORY_FORMATS,
  type TrajectoryFormat,
} from '../../../src-core/model/survey-content.ts';
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

/** File formats of profiles. */
export const PROFILE_FORMATS = ['csv', ...DRAWING_FORMATS] as const;
export type ProfileFormat = (typeof PROFILE_FORMATS)[number];

/** Parses formats as `csv,dxf`. @throws InvalidArgumentError */
export function parseProfileFormats(text: string): ProfileFormat[] {
  return parseFormats(text, PROFILE_FORMATS);
}

/** Parses forms of the report as `pdf,html`. @throws InvalidArgumentError */
export function parseReportForms(text: string): ReportForm[] {
  return parseFormats(text, REPORT_FORMS);
}

/** Parses formats of the map as `las,laz`. @throws InvalidArgumentError */
export function parseMapFormats(text: string): MapFormat[] {
  return parseFormats(text, MAP_FORMATS);
}

/** Parses attributes of points as `time,range`. @throws InvalidArgumentError */
export function parseMapAttributes(text: string): MapAttribute[] {
  return parseFormats(text, MAP_ATTRIBUTES);
}

/** Parses formats of the meshes as `stl,obj`. @throws InvalidArgumentError */
export function parseMeshFormats(text: string): MeshFormat[] {
  return parseFormats(text, MESH_FORMATS);
}

export function parseTableFormats(text: string): TableFormat[] {
  return parseFormats(text, TABLE_FORMATS);
}

/** Parses formats of the trajectory as `tum,mcap`. @throws InvalidArgumentError */
export function parseTrajectoryFormats(text: string): TrajectoryFormat[] {
  return parseFormats(text, TRAJECTORY_FORMATS);
}

/** Parses formats of single scans as `pcd,ply`. @throws InvalidArgumentError */
export function parseScanFormats(text: string): ScanFormat[] {
  return parseFormats(text, SCAN_FORMATS);
}

for (const [parse, words] of [
  [parseProfileFormats, PROFILE_FORMATS],
  [parseReportForms, REPORT_FORMS],
  [parseMapFormats, MAP_FORMATS],
  [parseMapAttributes, MAP_ATTRIBUTES],
  [parseMeshFormats, MESH_FORMATS],
  [parseTableFormats, TABLE_FORMATS],
  [parseTrajectoryFormats, TRAJECTORY_FORMATS],
  [parseScanFormats, SCAN_FORMATS],
] as const)
  saying({ words }, parse);

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

function parseFormats<Format extends string>(text: string, formats: readonly Format[]): Format[] {
  const named = text.split(',').map((format) => format.trim().toLowerCase());
  if (!named.every((name) => formats.some((known) => known === name)))
    throw new InvalidArgumentError(say('give-formats', { formats: formats.join(', ') }));
  return formats.filter((format) => named.includes(format));
}
