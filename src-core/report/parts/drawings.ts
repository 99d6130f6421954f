import type { AlignmentSummary } from '../alignment-summary.ts';
import { designAt } from '../design-at.ts';
import { type FigureBlock, figure, part, type ReportPart } from '../document.ts';
import { areaStripFigure } from '../figures/area-strip.ts';
import { longSectionFigure, longSectionScale } from '../figures/long-section.ts';
import { CONTENT_WIDTH } from '../figures/paper.ts';
import { planFigure } from '../figures/plan.ts';
import { reliabilityFigure } from '../figures/reliability-strip.ts';
import type { ReportInput } from '../report-input.ts';
import { fill } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

export function planPart(input: ReportInput, alignment: AlignmentSummary, texts: Texts): ReportPart {
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
  return part(texts['plan.title'], [figure(svg, texts['plan.caption'])], true);
}

export function longSectionPart(input: ReportInput, alignment: AlignmentSummary, texts: Texts): ReportPart {
  const svg = longSectionFigure(
    {
      axis: input.axis,
      profiles: input.profiles,
      design: (chainage) => designAt(input.design, chainage)?.outline ?? null,
      unobserved: alignment.unobservedStretches,
      texts,
    },
    CONTENT_WIDTH,
  );
  return part(texts['long.title'], [figure(svg, texts['long.caption']), stripFigure(input, texts)], true);
}

/** Reliability strip, aligned by chainage with the long section; null if the trajectory has none. */
function stripFigure({ reliability, profiles }: ReportInput, texts: Texts): FigureBlock | null {
  if (reliability.heldBy.length === 0) return null;
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

export function areaPart({ profiles, design }: ReportInput, texts: Texts): ReportPart {
  const areas = new Map(design?.volumes.sections.map(({ chainage, designArea }) => [chainage, designArea]));
  const designAreas = design && profiles.map(({ chainage }) => areas.get(chainage) ?? Number.NaN);
  const svg = areaStripFigure({ profiles, designAreas, texts }, CONTENT_WIDTH);
  return part(texts['area.title'], [figure(svg, texts['area.caption'])], true);
}

function positionsOf({ trajectory }: ReportInput): Float64Array {
  const xyz = new Float64Array(3 * trajectory.poses.length);
  trajectory.poses.forEach((pose, i) => {
    xyz.set(pose.T_map_sensor.t, 3 * i);
  });
  return xyz;
}
