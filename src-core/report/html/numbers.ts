import { ALONG_HOLDERS } from '../../model/pose.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import type { UncertaintySource } from '../../model/tunnel.ts';
import { holderStretches, lengthSigma } from '../../tunnel/strip-lengths.ts';
import type { AlignmentSummary } from '../alignment-summary.ts';
import { chainageText, fill, fixed, percent } from '../format.ts';
import type { ReportInput, ReportPayLine } from '../report-input.ts';
import { sectionShape } from '../section-shape.ts';
import type { Texts } from '../texts.ts';
import { type Column, facts, paragraph, part, table } from './elements.ts';

/** Sections by chainage: every one, or evenly thinned to about `rows`, with the first and the last. */
export function chainageTablePart(input: ReportInput, rows: number, texts: Texts): string {
  const { profiles, cumulativeVolume, design } = input;
  const every = Math.max(1, Math.ceil((profiles.length - 1) / Math.max(1, rows - 1)));
  const breaks = new Map(design?.volumes.sections.map((section) => [section.chainage, section]));
  const columns: Column[] = [
    { heading: texts['table.chainage'], align: 'text' },
    { heading: texts['table.area'], unit: 'm²', align: 'number' },
    { heading: texts['table.width'], unit: 'm', align: 'number' },
    { heading: texts['table.height'], unit: 'm', align: 'number' },
    { heading: texts['table.crown'], unit: 'm', align: 'number' },
    { heading: texts['table.floor'], unit: 'm', align: 'number' },
    { heading: texts['table.measured'], unit: '%', align: 'number' },
    { heading: texts['table.cumulative'], unit: 'm³', align: 'number' },
  ];
  if (design) {
    columns.push({ heading: texts['table.design'], unit: 'm²', align: 'number' });
    columns.push({ heading: texts['table.over'], unit: 'm²', align: 'number' });
    columns.push({ heading: texts['table.under'], unit: 'm²', align: 'number' });
  }
  const lines = profiles.flatMap((profile, i) => {
    if (i % every !== 0 && i !== profiles.length - 1) return [];
    const shape = sectionShape(profile);
    const line = [
      chainageText(profile.chainage),
      fixed(profile.area, 2),
      fixed(shape.width, 2),
      fixed(shape.height, 2),
      fixed(shape.crown, 2),
      fixed(shape.floor, 2),
      fixed(100 * profile.measuredShare, 0),
      fixed(cumulativeVolume[i], 1),
    ];
    if (design) {
      const section = breaks.get(profile.chainage);
      line.push(
        fixed(section?.designArea ?? Number.NaN, 2),
        fixed(section?.overbreak ?? Number.NaN, 2),
        fixed(section?.underbreak ?? Number.NaN, 2),
      );
    }
    return [line];
  });
  const count = fixed(profiles.length, 0);
  const note =
    every === 1
      ? fill(texts['table.all'], { count })
      : fill(texts['table.thinned'], { count, every: fixed(every, 0) });
  return part(texts['table.title'], `${paragraph(note, 'note')}${table(columns, lines)}`);
}

/** The volume by each method, and how far each lies from the one that is reported. */
export function methodsPart({ volume }: ReportInput, texts: Texts): string {
  const { integral, endArea, prismoidal, solid } = volume.methods;
  const row = (name: string, value: number): string[] => [
    name,
    fixed(value, 2),
    fixed(value - integral, 2),
    percent((value - integral) / integral, 3),
  ];
  const columns: Column[] = [
    { heading: texts['methods.method'], align: 'text' },
    { heading: texts['methods.volume'], unit: 'm³', align: 'number' },
    { heading: texts['methods.difference'], unit: 'm³', align: 'number' },
    { heading: '', unit: '%', align: 'number' },
  ];
  const rows = [
    row(texts['methods.integral'], integral),
    row(texts['methods.endArea'], endArea),
    row(texts['methods.prismoidal'], prismoidal),
    row(texts['methods.solid'], solid),
  ];
  return part(texts['methods.title'], table(columns, rows), 'keep');
}

/** Over- and underbreak against the design; nothing where no design was given. */
export function designPart({ design, volume }: ReportInput, texts: Texts): string {
  if (!design) return '';
  const { pay } = design;
  const { design: nominal, overbreak, underbreak } = design.volumes;
  const columns: Column[] = [
    { heading: '', align: 'text' },
    { heading: texts['methods.volume'], unit: 'm³', align: 'number' },
    { heading: texts['design.share'], unit: '%', align: 'number' },
  ];
  const rows = (
    [
      [texts['methods.design'], nominal],
      [texts['methods.over'], overbreak],
      ...(pay ? [[beyondPay(pay, texts), pay.volumes.overbreak] as const] : []),
      [texts['methods.under'], underbreak],
      [texts['headline.volume'], volume.volume.value],
    ] as const
  ).map(([name, value]) => [name, fixed(value, 2), percent(value / nominal, 2)]);
  return part(fill(texts['design.title'], { name: design.name }), table(columns, rows));
}

