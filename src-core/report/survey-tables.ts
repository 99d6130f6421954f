import type { BreakParts, BreakVolumes } from '../model/breaks.ts';
import type { Cell, DataTable, TableColumn } from '../model/data-table.ts';
import { profileSize } from '../model/profile-size.ts';
import { COVERAGE_95 } from '../model/reliability.ts';
import type { Profile, Volume } from '../model/tunnel.ts';
import type { ReportRefinement } from './report-input.ts';
import type { TextKey, Texts } from './texts/texts.ts';

/** What the tables are made of. */
export interface TabledSurvey {
  readonly volume: Volume;
  readonly profiles: readonly Profile[];
  /** Standard uncertainty of the length, m. */
  readonly lengthSigma: number;
  /** null: no design. */
  readonly breaks: BreakVolumes | null;
  /** null: no control. */
  readonly control: Pick<ReportRefinement, 'points' | 'residuals'> | null;
}

/**
 * Tables of a survey for a spreadsheet: drive, sections, volumes, over- and underbreak by section and by stretch, control
 * and check points. Numbers stay numbers, with all of their digits; the unit is in the heading.
 */
export function surveyTables(survey: TabledSurvey, texts: Texts): DataTable[] {
  const { breaks, control } = survey;
  return [
    driveTable(survey, texts),
    sectionTable(survey, texts),
    volumeTable(survey, texts),
    ...(breaks === null ? [] : [breakTable(breaks, texts), stretchTable(breaks, texts)]),
    ...(control === null || control.points.length === 0 ? [] : [controlTable(control, texts)]),
  ];
}

/** A column of the catalogue; with a unit it holds numbers. */
function columns(
  texts: Texts,
  keys: readonly (readonly [key: TextKey, unit?: string, decimals?: number])[],
): TableColumn[] {
  return keys.map(([key, unit, decimals = 3]) => ({
    title: unit ? `${texts[key]} (${unit})` : texts[key],
    decimals: unit === undefined ? null : decimals,
  }));
}

function driveTable({ volume, lengthSigma }: TabledSurvey, texts: Texts): DataTable {
  const { chainageFrom, chainageTo, length, perMetre, measuredShare } = volume;
  return {
    name: texts['tables.drive'],
    columns: columns(texts, [
      ['tables.from', 'm'],
      ['tables.to', 'm'],
      ['tables.length', 'm'],
      ['tables.lengthPlusMinus', 'm'],
      ['tables.volume', 'm³', 2],
      ['tables.plusMinus', 'm³', 2],
      ['tables.perMetre', 'm³/m'],
      ['tables.perMetrePlusMinus', 'm³/m'],
      ['tables.measured', '%', 1],
    ]),
    rows: [
      [
        ...[chainageFrom, chainageTo, length, COVERAGE_95 * lengthSigma],
        ...[volume.volume.value, volume.volume.plusMinus, perMetre.value, perMetre.plusMinus],
        100 * measuredShare,
      ],
    ],
  };
}

function sectionTable({ profiles }: TabledSurvey, texts: Texts): DataTable {
  return {
    name: texts['tables.sections'],
    columns: columns(texts, [
      ['tables.chainage', 'm'],
      ['tables.easting', 'm'],
      ['tables.northing', 'm'],
      ['tables.elevation', 'm'],
      ['tables.area', 'm²'],
      ['tables.perimeter', 'm'],
      ['tables.width', 'm'],
      ['tables.height', 'm'],
      ['tables.hydraulicRadius', 'm'],
      ['tables.measured', '%', 1],
      ['tables.points', 'n', 0],
    ]),
    rows: profiles.map((profile) => {
      const { width, height, hydraulicRadius } = profileSize(profile);
      const { chainage, origin, area, perimeter, measuredShare, support } = profile;
      return [
        ...[chainage, ...origin, area, perimeter, width, height, hydraulicRadius],
        ...[100 * measuredShare, support],
      ];
    }),
  };
}

