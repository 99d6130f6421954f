import { expect, it } from 'vitest';
import type { PointMesh } from '../../../src-renderer/viewer/point-mesh.ts';
import { pieceOf, Refinement } from '../../../src-renderer/viewer/refinement.ts';

const meshes = (...points: number[]) => points.map((count) => ({ points: count }));

it('parts what is drawn at rest into pieces of at most a frame, in order, each mesh once', () => {
  const all = meshes(40, 50, 20, 300, 10, 90, 1);
  const pieces: number[][] = [];
  for (let done = 0; done < all.length; done += pieces[pieces.length - 1].length)
    pieces.push(pieceOf(all, done, 100).map(({ points }) => points));
  expect(pieces).toEqual([[40, 50], [20], [300], [10, 90], [1]]);
  expect(pieceOf([], 0, 100)).toEqual([]);
});

/** A refinement of four meshes in two pieces that notes what it draws. */
function noted() {
  const drawn: string[] = [];
  const waiting: (() => void)[] = [];
  const refinement = new Refinement({
    prepare: () => meshes(1, 2, 3, 4) as unknown as PointMesh[],
    most: () => 6,
    draw: (piece, isFirst, isLast) => {
      const counts = piece.map(({ points }) => points).join('+');
      drawn.push(`${isFirst ? 'first ' : ''}${counts}${isLast ? ' shown' : ''}`);
    },
    ended: () => drawn.push('ended'),
    whenDrawn: () => new Promise<void>((resolve) => waiting.push(resolve)),
  });
  /** Lets one piece be done, when there is one. */
  const finish = async (): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()!();
    await Promise.resolve();
  };
  return { drawn, refinement, finish };
}

it('shows the picture at rest only when all pieces are drawn', async () => {
  const { drawn, refinement, finish } = noted();
  refinement.start();
  expect(refinement.isIdle).toBe(false);
  await finish();
  await finish();
  await expect.poll(() => refinement.isIdle).toBe(true);
  expect(drawn).toEqual(['first 1+2+3', '4 shown', 'ended']);
});

it('stops between two pieces when the view moves, and begins anew', async () => {
  const { drawn, refinement, finish } = noted();
  refinement.start();
  await expect.poll(() => drawn.length).toBe(1);
  refinement.stop();
  expect(refinement.isIdle).toBe(true);
  await finish();
  refinement.start();
  await finish();
  await finish();
  await expect.poll(() => refinement.isIdle).toBe(true);
  expect(drawn).toEqual(['first 1+2+3', 'first 1+2+3', '4 shown', 'ended']);
});

it('draws once more what came while it was drawing', async () => {
  const { drawn, refinement, finish } = noted();
  refinement.start();
  await expect.poll(() => drawn.length).toBe(1);
  refinement.start();
  for (let k = 0; k < 4; k++) await finish();
  await expect.poll(() => refinement.isIdle).toBe(true);
  expect(drawn).toEqual(['first 1+2+3', '4 shown', 'ended', 'first 1+2+3', '4 shown', 'ended']);
});
