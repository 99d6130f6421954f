import { describe, expect, it } from 'vitest';
import type { ComparedEpochs } from '../../../src-core/contract/epoch-requests.ts';
import { divergingClasses } from '../../../src-core/report/figures/map-classes.ts';
import { classEnds } from '../../../src-renderer/features/flat/class-ends.ts';
import { convergencePicture, movementOf, patchAt } from '../../../src-renderer/features/flat/flat-picture.ts';
import { partAt } from '../../../src-renderer/features/flat/part-at.ts';
import { NO_VALUE } from '../../../src-renderer/viewer/colour.ts';
import { wallMovement } from '../../../src-renderer/viewer/wall-movement.ts';

const ROWS = 4;
const COLUMNS = 16;
const MOVED = -0.04;

/** Of a drive along +x from the origin: one patch moved, one moved less than can be told, one was not compared. */
function comparedWith(angleDeg: number, row: number): ComparedEpochs {
  const patch = row * COLUMNS + Math.floor(((angleDeg + 180) / 360) * COLUMNS);
  const distance = new Float32Array(ROWS * COLUMNS).fill(0.002);
  const significant = new Uint8Array(ROWS * COLUMNS);
  distance[patch] = MOVED;
  significant[patch] = 1;
  distance[0] = Number.NaN;
  const profile = { from: 0, to: 1, mean: null, inward: null, outward: null };
  const chord = (before: number) => ({ before, closed: 0, detection: 0.01 });
  return {
    comparison: {} as ComparedEpochs['comparison'],
    convergence: {
      from: 10,
      step: 0.5,
      rows: ROWS,
      columns: COLUMNS,
      distance,
      significant,
      detection: new Float32Array(ROWS * COLUMNS).fill(0.01),
      profiles: [{ ...profile, laid: [0, 0], width: chord(4), height: chord(4) }],
      comparedShare: 1,
    },
    axis: {
      chainage: Float64Array.of(0, 20),
      xyz: Float64Array.of(0, 0, 0, 20, 0, 0),
      kind: 'slope',
      source: 'given',
    },
    middles: Float64Array.from({ length: 2 * ROWS }, (_, i) => (i % 2 === 0 ? 0 : 1)),
  };
}

const PLACES = [
  { sector: 'leftWall', angleDeg: 10 },
  { sector: 'crown', angleDeg: 80 },
  { sector: 'rightWall', angleDeg: 170 },
  { sector: 'rightWall', angleDeg: -170 },
] as const;

describe('a convergence laid out flat and on the map', () => {
  it.each(PLACES)(
    'shows what moved at $angleDeg degrees in the $sector, and nowhere else',
    ({ sector, angleDeg }) => {
      const { convergence } = comparedWith(angleDeg, 2);
      const picture = convergencePicture(convergence, divergingClasses(0.01));
      expect(picture.extent.top - picture.extent.bottom).toBeCloseTo(4 * Math.PI, 9);
      const results: { column: number; part: string | undefined }[] = [];
      for (let row = 0; row < picture.rows; row++)
        for (let column = 0; column < picture.columns; column++) {
          if (movementOf(convergence, patchAt(convergence, row, column)) !== Math.fround(MOVED)) continue;
          const girth = picture.top - (row + 0.5) * picture.round;
          results.push({ column, part: partAt(picture.parts, girth)?.sector });
        }
      expect(results).toEqual([{ column: 2, part: sector }]);
      // Open where it was not compared, drawn everywhere else.
      const open = Array.from({ length: ROWS * COLUMNS }, (_, i) => picture.rgba[4 * i + 3]).filter(
        (a) => a === 0,
      );
      expect(open.length).toBe(1);
    },
  );

  it.each(PLACES)('colours the points at $angleDeg degrees of the row that moved', ({ angleDeg }) => {
    const turn = ((Math.floor(((angleDeg + 180) / 360) * COLUMNS) + 0.5) / COLUMNS) * 2 * Math.PI - Math.PI;
    // Looking along +x, left is +y; the middle of the sections is 1 m above the axis.
    const at = (chainage: number) => [chainage, 2 * Math.cos(turn), 1 + 2 * Math.sin(turn)];
    const xyz = Float32Array.from([...at(11.2), ...at(10.7), ...at(5)]);
    const points = {
      origin: [0, 0, 0] as [number, number, number],
      xyz,
      reflectivity: null,
      scanIndex: null,
    };
    expect([...wallMovement(comparedWith(angleDeg, 2))(points)]).toEqual([Math.fround(MOVED), 0, NO_VALUE]);
  });
});

it('letters the classes with as many decimals as they need, and signs', () => {
  expect(classEnds(divergingClasses(0.01, 2), 1000)).toEqual(['−15', '−5', '+5', '+15']);
  expect(classEnds({ ends: [0.25, 0.5], colours: ['#000000', '#111111', '#222222'] }, 1)).toEqual([
    '0.25',
    '0.50',
  ]);
});
