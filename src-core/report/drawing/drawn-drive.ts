import type { Axis } from '../../model/axis.ts';
import type { SectionBreak } from '../../model/breaks.ts';
import type { Recess } from '../../model/recess.ts';
import type { Profile } from '../../model/tunnel.ts';
import { mapPoint } from '../figures/section-shape.ts';
import { chainageText } from '../texts/format.ts';
import type { ReportLanguage } from '../texts/texts.ts';

/** Drive to be drawn, as plain numbers independent of the measurement. */
export interface DrawnDrive {
  /** Name of the working; used for titles and string names. */
  readonly name: string;
  readonly axis: Axis;
  /** At least one, in order of chainage. */
  readonly sections: readonly DrawingSection[];
  readonly recesses: readonly Recess[];
  /** Language of layer names and texts. */
  readonly language: ReportLanguage;
  /** Date of the survey; null: omitted. The same drive yields identical bytes. */
  readonly surveyedAt: Date | null;
}

/** Profile with its design and pay line. */
export interface DrawingSection {
  readonly profile: Profile;
  /** Line of excavation, (left, up) pairs about the axis, m; null if there is none. */
  readonly design: Float64Array | null;
  /** Pay line: outline up to which excavation is paid; null if there is none. */
  readonly payLine: Float64Array | null;
  readonly breaks: SectionBreak | null;
}

/** Transforms points of a section plane to the map frame: x, y, z each. */
export function inMap(profile: Profile, outline: Float64Array): Float64Array {
  const points = new Float64Array((outline.length / 2) * 3);
  for (let i = 0; i < outline.length / 2; i++)
    points.set(mapPoint(profile, outline[2 * i], outline[2 * i + 1]), 3 * i);
  return points;
}

/** Outline of the drive alone: across the mouth of a recess it follows the drive's own wall line. */
export function driveOutline({ outline, driveOutline: alone }: Profile): Float64Array {
  return alone ?? outline;
}

/** Chainage in plain ASCII: 1+234.50, with a hyphen-minus for negative values. */
export function plainChainage(metres: number, decimals = 2): string {
  return chainageText(metres, decimals).replace('\u2212', '-');
}
