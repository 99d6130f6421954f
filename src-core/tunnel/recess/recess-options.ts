import { type RecessLine, USUAL_RECESS_DEPTH } from '../../model/recess.ts';

/** What counts as a niche or a cross-cut. The defaults leave blasted overbreak where it is. */
export interface RecessOptions {
  /** Void less deep than this beyond the wall line is overbreak, m. */
  readonly minDepth: number;
  /** An opening narrower than this, along the axis or round the section, is none, m. */
  readonly minOpening: number;
  /** Deeper than this it is a cross-cut, m. */
  readonly crossCutDepth: number;
  /** The drive's typical section is taken over so much on either side, m of chainage: longer than any opening. */
  readonly reach: number;
  /** Where the drive ends across an opening: on the line from jamb to jamb, or on the design's where there is one. */
  readonly line: RecessLine;
  /** How far the drive's wall line from jamb to jamb may lie off, m, one standard deviation. */
  readonly lineSigma: number;
}

export const RECESS_DEFAULTS: RecessOptions = {
  minDepth: USUAL_RECESS_DEPTH,
  minOpening: 0.6,
  crossCutDepth: 3,
  reach: 10,
  line: 'jambs',
  lineSigma: 0.05,
};