function beyondPay({ limit }: ReportPayLine, texts: Texts): string {
  return fill(texts['methods.beyondPay'], { limit: fixed(limit, 2) });
}

/** What the ± is made of: each source's standard deviation and its part of the variance. */
export function budgetPart({ volume }: ReportInput, texts: Texts): string {
  const variance = volume.uncertainty.reduce((sum, { sigma }) => sum + sigma * sigma, 0);
  const name = (source: UncertaintySource): string => texts[`budget.${source}`];
  const columns: Column[] = [
    { heading: texts['budget.source'], align: 'text' },
    { heading: texts['budget.sigma'], unit: 'm³', align: 'number' },
    { heading: texts['budget.part'], unit: '%', align: 'number' },
  ];
  const rows = volume.uncertainty.map(({ source, sigma }) => [
    name(source),
    fixed(sigma, 2),
    percent(variance > 0 ? (sigma * sigma) / variance : 0, 1),
  ]);
  const confidence = percent(volume.volume.confidence, 0);
  rows.push([texts['budget.sum'], fixed(Math.sqrt(variance), 2), '']);
  rows.push([fill(texts['budget.total'], { confidence }), fixed(volume.volume.plusMinus, 2), '']);
  return part(texts['budget.title'], table(columns, rows, true), 'keep');
}

/** How well the scans were placed, and where the length was not observed. */
export function alignmentPart(alignment: AlignmentSummary, texts: Texts): string {
  const millimetres = (metres: number): string => `${fixed(1000 * metres, 1)} mm`;
  const { rms, weakSigma, unobserved, unobservedStretches } = alignment;
  const stretches = unobservedStretches.map(
    ({ from, to }) => `${chainageText(from, 0)} … ${chainageText(to, 0)}`,
  );
  const pairs: [string, string][] = [
    [texts['align.scans'], fixed(alignment.scans, 0)],
    [texts['align.keyframes'], fixed(alignment.keyframes, 0)],
    [texts['align.path'], `${fixed(alignment.pathLength, 2)} m`],
    [texts['align.rms'], `${millimetres(rms.median)} / ${millimetres(rms.worst)}`],
    [texts['align.weak'], `${millimetres(weakSigma.median)} / ${millimetres(weakSigma.p95)}`],
    [texts['align.unobserved'], `${fixed(unobserved.scans, 0)} (${percent(unobserved.share, 1)})`],
  ];
  if (unobserved.scans > 0) pairs.push([texts['align.withGyro'], fixed(unobserved.withGyro, 0)]);
  pairs.push([texts['align.notConverged'], fixed(alignment.notConverged, 0)]);
  pairs.push([texts['align.stretches'], stretches.length > 0 ? stretches.join('; ') : texts['align.none']]);
  return part(texts['align.title'], facts(pairs, 'long'), 'keep');
}

/** Stretches of the table at the most; a long drive is told by longer pieces. */
const MOST_STRETCHES = 24;
const PIECES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** What holds the length, stretch by stretch; nothing where the way gave no strip. */
export function holdersPart({ reliability: strip }: ReportInput, texts: Texts): string {
  if (strip.heldBy.length === 0) return '';
  const metres =
    PIECES.find((piece) => holderStretches(strip, piece).length <= MOST_STRETCHES) ??
    PIECES[PIECES.length - 1];
  const columns: Column[] = [
    { heading: texts['strip.start'], align: 'text' },
    { heading: texts['strip.end'], align: 'text' },
    { heading: texts['strip.length'], unit: 'm', align: 'number' },
    { heading: texts['strip.by'], align: 'text' },
    { heading: texts['strip.plusMinus'], unit: 'm', align: 'number' },
  ];
  const rows = holderStretches(strip, metres).map(({ from, to, heldBy }) => [
    chainageText(from, 1),
    chainageText(to, 1),
    fixed(to - from, 1),
    texts[`strip.by.${ALONG_HOLDERS[heldBy]}`],
    fixed(COVERAGE_95 * lengthSigma(strip, from, to), 3),
  ]);
  const note = fill(texts['strip.note'], { metres: fixed(metres, 0) });
  return part(texts['strip.tableTitle'], `${paragraph(note, 'note')}${table(columns, rows)}`, 'keep');
}
