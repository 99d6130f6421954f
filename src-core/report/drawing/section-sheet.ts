import { differencePieces } from '../../math/difference-pieces.ts';
import type { CadDrawing, CadEntity } from '../../model/drawing.ts';
import { outlineRuns } from '../figures/outline-runs.ts';
import { type SectionWindow, sectionWindow } from '../figures/section.ts';
import { type DrawingSection, type DrawnDrive, driveOutline, plainChainage } from './drawn-drive.ts';
import { layerName, layersOf } from './layers.ts';

/** Gap between sections, and space below them for their captions, m. */
const GAP = 1;
const CAPTION = 2.1;
const LETTER = 0.3;
const LINE = 0.45;
/** Characters of the longest caption line, and their width in text heights: the fonts of some programs are wide. */
const LONGEST = 28;
const LETTER_WIDTH = 0.8;

const WORDS = {
  es: { area: 'Area', over: 'Sobrerotura', under: 'Subrotura', measured: 'medido' },
  en: { area: 'Area', over: 'Overbreak', under: 'Underbreak', measured: 'measured' },
} as const;

/**
 * Sheet of all sections side by side at 1:1 in metres, rows from left to right and downwards, each seen up-chainage
 * with left to the left: measured and interpolated parts of the outline, design, pay line, over- and underbreak
 * hatched, chainage and areas below.
 */
export function sectionSheet(drive: Pick<DrawnDrive, 'sections' | 'language'>): CadDrawing {
  const { sections, language } = drive;
  const window = sectionWindow(
    sections.flatMap(({ profile, design, payLine }) =>
      [profile.outline, design, payLine].filter((outline) => outline !== null),
    ),
  );
  const width = window.left[1] - window.left[0];
  const height = window.up[1] - window.up[0];
  // Choose the columns so that the sheet has about the aspect ratio of the paper.
  const columns = Math.max(
    1,
    Math.ceil(Math.sqrt((1.4 * sections.length * (height + CAPTION + GAP)) / (width + GAP))),
  );
  const rows = Math.ceil(sections.length / columns);
  const sheet = { width: columns * (width + GAP), height: rows * (height + CAPTION + GAP) };
  return {
    layers: layersOf(['grid', 'over', 'under', 'measured', 'filled', 'design', 'pay', 'label'], language),
    entities: entitiesOf(drive, window, columns),
    view: {
      centre: [sheet.width / 2, -sheet.height / 2],
      height: 1.1 * Math.max(sheet.height, sheet.width / 1.5),
    },
  };
}

function* entitiesOf(
  { sections, language }: Pick<DrawnDrive, 'sections' | 'language'>,
  window: SectionWindow,
  columns: number,
): Generator<CadEntity, void, undefined> {
  const width = window.left[1] - window.left[0];
  const height = window.up[1] - window.up[0];
  for (const [i, section] of sections.entries()) {
    const corner: [number, number] = [
      (i % columns) * (width + GAP),
      -Math.floor(i / columns) * (height + CAPTION + GAP),
    ];
    // Looking up-chainage, left is to the left: the abscissa of the section is mirrored.
    const place = (outline: Float64Array): Float64Array =>
      outline.map((value, k) =>
        k % 2 === 0 ? corner[0] + window.left[1] - value : corner[1] - window.up[1] + value,
      );
    yield* sectionEntities(section, place, window, language);
    // Captions of neighbours must not overlap, however narrow the drive is.
    const letter = Math.min(LETTER, (width + GAP) / (LONGEST * LETTER_WIDTH));
    yield* caption(section, [corner[0] + width / 2, corner[1] - height], letter, language);
  }
}

function* sectionEntities(
  { profile, design, payLine }: DrawingSection,
  place: (outline: Float64Array) => Float64Array,
  { left, up }: SectionWindow,
  language: DrawnDrive['language'],
): Generator<CadEntity, void, undefined> {
  const line = (
    content: Parameters<typeof layerName>[0],
    outline: Float64Array,
    closed: boolean,
  ): CadEntity => ({
    kind: 'line-2d',
    layer: layerName(content, language),
    points: place(outline),
    closed,
  });
  yield line('grid', Float64Array.of(left[0], up[0], left[1], up[0], left[1], up[1], left[0], up[1]), true);
  yield line('grid', Float64Array.of(left[0], 0, left[1], 0), false);
  yield line('grid', Float64Array.of(0, up[0], 0, up[1]), false);
  if (design) {
    const { onlyFirst, onlySecond } = differencePieces(driveOutline(profile), design);
    for (const [content, pieces] of [
      ['over', onlyFirst],
      ['under', onlySecond],
    ] as const)
      for (const piece of pieces)
        yield { kind: 'fill', layer: layerName(content, language), loops: [place(piece)] };
    yield line('design', design, true);
  }
  if (payLine) yield line('pay', payLine, true);
  for (const measured of [1, 0] as const)
    for (const { vertices, closed } of outlineRuns(profile.measured, measured)) {
      const points = vertices.flatMap((v) => [profile.outline[2 * v], profile.outline[2 * v + 1]]);
      yield line(measured ? 'measured' : 'filled', Float64Array.from(points), closed);
    }
}

function* caption(
  { profile, breaks }: DrawingSection,
  [x, y]: readonly [number, number],
  letter: number,
  language: DrawnDrive['language'],
): Generator<CadEntity, void, undefined> {
  const words = WORDS[language];
  const lines = [
    plainChainage(profile.chainage),
    `${words.area} ${profile.area.toFixed(2)} m2, ${(100 * profile.measuredShare).toFixed(0)} % ${words.measured}`,
    ...(breaks
      ? [
          `${words.over} ${breaks.overbreak.toFixed(2)} m2`,
          `${words.under} ${breaks.underbreak.toFixed(2)} m2`,
        ]
      : []),
  ];
  for (const [i, text] of lines.entries())
    yield {
      kind: 'text',
      layer: layerName('label', language),
      text,
      at: [x, y - LINE * (i + 1), 0],
      align: 'middle',
      height: letter,
      rotation: 0,
    };
}
