import type { CadDrawing, CadEntity } from '../../model/drawing.ts';
import type { Profile } from '../../model/tunnel.ts';
import { AxisGeometry } from '../../tunnel/axis/axis-geometry.ts';
import { niceStep, ticks } from '../figures/scale.ts';
import { type DrawingSection, type DrawnDrive, driveOutline, inMap, plainChainage } from './drawn-drive.ts';
import { layerName, layersOf } from './layers.ts';

/** Approximate number of chainage marks along the drive, and their minimum spacing, m. */
const MARKS = 25;
const LEAST_MARK_STEP = 1;
/** Half length of a mark across the axis, and text height, m: legible at 1:500. */
const HALF_MARK = 0.5;
const LETTER = 0.6;

/**
 * Drawing of the drive in mine coordinates: axis with chainages, both walls at their widest, every section and its
 * design in 3D, niches and cross-cuts. Its top view is the plan.
 */
export function planDrawing(drive: DrawnDrive): CadDrawing {
  const { sections, language } = drive;
  const box = boxOf(sections);
  return {
    layers: layersOf(['axis', 'chainage', 'wall', 'outline-3d', 'design-3d', 'recess'], language),
    entities: planEntities(drive),
    view: {
      centre: [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2],
      height: 1.2 * Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], 1),
    },
  };
}

function* planEntities(drive: DrawnDrive): Generator<CadEntity, void, undefined> {
  const { axis, sections, language } = drive;
  yield { kind: 'line-3d', layer: layerName('axis', language), points: axis.xyz, closed: false };
  yield* chainageMarks(drive);
  const layer = layerName('wall', language);
  if (sections.length > 1)
    for (const side of [1, -1] as const)
      yield { kind: 'line-3d', layer, points: wallLine(sections, side), closed: false };
  for (const { profile, design } of sections) {
    yield {
      kind: 'line-3d',
      layer: layerName('outline-3d', language),
      points: inMap(profile, profile.outline),
      closed: true,
    };
    if (design)
      yield {
        kind: 'line-3d',
        layer: layerName('design-3d', language),
        points: inMap(profile, design),
        closed: true,
      };
  }
  yield* recessMarks(drive);
}

/** Outermost points of the drive's own wall on one side, by section. @param side 1 left, -1 right */
export function wallLine(sections: readonly DrawingSection[], side: 1 | -1): Float64Array {
  const points = new Float64Array(3 * sections.length);
  sections.forEach(({ profile }, i) => {
    const outline = driveOutline(profile);
    let widest = 0;
    for (let v = 2; v < outline.length; v += 2) if (side * outline[v] > side * outline[widest]) widest = v;
    points.set(inMap(profile, outline.subarray(widest, widest + 2)), 3 * i);
  });
  return points;
}

function* chainageMarks(drive: DrawnDrive): Generator<CadEntity, void, undefined> {
  const { axis, sections, recesses, language } = drive;
  const geometry = new AxisGeometry(axis);
  const layer = layerName('chainage', language);
  const step = niceStep(Math.max(LEAST_MARK_STEP, (geometry.end - geometry.start) / MARKS));
  for (const chainage of ticks(geometry.start, geometry.end, step)) {
    const { origin, left } = geometry.frameAt(chainage);
    const at = (across: number): [number, number, number] => [
      origin[0] + across * left[0],
      origin[1] + across * left[1],
      origin[2] + across * left[2],
    ];
    yield {
      kind: 'line-3d',
      layer,
      points: Float64Array.from([...at(-HALF_MARK), ...at(HALF_MARK)]),
      closed: false,
    };
    // Outside the left wall, or the right one if a recess opens on the left.
    const opens = recesses.some(
      ({ side, from, to }) => side === 'left' && chainage > from - step && chainage < to + step,
    );
    const reach = reachOf(driveOutline(nearestTo(sections, chainage)), opens ? 'right' : 'left');
    const outward = opens ? -1 : 1;
    yield {
      kind: 'text',
      layer,
      text: plainChainage(chainage, 0),
      at: at(reach + outward * LETTER),
      ...upright(left.map((value) => outward * value)),
    };
  }
}

function nearestTo(sections: readonly DrawingSection[], chainage: number): Profile {
  const off = ({ profile }: DrawingSection): number => Math.abs(profile.chainage - chainage);
  return sections.reduce((best, one) => (off(one) < off(best) ? one : best)).profile;
}

/** Text along a direction in plan, rotated so that it is never upside down. */
function upright(
  along: readonly number[],
): Pick<Extract<CadEntity, { kind: 'text' }>, 'align' | 'height' | 'rotation'> {
  const angle = Math.atan2(along[1], along[0]);
  const turned = Math.cos(angle) < -1e-9;
  return {
    align: turned ? 'right' : 'left',
    height: LETTER,
    rotation: turned ? angle + (angle > 0 ? -Math.PI : Math.PI) : angle,
  };
}

/** Each recess as a line between its jambs, with its name. */
function* recessMarks({
  axis,
  sections,
  recesses,
  language,
}: DrawnDrive): Generator<CadEntity, void, undefined> {
  const geometry = new AxisGeometry(axis);
  const layer = layerName('recess', language);
  for (const { name, side, from, to, depth } of recesses) {
    const middle = (from + to) / 2;
    const wall = reachOf(driveOutline(nearestTo(sections, middle)), side);
    const at = (chainage: number, beyond: number): [number, number, number] => {
      const { origin, left, up } = geometry.frameAt(chainage);
      const [l, u] = side === 'left' || side === 'right' ? [wall + Math.sign(wall) * beyond, 0] : [0, wall];
      const k = (i: 0 | 1 | 2): number => origin[i] + l * left[i] + u * up[i];
      return [k(0), k(1), k(2)];
    };
    yield {
      kind: 'line-3d',
      layer,
      points: Float64Array.from([...at(from, 0), ...at(from, depth), ...at(to, depth), ...at(to, 0)]),
      closed: true,
    };
    yield {
      kind: 'text',
      layer,
      text: name,
      at: at(middle, depth / 2),
      align: 'middle',
      height: LETTER,
      rotation: 0,
    };
  }
}

/** Extent of an outline towards a side, signed along left or up, m. */
function reachOf(outline: Float64Array, side: 'left' | 'right' | 'crown' | 'floor'): number {
  const offset = side === 'left' || side === 'right' ? 0 : 1;
  const sign = side === 'left' || side === 'crown' ? 1 : -1;
  let reach = 0;
  for (let i = offset; i < outline.length; i += 2) reach = Math.max(reach, sign * outline[i]);
  return sign * reach;
}

function boxOf(sections: readonly DrawingSection[]): { min: [number, number]; max: [number, number] } {
  const [min, max]: [number, number][] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const { profile } of sections)
    for (const k of [0, 1] as const) {
      min[k] = Math.min(min[k], profile.origin[k]);
      max[k] = Math.max(max[k], profile.origin[k]);
    }
  return { min, max };
}
