import type { LayeredWall, PerimeterStretch, UnrolledWall } from '../../src-core/model/unrolled.ts';

const CELL = 0.25;
const HALF = 7.75;

const PARTS: PerimeterStretch[] = [
  { sector: 'floor', from: -7.75, to: -5.5 },
  { sector: 'rightWall', from: -5.5, to: -3 },
  { sector: 'rightShoulder', from: -3, to: -1.2 },
  { sector: 'crown', from: -1.2, to: 1.2 },
  { sector: 'leftShoulder', from: 1.2, to: 3 },
  { sector: 'leftWall', from: 3, to: 5.5 },
  { sector: 'floor', from: 5.5, to: 7.75 },
];

/** A wall of some length with waves of overbreak, a stretch filled in, a niche and a corner that nobody saw. */
export function unrolledWall(length: number): LayeredWall {
  const [columns, rows] = [Math.round(length / CELL), Math.round((2 * HALF) / CELL)];
  const count = columns * rows;
  const place = (i: number): [chainage: number, girth: number] => [
    ((i % columns) + 0.5) * CELL,
    HALF - (Math.floor(i / columns) + 0.5) * CELL,
  ];
  const each = <T>(of: (chainage: number, girth: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => of(...place(i)));
  const isOpen = (chainage: number, girth: number): boolean => chainage < 1 && girth < -7;
  const wall: UnrolledWall = {
    ...{ chainageFrom: 0, chainageTo: length, cell: CELL, columns, rows },
    ...{ girthTop: HALF, girthLeft: HALF, girthRight: -HALF, parts: PARTS },
    wallCell: Int32Array.from({ length: count }, (_, i) => i),
    state: Uint8Array.from(each((s, g) => (isOpen(s, g) ? 0 : s > 10 && s < 18 && Math.abs(g) > 4 ? 2 : 1))),
    beyond: Uint8Array.from(each((s, g) => (s > 12.4 && s < 14.6 && g > 3 && g < 5.5 ? 1 : 0))),
    area: Float32Array.from(each(() => CELL * CELL)),
  };
  const values = Float32Array.from(
    each((s, g) =>
      isOpen(s, g) ? Number.NaN : 0.08 * Math.sin(0.7 * s) * Math.cos(0.9 * g) + 0.04 * Math.sin(2.3 * g),
    ),
  );
  return { wall, layers: [{ layer: 'design', values }] };
}
