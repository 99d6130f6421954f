import { describe, expect, it } from 'vitest';
import type { FaceSurface } from '../../src-core/model/face.ts';
import { facePosition } from '../../src-core/tunnel/epochs/face/face-position.ts';
import { integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { type EndedDrive, endedDrive, type FaceShape, RADIUS } from './faces.ts';
import { bend, straight } from './solids.ts';

/** Chainage of the face over a place of the section, m; null outside. */
function faceAt(face: FaceSurface, left: number, up: number): number | null {
  const column = Math.round((left - face.origin[0]) / face.cell);
  const row = Math.round((up - face.origin[1]) / face.cell);
  const cell = row * face.columns + column;
  if (column < 0 || column >= face.columns || !(face.state[cell] > 0)) return null;
  return face.chainage[cell];
}

const SEED = 71;
const AREA = Math.PI * RADIUS ** 2;
const END = 18;
const LINE = straight(0.1);
const PARABOLOID: FaceShape = (left, up) => 0.6 * ((left ** 2 + up ** 2) / RADIUS ** 2 - 0.5);
const SHAPES: { name: string; shape: FaceShape; reach: number }[] = [
  { name: 'flat', shape: () => END, reach: 0 },
  // 27 degrees: over a circle its mean is that of its middle.
  { name: 'slanted', shape: (left) => END + 0.5 * left, reach: 0.5 * RADIUS },
  // A paraboloid: its mean lies half its depth behind the tip.
  { name: 'bulged', shape: (left, up) => END + PARABOLOID(left, up), reach: 0.3 },
  { name: 'hollow', shape: (left, up) => END - PARABOLOID(left, up), reach: 0.3 },
  { name: 'rough', shape: (left, up) => END + 0.15 * Math.sin(7 * left) * Math.cos(5 * up), reach: 0.15 },
];

function faceOf(drive: Partial<EndedDrive>): { face: FaceSurface; volume: number } {
  const { wall, ahead } = endedDrive({ line: LINE, face: null, end: END, seed: SEED, ...drive });
  const sighting = facePosition(ahead, wall);
  if (!sighting.seen) throw new Error(sighting.message);
  const { face } = sighting;
  return { face, volume: integrateWall(wall, 5, face.wholeTo).volume + face.volumeBeyond };
}

describe(`the face of a round drive (seed ${SEED})`, () => {
  it.each(SHAPES)('$name: its place to 3 mm, the void up to it to 0.05 %', ({ shape, reach }) => {
    const { face, volume } = faceOf({ face: shape });
    expect(Math.abs(face.mean - END)).toBeLessThan(0.003);
    expect(Math.abs(face.mean - END)).toBeLessThan(3 * face.meanSigma);
    expect(Math.abs(face.nearest - (END - reach))).toBeLessThan(0.12);
    expect(Math.abs(face.farthest - (END + reach))).toBeLessThan(0.12);
    expect(Math.abs(volume / (AREA * (END - 5)) - 1)).toBeLessThan(5e-4);
    expect(face.measuredShare).toBeGreaterThan(0.8);
    for (const [left, up] of [
      [0, 0],
      [1, 1],
      [-1.5, 0.5],
    ])
      expect(Math.abs(faceAt(face, left, up)! - shape(left, up))).toBeLessThan(0.06);
    expect(faceAt(face, 2.6, 0)).toBeNull();
  });

  it('the axis may end before it, and is carried on straight', () => {
    const { face, volume } = faceOf({ face: () => END, axisEnd: 12 });
    expect(Math.abs(face.mean - END)).toBeLessThan(0.003);
    expect(Math.abs(volume / (AREA * (END - 5)) - 1)).toBeLessThan(5e-4);
  });

  it('a bend: the void up to the face turns with the axis', () => {
    const { face, volume } = faceOf({ line: bend(25), face: () => END });
    expect(Math.abs(face.mean - END)).toBeLessThan(0.003);
    expect(Math.abs(volume / (AREA * (END - 5)) - 1)).toBeLessThan(5e-4);
  });

  it('a person before it and the shadow behind are no face', () => {
    const behind = (left: number, up: number): boolean => Math.abs(left - 0.4) < 0.3 && up < 0.4;
    const shape: FaceShape = (left, up) => (behind(left, up) ? END - 2 : END);
    const { face } = faceOf({ face: shape });
    expect(Math.abs(face.mean - END)).toBeLessThan(0.004);
    expect(face.nearest).toBeGreaterThan(END - 0.1);
    expect(face.measuredShare).toBeLessThan(0.9);
    expect(face.meanSigma).toBeGreaterThan(0.005);
  });

  it('does not depend on the order of the points', () => {
    const drive = { face: SHAPES[4].shape };
    expect(faceOf({ ...drive, backwards: true })).toEqual(faceOf(drive));
  });
});

describe('no face', () => {
  const sight = (drive: Partial<EndedDrive>) => {
    const { wall, ahead } = endedDrive({ line: LINE, face: null, end: END, seed: SEED, ...drive });
    const sighting = facePosition(ahead, wall);
    return sighting.seen ? 'seen' : sighting;
  };

  it('an open end says so in a sentence', () => {
    expect(sight({ end: 20 })).toMatchObject({
      reason: 'open',
      message:
        'No face was seen within 30 m ahead of chainage 12.5: the end is open there, and no advance is given.',
    });
  });

  it('a face of which only the crown was seen', () => {
    expect(sight({ face: () => END, keep: (s, _, up) => s < END - 0.5 || up > 1 })).toMatchObject({
      reason: 'hidden',
    });
  });

  it('the wall of a bend, seen along an axis that runs on straight', () => {
    expect(sight({ line: bend(15), end: 30, axisEnd: 21 })).toMatchObject({ reason: 'slanting' });
  });
});
