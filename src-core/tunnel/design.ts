import type { BreakVolumes, SectionBreak } from '../model/breaks.ts';
import type { DesignSection } from '../model/design.ts';
import { SocavonError } from '../model/errors.ts';
import type { Profile } from '../model/tunnel.ts';
import { measurePolygon } from './polygon.ts';
import { type PolygonOverlap, polygonOverlap } from './polygon-overlap.ts';
import { swept } from './swept-volume.ts';
import type { WallSurface } from './wall-surface.ts';

/** Sides of a full circle; an arc of 2 m radius is then cut by less than 0.1 mm. */
const CIRCLE_SIDES = 720;

/**
 * Outline of a design section about the axis: (left, up) pairs in metres, counter-clockwise, up = 0 at the axis.
 */
export function designOutline(design: DesignSection): Float64Array {
  const down = design.axisHeight;
  switch (design.shape) {
    case 'circle': {
      const radius = design.diameter / 2;
      return Float64Array.from(arc(0, radius - down, radius, 0, 2 * Math.PI).slice(0, -2));
    }
    case 'rectangle': {
      const half = design.width / 2;
      const top = design.height - down;
      return Float64Array.of(half, -down, half, top, -half, top, -half, -down);
    }
    case 'baul': {
      const half = design.width / 2;
      const rise = design.height - design.wallHeight;
      // Circle through both springlines and the crown.
      const radius = (half * half + rise * rise) / (2 * rise);
      const centre = design.height - radius;
      const spring = Math.asin((design.wallHeight - centre) / radius);
      return Float64Array.of(
        -half,
        -down,
        half,
        -down,
        ...arc(0, centre - down, radius, spring, Math.PI - spring),
      );
    }
    case 'polyline': {
      const outline = Float64Array.from(design.points.flatMap(([left, height]) => [left, height - down]));
      return measurePolygon(outline).area >= 0 ? outline : reversed(outline);
    }
  }
}

/** One profile against the design; `outline` from `designOutline`. */
export function sectionBreak(profile: Profile, outline: Float64Array): SectionBreak {
  return breakOf(profile.chainage, polygonOverlap(profile.outline, outline));
}

/**
 * Design volume, overbreak and underbreak between two chainages, by average end areas over profiles, the turn
 * of the axis included, m^3.
 *
 * @param every interval of the profiles, m of chainage; overbreak and underbreak cancel inside a profile's
 *   thickness, so a small interval (0.1 to 0.5 m) tells them apart better
 * @throws SocavonError chainage-range: reversed, empty, or without a closed section
 */
export function breaksBetween(
  wall: WallSurface,
  design: DesignSection,
  from: number,
  to: number,
  every: number,
): BreakVolumes {
  const outline = designOutline(design);
  const profiles = wall.profiles(every, from, to);
  if (profiles.length === 0)
    throw new SocavonError(
      'chainage-range',
      `No profile between chainages ${from} and ${to} closes, so nothing can be compared with the design there.`,
    );
  const overlaps = profiles.map((profile) => polygonOverlap(profile.outline, outline));
  let overbreak = 0;
  let underbreak = 0;
  for (let i = 0; i < profiles.length; i++) {
    // Each profile stands for the way to the middle between it and its neighbours.
    const a = i === 0 ? from : (profiles[i - 1].chainage + profiles[i].chainage) / 2;
    const b = i === profiles.length - 1 ? to : (profiles[i].chainage + profiles[i + 1].chainage) / 2;
    const turn = wall.geometry.turnBetween(a, b);
    overbreak += swept(overlaps[i].onlyFirst, turn);
    underbreak += swept(overlaps[i].onlySecond, turn);
  }
  const { area, momentX, momentY } = measurePolygon(outline);
  return {
    design: swept({ area, momentX, momentY }, wall.geometry.turnBetween(from, to)),
    overbreak,
    underbreak,
    sections: overlaps.map((overlap, i) => breakOf(profiles[i].chainage, overlap)),
  };
}

function breakOf(chainage: number, { both, onlyFirst, onlySecond }: PolygonOverlap): SectionBreak {
  return {
    chainage,
    designArea: both.area + onlySecond.area,
    overbreak: onlyFirst.area,
    underbreak: onlySecond.area,
  };
}

/** Points of an arc about (x, y), both ends included, as (left, up) pairs. */
function arc(x: number, y: number, radius: number, from: number, to: number): number[] {
  const sides = Math.max(8, Math.ceil((CIRCLE_SIDES * (to - from)) / (2 * Math.PI)));
  return Array.from({ length: sides + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / sides;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

function reversed(outline: Float64Array): Float64Array {
  const n = outline.length / 2;
  return Float64Array.from(outline, (_, i) => outline[2 * (n - 1 - (i >> 1)) + (i & 1)]);
}
