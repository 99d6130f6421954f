import { type RecessLine, USUAL_RECESS_DEPTH } from '../../../model/recess.ts';

/** Classification of niches and cross-cuts. The defaults leave blasted overbreak in the drive. */
export interface RecessOptions {
  /** Void less deep than this beyond the wall line is overbreak, m. */
  readonly minDepth: number;
  /** An opening narrower than this, along the axis or round the section, is ignored, m. */
  readonly minOpening: number;
  /** Deeper than this it is a cross-cut, m. */
  readonly crossCutDepth: number;
  /** Half-window of the drive's typical section on either side, m of chainage: longer than any opening. */
  readonly reach: number;
  /** Boundary of the drive across an opening: the line from jamb to jamb, or the design's if there is one. */
  readonly line: RecessLine;
  /** Standard uncertainty of the drive's wall line from jamb to jamb, m. */
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
