import { dxfPieces } from '../../../src-core/io/cad/dxf-writer.ts';
import { profileSize } from '../../../src-core/model/profile-size.ts';
import type { DrawingSection } from '../../../src-core/report/drawing/drawn-drive.ts';
import { sectionSheet } from '../../../src-core/report/drawing/section-sheet.ts';
import { LETTER, PALETTE } from '../../../src-core/report/figures/palette.ts';
import { chooseScale } from '../../../src-core/report/figures/scale.ts';
import {
  type SectionWindow,
  sectionFigure,
  sectionLegend,
} from '../../../src-core/report/figures/section.ts';
import { drawing, element, label } from '../../../src-core/report/figures/svg.ts';
import { fixed } from '../../../src-core/report/texts/format.ts';
import { type ReportLanguage, textsOf } from '../../../src-core/report/texts/texts.ts';

/** Room for a drawing on an A4 page that stands, with its margins, mm. */
const PAGE = { width: 180, height: 190 };
/** Heading above the drawing, gap and legend below it, mm. */
const HEAD = 13;
const GAP = 4;
const LEGEND = 12;
const MARGIN = 3;
/** The table of sectors and the legend need so much, however narrow the drive is, mm. */
const LEAST_WIDTH = 110;
const FONT = 'Arial, Helvetica, sans-serif';

/** One section for paper. */
export interface SectionOnPaper {
  readonly section: DrawingSection;
  readonly window: SectionWindow;
  readonly language: ReportLanguage;
  /** Of the drive. */
  readonly title: string;
  /** Which way one looks, in words. */
  readonly looking: string;
}

/** Section as an SVG document at a true scale: heading, looking direction, drawing, figures, scale bar and legend. */
export function sectionSvg({ section, window, language, title, looking }: SectionOnPaper): string {
  const texts = textsOf(language);
  const { profile, design, payLine } = section;
  const across = window.left[1] - window.left[0];
  const up = window.up[1] - window.up[0];
  const scale = Math.max(chooseScale(across, PAGE.width), chooseScale(up, PAGE.height));
  const figure = sectionFigure({ ...section, window, scale, id: 'over' }, texts);
  const [, , figureWidth, figureHeight] = /viewBox="([^"]*)"/.exec(figure)![1].split(' ').map(Number);
  const width = Math.max(LEAST_WIDTH, figureWidth);
  const legend = sectionLegend({ design: design !== null, payLine: payLine !== null, scale }, texts, width);
  const size = profileSize(profile);
  const height = HEAD + figureHeight + GAP + LEGEND;
  const sheet = drawing(width + 2 * MARGIN, height + 2 * MARGIN, title, [
    element('rect', {
      x: 0,
      y: 0,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
      fill: '#ffffff',
    }),
    label(MARGIN, MARGIN + 4, title, LETTER.title, { fill: PALETTE.ink, 'font-weight': 'bold' }),
    label(
      MARGIN,
      MARGIN + 8.5,
      `${looking} · ${fixed(size.width, 2)} × ${fixed(size.height, 2)} m`,
      LETTER.normal,
      {
        fill: PALETTE.quiet,
      },
    ),
    placed(figure, MARGIN + (width - figureWidth) / 2, MARGIN + HEAD),
    placed(legend, MARGIN, MARGIN + HEAD + figureHeight + GAP),
  ]);
  return sheet.replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" font-family="${FONT}" `);
}

/** Section as an ASCII DXF in metres; letters beyond ASCII as DXF writes them in any code page. */
export function sectionDxf({ section, language }: Pick<SectionOnPaper, 'section' | 'language'>): string {
  const text = [...dxfPieces(sectionSheet({ sections: [section], language }))].join('');
  return text.replace(
    /[^\0-\x7f]/g,
    (letter) => `\\U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** A drawing within another one, at a place in mm. */
function placed(svg: string, x: number, y: number): string {
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" `).replace(/(width|height)="([\d.]+)mm"/g, '$1="$2"');
}
