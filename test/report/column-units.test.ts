import { describe, expect, it } from 'vitest';
import type { BreakVolumes } from '../../src-core/model/breaks.ts';
import type { DataTable } from '../../src-core/model/data-table.ts';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import type { Profile, Volume } from '../../src-core/model/tunnel.ts';
import type { ReportPart, TableBlock } from '../../src-core/report/document.ts';
import { driveLayers } from '../../src-core/report/drawing/drive-layers.ts';
import { budgetPart } from '../../src-core/report/parts/volume.ts';
import { REPORT_DEFAULTS, reportDocument } from '../../src-core/report/report-document.ts';
import { surveyTables, type TabledSurvey } from '../../src-core/report/survey-tables.ts';
import { EN } from '../../src-core/report/texts/en.ts';
import { drawnDrive } from '../io/export/drawn-drive.ts';
import { everything } from './everything.ts';

const stated = (value: number, plusMinus: number) => ({ value, plusMinus, confidence: 0.95 });

/** A section of 4 m by 3 m whose middle is at easting 1000, northing 2000, elevation 300 m. */
const SECTION: Profile = {
  chainage: 12.5,
  origin: [1000, 2000, 300],
  left: [0, 1, 0],
  up: [0, 0, 1],
  outline: Float64Array.of(-2, -1.5, 2, -1.5, 2, 1.5, -2, 1.5),
  measured: new Uint8Array(4).fill(1),
  area: 12,
  perimeter: 14,
  measuredShare: 0.875,
  centroid: [0, 0],
  support: 4321,
};
const PARTS = {
  ...{ overbreak: 1.1, underbreak: 0.2, paid: 0.7, unpaid: 0.4, overBeyond: 0.05, underBeyond: 0.02 },
};
const VOLUME = {
  ...{ chainageFrom: 10, chainageTo: 25, length: 15.1, measuredShare: 0.912 },
  ...{ volume: stated(181.5, 0.6), drive: stated(175.25, 0.7), perMetre: stated(12.02, 0.04) },
  recesses: [{ name: 'N1', volume: stated(6.25, 0.3) }],
  methods: { integral: 181.5, endArea: 181.75, prismoidal: 181.25, solid: 181 },
} as unknown as Volume;
const BREAKS = {
  ...PARTS,
  design: 170.5,
  plusMinus: { overbreak: 0.31, underbreak: 0.12, sectors: [] },
  sections: [{ chainage: 12.5, design: 'Baúl', designArea: 11.25, ...PARTS, sectors: [] }],
  stretches: [{ name: 'Baúl', from: 10, to: 25, design: 170.5, ...PARTS }],
} as unknown as BreakVolumes;
const POINT = { name: 'K1', easting: 1001.5, northing: 2002.25, elevation: 301.125, sigma: 0.005 };
const CONTROL: NonNullable<TabledSurvey['control']> = {
  points: [
    { ...POINT, role: 'control' },
    { ...POINT, name: 'K2', role: 'check' },
    { ...POINT, name: 'K3', role: 'control' },
  ],
  residuals: [
    { name: 'K1', role: 'control', scanIndex: 7, error: [0.003, -0.004, 0.012], distance: 0.013 },
    {
      name: 'K2',
      role: 'check',
      scanIndex: 9,
      error: [0.006, 0.002, -0.003],
      distance: 0.007,
      plusMinus: 0.0215,
    },
  ],
};

/** The rows of a table by their headings. */
const rowsOf = ({ columns, rows }: DataTable): Record<string, unknown>[] =>
  rows.map((row) => {
    const cells = row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell));
    return Object.fromEntries(cells.map((cell, i) => [columns[i].title, cell]));
  });

