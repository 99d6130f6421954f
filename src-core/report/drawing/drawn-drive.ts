import type { Axis } from '../../model/axis.ts';
import type { SectionBreak } from '../../model/breaks.ts';
import type { Recess } from '../../model/recess.ts';
import type { Profile } from '../../model/tunnel.ts';
import { mapPoint } from '../figures/section-shape.ts';
import { chainageText } from '../texts/format.ts';
import type { ReportLanguage } from '../texts/texts.ts';

/** What is drawn of a drive: plain numbers, whoever measured them. */
export interface DrawnDrive {
  /** Of the working; titles and names of strings. */
  readonly name: string;
  readonly axis: Axis;
  /** At least one, in order of chainage. */
  readonly sections: readonly DrawingSection[];
  readonly recesses: readonly Recess[];
  /** Names of layers and words. */
  readonly language: ReportLanguage;
  /** Day of the survey; null: none is written. The same drive gives the same bytes. */
  readonly surveyedAt: Date | null;
}

/** A profile with what it is held against. */
export interface DrawingSection {
  readonly profile: Profile;
  /** Line of excavation, (left, up) pairs about the axis, m; null where there is none. */
  readonly design: Float64Array | null;
  /** Outline up to which excavation is paid; null where there is none. */
  readonly payLine: Float64Array | null;
  readonly breaks: SectionBreak | null;
}

/** Points of a section plane in the map frame: x, y, z each. */
export function inMap(profile: Profile, outline: Float64Array): Float64Array {
  const points = new Float64Array((outline.length / 2) * 3);
  for (let i = 0; i < outline.length / 2; i++)
    points.set(mapPoint(profile, outline[2 * i], outline[2 * i + 1]), 3 * i);
  return points;
}

/** The outline of the drive alone: where a niche or a cross-cut opens, along the drive's own wall line. */
export function driveOutline({ outline, driveOutline: alone }: Profile): Float64Array {
  return alone ?? outline;
}

/** Chainage in the letters of every program: 1+234.50, a plain minus before it. */
export function plainChainage(metres: number, decimals = 2): string {
  return chainageText(metres, decimals).replace('\u2212', '-');
}