function volumeTable({ volume }: TabledSurvey, texts: Texts): DataTable {
  const { methods, recesses } = volume;
  return {
    name: texts['tables.volumes'],
    columns: columns(texts, [['tables.figure'], ['tables.volume', 'm³', 2], ['tables.plusMinus', 'm³', 2]]),
    rows: [
      [texts['tables.all'], volume.volume.value, volume.volume.plusMinus],
      [texts['tables.alone'], volume.drive.value, volume.drive.plusMinus],
      ...recesses.map(({ name, volume: { value, plusMinus } }) => [name, value, plusMinus]),
      ...(['integral', 'endArea', 'prismoidal', 'solid'] as const).map((method) => [
        texts[`tables.method.${method}`],
        methods[method],
        null,
      ]),
    ],
  };
}

const PARTS = ['overbreak', 'underbreak', 'paid', 'unpaid', 'overBeyond', 'underBeyond'] as const;

function partColumns(unit: string) {
  return PARTS.map((part) => [`tables.part.${part}`, unit] as const);
}

function partCells(parts: BreakParts): Cell[] {
  return PARTS.map((part) => parts[part]);
}

function breakTable({ sections }: BreakVolumes, texts: Texts): DataTable {
  return {
    name: texts['tables.breaks'],
    columns: columns(texts, [
      ['tables.chainage', 'm'],
      ['tables.design'],
      ['tables.design', 'm²'],
      ...partColumns('m²'),
    ]),
    rows: sections.map((section) => [
      section.chainage,
      section.design,
      section.designArea,
      ...partCells(section),
    ]),
  };
}

/** A row for each stretch of the design, and one for all. */
function stretchTable(breaks: BreakVolumes, texts: Texts): DataTable {
  return {
    name: texts['tables.stretches'],
    columns: columns(texts, [
      ['tables.stretch'],
      ['tables.from', 'm'],
      ['tables.to', 'm'],
      ['tables.design', 'm³'],
      ...partColumns('m³'),
      ['tables.overPlusMinus', 'm³'],
      ['tables.underPlusMinus', 'm³'],
    ]),
    rows: [
      ...breaks.stretches.map((stretch) => [
        ...[stretch.name, stretch.from, stretch.to, stretch.design],
        ...[...partCells(stretch), null, null],
      ]),
      [
        ...[texts['tables.total'], null, null, breaks.design, ...partCells(breaks)],
        ...[breaks.plusMinus?.overbreak ?? null, breaks.plusMinus?.underbreak ?? null],
      ],
    ],
  };
}

/** A row for each sighting of a point; a point that was not seen has one without differences. */
function controlTable({ points, residuals }: NonNullable<TabledSurvey['control']>, texts: Texts): DataTable {
  return {
    name: texts['tables.control'],
    columns: columns(texts, [
      ['tables.point'],
      ['tables.role'],
      ['tables.easting', 'm', 4],
      ['tables.northing', 'm', 4],
      ['tables.elevation', 'm', 4],
      ['tables.sigma', 'mm', 1],
      ['tables.scan', 'n', 0],
      ['tables.errorEast', 'mm', 1],
      ['tables.errorNorth', 'mm', 1],
      ['tables.errorUp', 'mm', 1],
      ['tables.distance', 'mm', 1],
      ['tables.plusMinus', 'mm', 1],
    ]),
    rows: points.flatMap(({ name, role, easting, northing, elevation, sigma }) => {
      const head = [name, texts[`control.role.${role}`], easting, northing, elevation, 1000 * sigma];
      const seen = residuals.filter((residual) => residual.name === name);
      if (seen.length === 0) return [[...head, ...Array<null>(6).fill(null)]];
      return seen.map(({ scanIndex, error, distance, plusMinus }) => [
        ...[...head, scanIndex, ...error.map((metres) => 1000 * metres), 1000 * distance],
        plusMinus === undefined ? null : 1000 * plusMinus,
      ]);
    }),
  };
}