describe('the unit of each column of the tables of a survey', () => {
  const tables = surveyTables(
    { volume: VOLUME, profiles: [SECTION], lengthSigma: 0.02, breaks: BREAKS, control: CONTROL },
    EN,
  ).map(rowsOf);
  const [drive, sections, volumes, breaks, stretches, control] = tables;
  const parts = (unit: string) => ({
    [`Overbreak (${unit})`]: 1.1,
    [`Underbreak (${unit})`]: 0.2,
    [`Paid overbreak (${unit})`]: 0.7,
    [`Unpaid overbreak (${unit})`]: 0.4,
    [`Overbreak beyond tolerance (${unit})`]: 0.05,
    [`Underbreak beyond tolerance (${unit})`]: 0.02,
  });

  it('is that of its heading in the table of the drive', () => {
    expect(drive).toEqual([
      {
        ...{ 'From (m)': 10, 'To (m)': 25, 'Length (m)': 15.1, '± length, 95 % (m)': 0.03919928 },
        ...{ 'Volume (m³)': 181.5, '±, 95 % (m³)': 0.6, 'Measured (%)': 91.2 },
        ...{ 'Volume per metre (m³/m)': 12.02, '± volume per metre, 95 % (m³/m)': 0.04 },
      },
    ]);
  });

  it('is that of its heading in the table of the sections', () => {
    expect(sections).toEqual([
      {
        ...{ 'Chainage (m)': 12.5, 'Easting (m)': 1000, 'Northing (m)': 2000, 'Elevation (m)': 300 },
        ...{ 'Area (m²)': 12, 'Perimeter (m)': 14, 'Width (m)': 4, 'Height (m)': 3 },
        ...{ 'Hydraulic radius (m)': 0.857142857, 'Measured (%)': 87.5, 'Points (n)': 4321 },
      },
    ]);
  });

  it('is that of its heading in the tables of volumes and of breaks', () => {
    const row = (Figure: string, volume: number, plusMinus: number | null) => ({
      ...{ Figure, 'Volume (m³)': volume, '±, 95 % (m³)': plusMinus },
    });
    expect(volumes).toEqual([
      row('All of the void', 181.5, 0.6),
      row('Drive without niches and cross-cuts', 175.25, 0.7),
      row('N1', 6.25, 0.3),
      row('Rule: integral over slabs', 181.5, null),
      row('Rule: average end area', 181.75, null),
      row('Rule: prismoidal', 181.25, null),
      row('Rule: closed solid', 181, null),
    ]);
    expect(breaks).toEqual([{ 'Chainage (m)': 12.5, Design: 'Baúl', 'Design (m²)': 11.25, ...parts('m²') }]);
    const sums = { 'Design (m³)': 170.5, ...parts('m³') };
    const [over, under] = ['± overbreak, 95 % (m³)', '± underbreak, 95 % (m³)'];
    expect(stretches).toEqual([
      { 'Stretch of the design': 'Baúl', 'From (m)': 10, 'To (m)': 25, ...sums, [over]: null, [under]: null },
      {
        'Stretch of the design': 'All',
        'From (m)': null,
        'To (m)': null,
        ...sums,
        [over]: 0.31,
        [under]: 0.12,
      },
    ]);
  });

  it('is that of its heading in the table of control: metres of the grid, millimetres of every difference', () => {
    const place = {
      ...{ 'Easting (m)': 1001.5, 'Northing (m)': 2002.25, 'Elevation (m)': 301.125, 'Sigma (mm)': 5 },
    };
    expect(control).toEqual([
      {
        ...{ Point: 'K1', Role: 'control', ...place, 'Scan (n)': 7, 'Difference east (mm)': 3 },
        ...{
          'Difference north (mm)': -4,
          'Difference up (mm)': 12,
          'Distance (mm)': 13,
          '±, 95 % (mm)': null,
        },
      },
      {
        ...{ Point: 'K2', Role: 'check', ...place, 'Scan (n)': 9, 'Difference east (mm)': 6 },
        ...{ 'Difference north (mm)': 2, 'Difference up (mm)': -3, 'Distance (mm)': 7, '±, 95 % (mm)': 21.5 },
      },
      {
        ...{ Point: 'K3', Role: 'control', ...place, 'Scan (n)': null, 'Difference east (mm)': null },
        ...{
          'Difference north (mm)': null,
          'Difference up (mm)': null,
          'Distance (mm)': null,
          '±, 95 % (mm)': null,
        },
      },
    ]);
  });

  it('is that of its name in the layer of control', () => {
    const layers = driveLayers({ drive: drawnDrive(1), trajectory: null, ...CONTROL });
    const layer = layers.find(({ name }) => name === 'control')!;
    const values = layer.features.map((feature) =>
      Object.fromEntries(
        layer.columns.map(({ name }, i) => {
          const value = feature.values[i];
          return [name, typeof value === 'number' ? Number(value.toPrecision(9)) : value];
        }),
      ),
    );
    expect(values.slice(0, 2)).toEqual([
      {
        ...{ name: 'K1', role: 'control', sigma_mm: 5, east_mm: 3, north_mm: -4, up_mm: 12 },
        ...{ distance_mm: 13, plus_minus_mm: null },
      },
      {
        ...{ name: 'K2', role: 'check', sigma_mm: 5, east_mm: 6, north_mm: 2, up_mm: -3 },
        ...{ distance_mm: 7, plus_minus_mm: 21.5 },
      },
    ]);
    expect([...layer.features[0].xyz]).toEqual([1001.5, 2002.25, 301.125]);
  });
});

