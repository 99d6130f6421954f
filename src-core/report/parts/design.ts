import type { BreakDepth, BreakParts } from '../../model/breaks.ts';
import type { DesignOffsets, DesignSection } from '../../model/design.ts';
import {
  type Block,
  type Column,
  facts,
  type NamedValue,
  note,
  numberColumn,
  part,
  type ReportPart,
  type TableBlock,
  table,
  textColumn,
} from '../document.ts';
import type { ReportDesign, ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Facts on the design: the section of each stretch with its dimensions, and the lines at an offset from it. */
export function designFacts({ section, stretches, offsets }: ReportDesign, texts: Texts): NamedValue[] {
  const sections: NamedValue[] = stretches
    ? stretches.map((stretch): NamedValue => {
        const [from, to] = [stretch.from, stretch.to].map((at) => (at === null ? '…' : chainageText(at)));
        return [`${stretch.name} ${from} – ${to}`.trim(), sectionWords(stretch.section, texts)];
      })
    : [[texts['design.section'], sectionWords(section, texts)]];
  return [...sections, ...offsetWords(offsets, texts)];
}

/** Description of a design section with its dimensions and the position of the axis in it. */
function sectionWords(section: DesignSection, texts: Texts): string {
  const { shape, axisHeight, axisLeft = 0 } = section;
  const figures = Object.entries(section).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, fixed(value, 2)]] : [],
  );
  const count = section.shape === 'polyline' ? fixed(section.points.length, 0) : '';
  const words = fill(texts[`shape.${shape}`], { ...Object.fromEntries(figures), count });
  const height = fill(texts['design.axisHeight'], { height: fixed(axisHeight, 2) });
  const aside =
    axisLeft === 0
      ? ''
      : fill(texts[axisLeft > 0 ? 'design.axisLeft' : 'design.axisRight'], {
          way: fixed(Math.abs(axisLeft), 2),
        });
  return `${words}; ${height}${aside}`;
}

function offsetWords(offsets: DesignOffsets | undefined, texts: Texts): NamedValue[] {
  if (!offsets) return [];
  const { shotcrete, clearance } = offsets;
  return [
    ...(shotcrete
      ? [
          [
            texts['design.shotcrete'],
            `${fixed(shotcrete.thickness, 2)} m, ${texts[`design.shotcrete.${shotcrete.side}`]}`,
          ] as const,
        ]
      : []),
    ...(clearance === null ? [] : [[texts['design.clearance'], `${fixed(clearance, 2)} m`] as const]),
  ];
}

/** Areas below this are rounding, not excess, m^2. */
const A_TRIFLE = 1e-6;

/** Section on over- and underbreak against the design: in total, by sector, by stretch; null without a design. */
export function designPart({ design, volume }: ReportInput, texts: Texts): ReportPart | null {
  if (!design) return null;
  const { volumes } = design;
  const excavated = volume.recesses.length > 0 ? texts['totals.drive'] : texts['headline.volume'];
  const { plusMinus } = volumes;
  const rows: Row[] = [
    [texts['methods.design'], volumes.design],
    [texts['methods.over'], volumes.overbreak, plusMinus?.overbreak],
    ...partRows(design, texts),
    [texts['methods.under'], volumes.underbreak, plusMinus?.underbreak],
    ...tolerated(texts['methods.underBeyond'], design.tolerance?.under, volumes.underBeyond),
    [excavated, volume.drive.value, volume.drive.plusMinus],
  ];
  const columns = [
    textColumn(texts['methods.part']),
    numberColumn(texts['methods.volume'], 'm³'),
    numberColumn('±', 'm³'),
    numberColumn(texts['design.share'], '%'),
  ];
  const lines = rows.map(([name, value, half]) => [
    name,
    fixed(value, 2),
    half === undefined ? '' : fixed(half, 2),
    percent(value / volumes.design, 2),
  ]);
  const undesigned = volumes.undesigned.map(({ from, to }) => `${chainageText(from)} … ${chainageText(to)}`);
  const blocks: (Block | null)[] = [
    facts(designFacts(design, texts), true),
    table(columns, lines),
    note(
      fill(texts['design.sum'], { sum: fixed(volumes.design + volumes.overbreak - volumes.underbreak, 2) }),
    ),
    volumes.plusMinus ? note(texts['design.plusMinus']) : null,
    toleranceNote(design, texts),
    undesigned.length > 0
      ? note(fill(texts['design.undesigned'], { stretches: undesigned.join('; ') }))
      : null,
    sectorTable(design, texts),
    volumes.sectors.length > 0 ? note(texts['design.depths']) : null,
    volumes.stretches.length > 1 ? stretchTable(design, texts) : null,
  ];
  return part(fill(texts['design.title'], { name: design.name }), blocks, volumes.stretches.length <= 12);
}

