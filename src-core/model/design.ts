/**
 * Nominal section of a drive, metres, as drawn looking along the axis: symmetric about its middle except for the
 * free outline.
 */
export type DesignSection = DesignShape & DesignPlace;

/** Position of the axis in the section, m. */
export interface DesignPlace {
  /**
   * Above the floor (the lowest point of an invert), so that the same section serves an axis on the floor (0), at
   * the sensor's height, or at the crown.
   */
  readonly axisHeight: number;
  /** To the left of the section's middle (of the origin of a free outline), looking up-chainage; left out: 0. */
  readonly axisLeft?: number;
}

type DesignShape =
  | RectangleDesign
  | TrapezoidDesign
  | BaulDesign
  | BaulByRadiusDesign
  | HorseshoeDesign
  | CircleDesign
  | ThreeCentreDesign
  | PolylineDesign;

export type DesignShapeName = DesignShape['shape'];

/** In the order of the menus. */
export const DESIGN_SHAPES = [
  'baul',
  'baul-radius',
  'rectangle',
  'trapezoid',
  'horseshoe',
  'circle',
  'three-centre',
  'polyline',
] as const satisfies readonly DesignShapeName[];

interface RectangleDesign {
  readonly shape: 'rectangle';
  readonly width: number;
  readonly height: number;
}

/** Level floor and roof, straight inclined walls. */
export interface TrapezoidDesign {
  readonly shape: 'trapezoid';
  readonly bottomWidth: number;
  readonly topWidth: number;
  readonly height: number;
}

/** D-shape (baúl): vertical walls and one circular arc through both springlines and the crown. */
export interface BaulDesign {
  readonly shape: 'baul';
  readonly width: number;
  /** Floor to crown. */
  readonly height: number;
  /** Floor to springline. */
  readonly wallHeight: number;
}

/** D-shape with its arc defined by the radius; the height follows. */
export interface BaulByRadiusDesign {
  readonly shape: 'baul-radius';
  readonly width: number;
  readonly wallHeight: number;
  /** At least half the width. */
  readonly archRadius: number;
}

/**
 * Horseshoe of several arcs: over the springline a half circle as wide as the section, below it two walls of a
 * larger radius that continue it tangentially, and a floor that is level or an arc. With height, wall and invert
 * radius equal to the width it is the standard horseshoe of hydraulics.
 */
export interface HorseshoeDesign {
  readonly shape: 'horseshoe';
  /** At the springline, the widest. */
  readonly width: number;
  /** Lowest point of the floor to crown. */
  readonly height: number;
  readonly wallRadius: number;
  /** 0: a level floor. */
  readonly invertRadius: number;
}

interface CircleDesign {
  readonly shape: 'circle';
  readonly diameter: number;
}

/** Vertical walls, two small arcs and one large arc between them, all tangent; the large radius follows. */
export interface ThreeCentreDesign {
  readonly shape: 'three-centre';
  readonly width: number;
  /** Floor to crown. */
  readonly height: number;
  /** Floor to springline. */
  readonly wallHeight: number;
  /** Radius of the small arcs. */
  readonly shoulderRadius: number;
}

export interface PolylineDesign {
  readonly shape: 'polyline';
  /** Closed outline, (left, height above the floor) pairs, first not repeated, in either direction. */
  readonly points: readonly (readonly [number, number])[];
  /**
   * Sides that form the floor, each by the lower index in `points` of its two ends, from 0. Left out: the sides
   * that face down within 45 degrees.
   */
  readonly floorSides?: readonly number[];
  /**
   * Height of the springline above the floor. Left out: where a wall first leans inwards by more than 30 degrees.
   */
  readonly springHeight?: number;
}

/** Lines parallel to the section at a distance, m; null: not in the contract. The floor is not offset. */
export interface DesignOffsets {
  /** Offset of the pay line outside of the line of excavation. */
  readonly pay: number | null;
  /** Offset of the clearance line: nothing may protrude within this distance of the finished line. */
  readonly clearance: number | null;
  readonly shotcrete: Shotcrete | null;
}

export interface Shotcrete {
  readonly thickness: number;
  /**
   * 'inward': the section is the line of excavation; 'outward': it is the finished line, with the excavation
   * outside of it.
   */
  readonly side: 'inward' | 'outward';
}

/**
 * Tolerance of the contract, m from the line of excavation; null: not stated, and nothing is reported as beyond it.
 */
export interface ToleranceBand {
  readonly over: number | null;
  readonly under: number | null;
}

/** Design section over a stretch of the axis. */
export interface DesignStretch {
  readonly name: string;
  /** Chainages, m; null: open. Half-open: a stretch includes its start, the next one its end. */
  readonly from: number | null;
  readonly to: number | null;
  readonly section: DesignSection;
}

/**
 * Design programme of a drive: sections along the axis, in order and without overlap, and the terms of the
 * contract.
 */
export interface DesignProgramme {
  readonly stretches: readonly DesignStretch[];
  readonly offsets: DesignOffsets;
  readonly tolerance: ToleranceBand;
}

export const NO_OFFSETS: DesignOffsets = { pay: null, clearance: null, shotcrete: null };
export const NO_TOLERANCE: ToleranceBand = { over: null, under: null };

/** One section for the whole axis. */
export function wholeAxis(
  section: DesignSection,
  offsets: Partial<DesignOffsets> = {},
  tolerance: Partial<ToleranceBand> = {},
): DesignProgramme {
  return {
    stretches: [{ name: '', from: null, to: null, section }],
    offsets: { ...NO_OFFSETS, ...offsets },
    tolerance: { ...NO_TOLERANCE, ...tolerance },
  };
}

/**
 * The programme of a design: its own, or its section for the whole axis.
 *
 * @param payLimit offset outside of the design up to which excavation is paid, m, if the programme states none; 0:
 *   no pay line
 */
export function programmeOf(
  { section, programme = wholeAxis(section) }: { section: DesignSection; programme?: DesignProgramme },
  payLimit = 0,
): DesignProgramme {
  const { offsets } = programme;
  return payLimit > 0 && offsets.pay === null
    ? { ...programme, offsets: { ...offsets, pay: payLimit } }
    : programme;
}

/** The stretch that contains a chainage; null if nothing is designed there. */
export function stretchAt({ stretches }: DesignProgramme, chainage: number): DesignStretch | null {
  const within = ({ from, to }: DesignStretch): boolean =>
    chainage >= (from ?? Number.NEGATIVE_INFINITY) && chainage < (to ?? Number.POSITIVE_INFINITY);
  // The end of the last stretch before a gap, or of all, belongs to it, because a profile is cut there.
  return stretches.find(within) ?? stretches.find(({ to }) => to === chainage) ?? null;
}

/** The section of a design that is just one section for the whole axis; else null. */
export function soleSection({ stretches, offsets, tolerance }: DesignProgramme): DesignSection | null {
  const [{ name, from, to, section }] = stretches;
  const isBare = [
    offsets.pay,
    offsets.clearance,
    offsets.shotcrete,
    tolerance.over,
    tolerance.under,
    from,
    to,
  ].every((value) => value === null);
  return stretches.length === 1 && name === '' && isBare ? section : null;
}
