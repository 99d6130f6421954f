/**
 * Nominal section of a drive, metres, as it is drawn looking along the axis: symmetric about its middle but for the free
 * outline.
 */
export type DesignSection = DesignShape & DesignPlace;

/** Where the axis runs in the section, m. */
export interface DesignPlace {
  /**
   * Above the floor (the lowest point of an invert), so that the same section serves an axis on the floor (0), at the
   * robot's height, or at the crown.
   */
  readonly axisHeight: number;
  /** To the left of the section's middle (of the free outline's own zero), looking up-chainage; left out: 0. */
  readonly axisLeft?: number;
}

export type DesignShape =
  | RectangleDesign
  | TrapezoidDesign
  | BaulDesign
  | BaulByRadiusDesign
  | HorseshoeDesign
  | CircleDesign
  | ThreeCentreDesign
  | PolylineDesign;

export type DesignShapeName = DesignShape['shape'];

/** In the order in which a person is offered them. */
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

export interface RectangleDesign {
  readonly shape: 'rectangle';
  readonly width: number;
  readonly height: number;
}

/** Level floor and roof, straight walls that lean. */
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

/** The same, its arc told by the radius; the height follows. */
export interface BaulByRadiusDesign {
  readonly shape: 'baul-radius';
  readonly width: number;
  readonly wallHeight: number;
  /** At least half the width. */
  readonly archRadius: number;
}

/**
 * Horseshoe of several arcs: over the springline a half circle as wide as the section, below it two walls of a larger radius
 * that go on from it without a corner, and a floor that is level or an arc. With height, wall and invert radius equal to the
 * width it is the standard horseshoe of hydraulics.
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

export interface CircleDesign {
  readonly shape: 'circle';
  readonly diameter: number;
}

/** Vertical walls, two small arcs and one large arc between them, all joined without a corner; the large radius follows. */
export interface ThreeCentreDesign {
  readonly shape: 'three-centre';
  readonly width: number;
  /** Floor to crown. */
  readonly height: number;
  /** Floor to springline. */
  readonly wallHeight: number;
  /** Of the small arcs. */
  readonly shoulderRadius: number;
}

export interface PolylineDesign {
  readonly shape: 'polyline';
  /** Closed outline, (left, height above the floor) pairs, first not repeated, either way round. */
  readonly points: readonly (readonly [number, number])[];
  /**
   * Sides that are the floor, by the place in `points` of either end that comes first, from 0. Left out: the sides that
   * face down within 45 degrees.
   */
  readonly floorSides?: readonly number[];
  /**
   * Height above the floor at which the walls end and the arch begins. Left out: where a wall first leans inwards by more
   * than 30 degrees.
   */
  readonly springHeight?: number;
}

/** Lines that follow the section at a distance, m; null: the contract has none. The floor stays where it is. */
export interface DesignOffsets {
  /** Excavation is paid up to this far outside of the line of excavation. */
  readonly pay: number | null;
  /** Within this distance of the finished line nothing may stand in the way. */
  readonly clearance: number | null;
  readonly shotcrete: Shotcrete | null;
}

export interface Shotcrete {
  readonly thickness: number;
  /** 'inward': the section is the line of excavation; 'outward': it is the finished line, excavation lies outside of it. */
  readonly side: 'inward' | 'outward';
}

/** What a contract lets pass, m from the line of excavation; null: it says nothing, and nothing is told as beyond it. */
export interface ToleranceBand {
  readonly over: number | null;
  readonly under: number | null;
}

/** A section over a part of the axis. */
export interface DesignStretch {
  readonly name: string;
  /** Chainages, m; null: open. A stretch holds its beginning, the next one its end. */
  readonly from: number | null;
  readonly to: number | null;
  readonly section: DesignSection;
}

/** What a drive is to be: its sections along the axis, in order and without overlap, and what the contract says of them. */
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
 * The programme of a design as it is asked for: its own, or its section for the whole axis.
 *
 * @param payLimit up to which excavation outside of the design is paid, m, where the programme does not say; 0: no pay line
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

/** The stretch that holds a chainage; null where nothing is designed. */
export function stretchAt({ stretches }: DesignProgramme, chainage: number): DesignStretch | null {
  const within = ({ from, to }: DesignStretch): boolean =>
    chainage >= (from ?? Number.NEGATIVE_INFINITY) && chainage < (to ?? Number.POSITIVE_INFINITY);
  // The end of the last stretch before a gap, or of all, belongs to it: a profile stands there.
  return stretches.find(within) ?? stretches.find(({ to }) => to === chainage) ?? null;
}

/** The section of a design that is nothing but one section for the whole axis; else null. */
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