/** Name, volume and its ± if any, m^3. */
type Row = [name: string, value: number, plusMinus?: number];

/** Rows of the parts of the overbreak that the contract distinguishes. */
function partRows({ volumes, pay, tolerance }: ReportDesign, texts: Texts): Row[] {
  const limit = pay && fixed(pay.limit, 2);
  return [
    ...(limit && volumes.paid !== null
      ? [[fill(texts['methods.paid'], { limit }), volumes.paid] as Row]
      : []),
    ...(pay && limit ? [[fill(texts['methods.beyondPay'], { limit }), pay.volumes.overbreak] as Row] : []),
    ...tolerated(texts['methods.overBeyond'], tolerance?.over, volumes.overBeyond),
  ];
}

/** Note on the contract's tolerance and the number of sections beyond it; null if there is none. */
function toleranceNote({ tolerance, volumes }: ReportDesign, texts: Texts): Block | null {
  const { over = null, under = null } = tolerance ?? {};
  if (over === null && under === null) return null;
  const metres = (limit: number | null): string => (limit === null ? fixed(Number.NaN, 2) : fixed(limit, 2));
  const { sections } = volumes;
  const beyond = sections.filter(
    ({ overBeyond, underBeyond }) => (overBeyond ?? 0) > A_TRIFLE || (underBeyond ?? 0) > A_TRIFLE,
  );
  return note(
    fill(texts['design.tolerance'], {
      over: metres(over),
      under: metres(under),
      beyond: fixed(beyond.length, 0),
      all: fixed(sections.length, 0),
    }),
  );
}

/** Row of the volume beyond a tolerance; none if the contract has no tolerance. */
function tolerated(name: string, limit: number | null | undefined, volume: BreakParts['overBeyond']): Row[] {
  if (limit === null || limit === undefined || volume === null) return [];
  return [[fill(name, { limit: fixed(limit, 2) }), volume]];
}

function sectorTable({ volumes }: ReportDesign, texts: Texts): TableBlock | null {
  if (volumes.sectors.length === 0) return null;
  const stated = (name: string): Column[] => [
    numberColumn(name, 'm³'),
    ...(volumes.plusMinus ? [numberColumn('±', 'm³')] : []),
  ];
  const columns = [
    textColumn(texts['sector.title']),
    ...stated(texts['methods.over']),
    ...stated(texts['methods.under']),
    numberColumn(texts['sector.deepestOver'], 'm'),
    numberColumn(texts['sector.at']),
    numberColumn(texts['sector.deepestUnder'], 'm'),
    numberColumn(texts['sector.at']),
  ];
  const halves = volumes.plusMinus?.sectors;
  const depth = (deepest: BreakDepth | null): [string, string] => {
    if (deepest === null) return [fixed(Number.NaN, 2), ''];
    const value = fixed(deepest.depth, 2);
    return [deepest.measured ? value : `(${value})`, chainageText(deepest.chainage)];
  };
  return table(
    columns,
    volumes.sectors.map(({ sector, overbreak, underbreak, deepestOver, deepestUnder }, i) => [
      texts[`sector.${sector}`],
      fixed(overbreak, 2),
      ...(halves ? [fixed(halves[i].overbreak, 2)] : []),
      fixed(underbreak, 2),
      ...(halves ? [fixed(halves[i].underbreak, 2)] : []),
      ...depth(deepestOver),
      ...depth(deepestUnder),
    ]),
  );
}

function stretchTable({ volumes }: ReportDesign, texts: Texts): TableBlock {
  const columns = [
    textColumn(texts['design.stretch']),
    textColumn(texts['strip.start']),
    textColumn(texts['strip.end']),
    numberColumn(texts['table.design'], 'm³'),
    numberColumn(texts['methods.over'], 'm³'),
    numberColumn(texts['methods.under'], 'm³'),
  ];
  return table(
    columns,
    volumes.stretches.map(({ name, from, to, design, overbreak, underbreak }) => [
      name,
      chainageText(from),
      chainageText(to),
      fixed(design, 2),
      fixed(overbreak, 2),
      fixed(underbreak, 2),
    ]),
  );
}
