import type {
  BaulByRadiusDesign,
  BaulDesign,
  DesignSection,
  HorseshoeDesign,
  ThreeCentreDesign,
} from '../../model/design.ts';
import { baulArch, horseshoeCorner, threeCentreCrown } from '../../model/design-arcs.ts';
import type { DesignLine } from './lines/design-line.ts';
import { freeLine } from './lines/free-line.ts';

/** Segments of an outline about the middle of the section and its floor, each (left, height) pairs. */
interface Parts {
  /** From the right corner to the left one. */
  readonly floor: readonly number[];
  /** From the floor's left corner up to the springline, both included. */
  readonly leftWall: readonly number[];
  /** From springline to springline, from left to right. */
  readonly arch: readonly number[];
}

/** Outline of a design section about the axis: (left, up) pairs in metres, counter-clockwise, up = 0 at the axis. */
export function designOutline(design: DesignSection): Float64Array {
  return designLine(design).outline;
}

/** Outline of a design section with its corners; the section must have passed `checkDesign`. */
export function designLine(design: DesignSection): DesignLine {
  const line = design.shape === 'polyline' ? freeLine(design) : joined(partsOf(design));
  const { axisHeight, axisLeft = 0 } = design;
  return { ...line, outline: line.outline.map((value, i) => value - (i % 2 === 0 ? axisLeft : axisHeight)) };
}

function partsOf(design: Exclude<DesignSection, { shape: 'polyline' }>): Parts {
  switch (design.shape) {
    case 'rectangle':
      return straight(design.width / 2, design.width / 2, design.height);
    case 'trapezoid':
      return straight(design.bottomWidth / 2, design.topWidth / 2, design.height);
    case 'baul':
    case 'baul-radius':
      return baul(design);
    case 'horseshoe':
      return horseshoe(design);
    case 'circle':
      return circle(design.diameter / 2);
    case 'three-centre':
      return threeCentre(design);
  }
}

/** Joins the segments; the right wall mirrors the left one. Points shared by two segments are listed once. */
function joined({ floor, leftWall, arch }: Parts): DesignLine {
  const wall = leftWall.length / 2;
  const rightWall = Array.from({ length: wall }, (_, i) => [
    -leftWall[2 * (wall - 1 - i)],
    leftWall[2 * (wall - 1 - i) + 1],
  ]).flat();
  const leftFloor = floor.length / 2 - 1;
  const leftSpring = leftFloor + wall - 1;
  const rightSpring = leftSpring + arch.length / 2 - 1;
  const outline = Float64Array.from([
    ...floor,
    ...leftWall.slice(2),
    ...arch.slice(2),
    ...rightWall.slice(2, -2),
  ]);
  return { outline, leftFloor, leftSpring, rightSpring, rightFloor: 0 };
}

function straight(bottom: number, top: number, height: number): Parts {
  return {
    floor: [-bottom, 0, bottom, 0],
    leftWall: [bottom, 0, top, height],
    arch: [top, height, -top, height],
  };
}

/** Sides of a full circle; the chord error of an arc of 2 m radius is then less than 0.1 mm. */
const CIRCLE_SIDES = 720;

/** Points of an arc about (x, y), both ends included, as (x, y) pairs; angles in radians. */
function arcPoints(x: number, y: number, radius: number, from: number, to: number): number[] {
  const sides = Math.max(8, Math.ceil((CIRCLE_SIDES * Math.abs(to - from)) / (2 * Math.PI)));
  return Array.from({ length: sides + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / sides;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

function baul(design: BaulDesign | BaulByRadiusDesign): Parts {
  const { centre, radius } = baulArch(design);
  // An arch that was offset inwards may reach the floor within the walls.
  const wallHeight = Math.max(0, design.wallHeight);
  const half = design.wallHeight >= 0 ? design.width / 2 : Math.sqrt(radius * radius - centre * centre);
  const spring = Math.asin((wallHeight - centre) / radius);
  return {
    floor: [-half, 0, half, 0],
    leftWall: [half, 0, half, wallHeight],
    arch: arcPoints(0, centre, radius, spring, Math.PI - spring),
  };
}

function horseshoe(design: HorseshoeDesign): Parts {
  const { wallRadius, invertRadius } = design;
  const half = design.width / 2;
  const springline = design.height - half;
  const [left, height] = horseshoeCorner(design);
  const wallAngle = Math.asin((height - springline) / wallRadius);
  const invertAngle = Math.asin(left / invertRadius);
  return {
    floor:
      invertRadius === 0
        ? [-left, 0, left, 0]
        : arcPoints(0, invertRadius, invertRadius, -Math.PI / 2 - invertAngle, -Math.PI / 2 + invertAngle),
    leftWall: arcPoints(half - wallRadius, springline, wallRadius, wallAngle, 0),
    arch: arcPoints(0, springline, half, 0, Math.PI),
  };
}

/** A circle has no floor: its lowest quarter counts as floor. */
function circle(radius: number): Parts {
  const eighth = Math.PI / 4;
  return {
    floor: arcPoints(0, radius, radius, -3 * eighth, -eighth),
    leftWall: arcPoints(0, radius, radius, -eighth, 0),
    arch: arcPoints(0, radius, radius, 0, Math.PI),
  };
}

function threeCentre(design: ThreeCentreDesign): Parts {
  const { width, wallHeight, shoulderRadius } = design;
  const { centre, radius } = threeCentreCrown(design);
  const aside = width / 2 - shoulderRadius;
  const join = Math.atan2(wallHeight - centre, aside);
  return {
    floor: [-width / 2, 0, width / 2, 0],
    leftWall: [width / 2, 0, width / 2, wallHeight],
    arch: [
      ...arcPoints(aside, wallHeight, shoulderRadius, 0, join),
      ...arcPoints(0, centre, radius, join, Math.PI - join).slice(2),
      ...arcPoints(-aside, wallHeight, shoulderRadius, Math.PI - join, Math.PI).slice(2),
    ],
  };
}
