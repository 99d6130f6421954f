import type { Profile } from '../../model/tunnel.ts';
import type { AlignmentSummary } from '../alignment-summary.ts';
import { areaStripFigure } from '../figures/area-strip.ts';
import { longSectionFigure, longSectionScale } from '../figures/long-section.ts';
import { planFigure } from '../figures/plan.ts';
import { reliabilityFigure } from '../figures/reliability-strip.ts';
import { chooseScale, toPaper } from '../figures/scale.ts';
import { sectionFigure, sectionLegend, sectionWindow } from '../figures/section.ts';
import { fill, fixed } from '../format.ts';
import type { ReportInput } from '../report-input.ts';
import type { Texts } from '../texts.ts';
import { figure, paragraph, part } from './elements.ts';
import { CONTENT_WIDTH } from './style.ts';

/** Section drawings side by side at the least, and the paper between them, mm. */
const LEAST_PER_ROW = 3;
const GAP = 3;

export function planPart(input: ReportInput, alignment: AlignmentSummary, texts: Texts): string {
  const svg = planFigure(
    {
      axis: input.axis,
      profiles: input.profiles,
      trajectory: positionsOf(input),
      unobserved: alignment.unobservedStretches,
      texts,
    },
    CONTENT_WIDTH,
  );
  return part(texts['plan.title'], figure(svg, texts['plan.caption']), 'keep');
}

export function longSectionPart(input: ReportInput, alignment: AlignmentSummary, texts: Texts): string {
  const svg = longSectionFigure(
    {
      axis: input.axis,
      profiles: input.profiles,
      design: input.design?.outline ?? null,
      unobserved: alignment.unobservedStretches,
      texts,
    },
    CONTENT_WIDTH,
  );
  return part(
    texts['long.title'],
    `${figure(svg, texts['long.caption'])}${stripFigure(input, texts)}`,
    'keep',
  );
}

/** The reliability strip, chainage under chainage; nothing where the way gave none. */
function stripFigure({ reliability, profiles }: ReportInput, texts: Texts): string {
  if (reliability.heldBy.length === 0) return '';
  const svg = reliabilityFigure(
    {
      strip: reliability,
      chainage: [profiles[0].chainage, profiles[profiles.length - 1].chainage],
      horizontal: longSectionScale(profiles, CONTENT_WIDTH),
      texts,
    },
    CONTENT_WIDTH,
  );
  const reference = texts[`strip.reference.${reliability.reference}`];
  return figure(svg, fill(texts['strip.caption'], { reference }));
}

export function areaPart({ profiles, design }: ReportInput, texts: Texts): string {
  const designArea = design?.volumes.sections[0]?.designArea ?? null;
  const svg = areaStripFigure({ profiles, designArea, texts }, CONTENT_WIDTH);
  return part(texts['area.title'], figure(svg, texts['area.caption']), 'keep');
}

/** @param count how many sections to draw, evenly along the drive */
export function sectionsPart({ profiles, design }: ReportInput, count: number, texts: Texts): string {
  const shown = evenly(profiles, count);
  const outlines = shown.map((profile) => profile.outline);
  const payLine = design?.pay?.outline ?? null;
  const nominal = [design?.outline, payLine].flatMap((outline) => outline ?? []);
  const window = sectionWindow([...outlines, ...nominal]);
  const span = window.left[1] - window.left[0];
  const scale = chooseScale(span, (CONTENT_WIDTH + GAP) / LEAST_PER_ROW - GAP);
  const perRow = Math.floor((CONTENT_WIDTH + GAP) / (toPaper(span, scale) + GAP));
  const drawings = shown.map(
    (profile, i) =>
      `<div>${sectionFigure({
        profile,
        design: design?.outline ?? null,
        payLine,
        window,
        scale,
        id: `section-${i}`,
      })}</div>`,
  );
  const caption = fill(texts['sections.caption'], {
    shown: fixed(shown.length, 0),
    all: fixed(profiles.length, 0),
  });
  const scaleText = fill(texts['scale.one'], { scale: fixed(scale, 0) });
  return part(
    texts['sections.title'],
    `${paragraph(`${scaleText}. ${caption}`, 'note')}${sectionLegend({ design: design !== null, payLine: payLine !== null }, texts, CONTENT_WIDTH)}<div class="sheet" style="--per-row:${perRow}">${drawings.join('\n')}</div>`,
  );
}

function positionsOf({ trajectory }: ReportInput): Float64Array {
  const xyz = new Float64Array(3 * trajectory.poses.length);
  trajectory.poses.forEach((pose, i) => {
    xyz.set(pose.T_map_sensor.t, 3 * i);
  });
  return xyz;
}

/** The first, the last and evenly spaced ones between. */
export function evenly(profiles: readonly Profile[], count: number): Profile[] {
  if (profiles.length <= count) return [...profiles];
  const step = (profiles.length - 1) / (Math.max(2, count) - 1);
  return Array.from({ length: Math.max(2, count) }, (_, i) => profiles[Math.round(i * step)]);
}