describe('the unit of each column of the tables of a report', () => {
  const parameter = (kind: string, value: number, sigma: number) => ({
    ...{ kind, index: 0, value, sigma, isObserved: true, isApplied: true },
  });
  const calibration = {
    ...{ serial: '1', rays: 1, patches: 1, scans: 1, knotSeconds: [0], rangeBound: 0.0042 },
    parameters: [
      parameter('range-offset', 0.0031, 0.001),
      parameter('elevation', 0.001, 0.0005),
      parameter('azimuth', 0.002, 0.0005),
      parameter('common-bias', -0.0021, 0.001),
      parameter('incidence', 0.0045, 0.001),
      parameter('signal', 0.0015, 0.0005),
      parameter('warm-up', 0.0025, 0.0005),
      parameter('imu-delay', 0.0034, 0.0001),
      parameter('imu-rotation', 0.01, 0.001),
    ],
  } as unknown as InstrumentCalibration;
  const input = everything();
  const { residuals, ...refinement } = input.refinement!;
  const checked = residuals.map((one) => (one.role === 'check' ? { ...one, plusMinus: 0.0215 } : one));
  const { parts } = reportDocument(
    { ...input, calibration, refinement: { ...refinement, residuals: checked } },
    { ...REPORT_DEFAULTS, language: 'en' },
  );
  const tablesOf = (title: string): TableBlock[] =>
    parts
      .filter((part: ReportPart) => part.title === title)
      .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'));
  const headings = ({ columns }: TableBlock): string[] =>
    columns.map(({ heading, unit }) => (unit ? `${heading} [${unit}]` : heading));
  /** A row by its first cell. */
  const row = (table: TableBlock, first: string): Record<string, string> => {
    const names = headings(table);
    const cells = table.rows.find(([name]) => name === first)!;
    return Object.fromEntries(cells.map((cell, i) => [names[i], cell.replace(/\s/g, ' ')]));
  };

  it('is that of its heading in the residuals of control', () => {
    const [table] = tablesOf('Control points');
    // 12, -5 and 3 mm are 13.3 mm.
    expect(row(table, 'T4')).toEqual({
      ...{ Point: 'T4', Role: 'check', Scan: '310', 'East [mm]': '12.0', 'North [mm]': '−5.0' },
      ...{ 'Elevation [mm]': '3.0', 'Distance [mm]': '13.3', '± (95 %) [mm]': '21.5' },
    });
    const facts = parts
      .find(({ title }) => title === 'Control points')!
      .blocks.find(({ kind }) => kind === 'facts');
    // The roots of (9 + 16 + 25) / 3 mm² and of 178 mm².
    expect(facts).toMatchObject({
      pairs: expect.arrayContaining([
        ['Control points, root mean square', '4.1 mm'],
        ['Check points, root mean square', '13.3 mm'],
      ]),
    });
  });

  it('is that of its heading in the loop closures', () => {
    expect(row(tablesOf('Loop closures')[0], '12 – 580')).toMatchObject({
      ...{ 'Path between [m]': '88.4', 'Overlap [%]': '98 %', 'Residual [mm]': '12.3' },
    });
  });

  it('is that of its heading in the convergence', () => {
    const [table] = tablesOf('Convergence since the previous survey');
    // -4.3 mm in the mean, -22.1 mm at most; 21.4 mm of the width are more than the 9 mm that can be told.
    expect(row(table, '0+022.5')).toEqual({
      ...{ Chainage: '0+022.5', 'Mean [mm]': '−4.3', 'Most inward [mm]': '−22.1', 'Most outward [mm]': '–' },
      ...{ 'Width closed [mm]': '21.4', 'Height closed [mm]': '(−2.0)' },
    });
  });

  it('is that of its heading in rounds, contour and floor', () => {
    const rounds = tablesOf('Since the previous survey').at(-1)!;
    expect(row(rounds, 'D-120')).toEqual({
      ...{ Round: 'D-120', From: '0+056.00', To: '0+060.40', 'Volume [m³]': '68.28', '± [m³]': '1.40' },
      ...{ 'Advance [m]': '4.00', 'Pull efficiency [%]': '91' },
    });
    expect(row(tablesOf('Contour quality by round')[0], '1')).toMatchObject({
      ...{ 'Overbreak depth [m]': '0.112', 'Max. over [m]': '0.31', 'Variation [m]': '0.060' },
    });
    expect(row(tablesOf('Floor')[0], '0+022.50')).toMatchObject({
      ...{ 'Gradient [%]': '13.91', '± [%]': '0.42', 'Design [%]': '12.50', 'Measured [%]': '97' },
    });
  });

  it('is said beside each figure of the calibration', () => {
    const [table] = tablesOf(EN['instrument.title']);
    const figures = table.rows.map(([, value, plusMinus, unit]) => [value, plusMinus, unit]);
    // ± is 1.96 standard deviations; a milliradian is 0.0573°.
    expect(figures).toEqual([
      ['3.1', '2.0', 'mm'],
      ['0.057', '0.056', 'deg'],
      ['0.115', '0.056', 'deg'],
      ['−2.1', '2.0', 'mm'],
      ['4.5', '2.0', 'mm'],
      ['1.5', '1.0', 'mm'],
      ['2.5', '1.0', 'mm'],
      ['3.40', '0.20', 'ms'],
      ['0.57', '0.11', 'deg'],
    ]);
    const part = parts.find(({ title }) => title === EN['instrument.title'])!;
    expect(JSON.stringify(part.blocks)).toContain('4.2');
  });

  it('is that of its heading in the budget: m³ of each component, and its share of the variance', () => {
    const [table] = tablesOf('Uncertainty budget (GUM)');
    expect(headings(table)).toEqual(['Source', 'Eq.', 'Standard uncertainty [m³]', 'Share of variance [%]']);
    const { uncertainty, volume } = input.volume;
    const variance = uncertainty.reduce((sum, { sigma }) => sum + sigma ** 2, 0);
    uncertainty.forEach(({ source, sigma }, i) => {
      expect(table.rows[i][0]).toBe(EN[`budget.${source}`]);
      expect(table.rows[i][1]).toMatch(/^\(\d+\)$/);
      expect(Number(table.rows[i][2])).toBeCloseTo(sigma, 2);
      expect(Number.parseFloat(table.rows[i][3])).toBeCloseTo((100 * sigma ** 2) / variance, 1);
    });
    const [sum, total] = table.rows.slice(-2);
    expect(Number(sum[2])).toBeCloseTo(Math.sqrt(variance), 2);
    expect(Number(total[2])).toBeCloseTo(volume.plusMinus, 2);
  });

  it('is in millimetres, at 95 %, in what the wall is corrected by, and in m³ what that adds to the volume', () => {
    const correction = {
      volume: 1.25,
      bias: { value: -0.0021, sigma: 0.0026 },
      spread: { value: 0.0029, sigma: 0.003 },
      incidence: { value: 0.0001, sigma: 0.001 },
    };
    const words = JSON.stringify(budgetPart({ ...input, volume: { ...input.volume, correction } }, EN));
    expect(words).toContain('corrected by −1.25 m³');
    expect(words).toContain('−2.1 ± 5.1 mm of all ranges, 2.9 ± 5.9 mm times the secant');
    expect(words).toContain('0.1 ± 2.0 mm at 75°');
    expect(JSON.stringify(budgetPart(input, EN))).not.toContain('corrected by');
  });

  it('is that of its heading in the table of the sections', () => {
    const [table] = tablesOf(EN['table.title']);
    const { profiles, cumulativeVolume } = input;
    const [profile, section] = [profiles[0], input.design!.volumes.sections[0]];
    const [lefts, ups] = [0, 1].map((k) => profile.outline.filter((_, i) => i % 2 === k));
    const extent = (values: Float64Array): number => Math.max(...values) - Math.min(...values);
    const cells = row(table, '0+000.00');
    const number = (heading: string): number => Number(cells[heading].replace(/[\s\u00a0\u202f]/g, ''));
    expect(number('Area [m²]')).toBeCloseTo(profile.area, 2);
    expect(number('Design [m²]')).toBeCloseTo(section.designArea, 2);
    expect(number('Over [m²]')).toBeCloseTo(section.overbreak, 2);
    expect(number('Under [m²]')).toBeCloseTo(section.underbreak, 2);
    expect(number('Over [%]')).toBeCloseTo((100 * section.overbreak) / section.designArea, 1);
    expect(number('Under [%]')).toBeCloseTo((100 * section.underbreak) / section.designArea, 1);
    expect(number('Width [m]')).toBeCloseTo(extent(lefts), 2);
    expect(number('Height [m]')).toBeCloseTo(extent(ups), 2);
    expect(number('Crown [m]') - number('Floor [m]')).toBeGreaterThan(0.95 * extent(ups));
    expect(number('Measured [%]')).toBeCloseTo(100 * profile.measuredShare, 0);
    const last = row(table, '0+060.00')['Cumulative volume [m³]'].replace(/[\s\u00a0\u202f]/g, '');
    expect(Number(last)).toBeCloseTo(cumulativeVolume[cumulativeVolume.length - 1], 1);
  });
});

it('the table of control points tells all of its millimetres with one decimal and its metres with four', () => {
  const { columns } = surveyTables(
    { volume: VOLUME, profiles: [SECTION], lengthSigma: 0.02, breaks: BREAKS, control: CONTROL },
    EN,
  ).find(({ name }) => name === EN['tables.control'])!;
  const decimalsOf = (unit: string) =>
    columns.filter(({ title }) => title.endsWith(`(${unit})`)).map(({ decimals }) => decimals);
  expect(decimalsOf('mm')).toEqual([1, 1, 1, 1, 1, 1]);
  expect(decimalsOf('m')).toEqual([4, 4, 4]);
});
