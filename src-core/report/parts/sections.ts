import { designAt } from '../design-at.ts';
import { note, part, type ReportPart } from '../document.ts';
import { everyNth } from '../every-nth.ts';
import { CONTENT_WIDTH } from '../figures/paper.ts';
import { chooseScale, toPaper } from '../figures/scale.ts';
import { sectionFigure, sectionLegend, sectionWindow } from '../figures/section.ts';
import type { ReportInput } from '../report-input.ts';
import { fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Minimum section drawings per row, and the gap between them, mm. */
const LEAST_PER_ROW = 2;
const GAP = 3;

/** @param count maximum number of sections to draw: every nth of them, with the first and the last */
export function sectionsPart(
  { profiles, design, volume }: ReportInput,
  count: number,
  texts: Texts,
): ReportPart {
  const { every, indices } = everyNth(profiles.length, count);
  const shown = indices.map((i) => profiles[i]);
  const outlines = shown.map((profile) => profile.outline);
  const nominal = shown.flatMap(({ chainage }) => {
    const { outline, payOutline } = designAt(design, chainage) ?? { outline: null, payOutline: null };
    return [outline, payOutline].flatMap((line) => line ?? []);
  });
  const window = sectionWindow([...outlines, ...nominal]);
  const span = window.left[1] - window.left[0];
  const scale = chooseScale(span, (CONTENT_WIDTH + GAP) / LEAST_PER_ROW - GAP);
  const perRow = Math.floor((CONTENT_WIDTH + GAP) / (toPaper(span, scale) + GAP));
  const breaks = new Map(design?.volumes.sections.map((section) => [section.chainage, section]));
  const drawings = shown.map((profile, i) =>
    sectionFigure(
      {
        profile,
        design: designAt(design, profile.chainage)?.outline ?? null,
        payLine: designAt(design, profile.chainage)?.payOutline ?? null,
        breaks: breaks.get(profile.chainage) ?? null,
        window,
        scale,
        id: `section-${i}`,
      },
      texts,
    ),
  );
  const caption = fill(texts[every === 1 ? 'sections.all' : 'sections.thinned'], {
    every: fixed(every, 0),
    all: fixed(profiles.length, 0),
  });
  const plane = texts[`sections.plane.${volume.sections}`];
  return part(texts['sections.title'], [
    note(`${fill(texts['sections.caption'], { plane })} ${caption}`),
    {
      kind: 'sheet',
      legend: sectionLegend(
        { design: design !== null, payLine: design !== null && design.pay !== null, scale },
        texts,
        CONTENT_WIDTH,
      ),
      drawings,
      perRow,
    },
  ]);
}
