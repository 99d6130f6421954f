import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { PagedRows } from '../../src-core/model/paged-rows.ts';
import { pagesWith } from '../fixtures/pages-with.ts';

const SEED = 20261127;
const ROWS = 400;

describe(`rows of numbers in pages, seed ${SEED}`, () => {
  for (const [name, pages] of [
    ['in memory', null],
    ['in pages', pagesWith(1 << 26)],
    ['in pages that are full before the end', pagesWith(1 << 20)],
  ] as const)
    it(`are the rows that were added, along them and in any order: ${name}`, () => {
      const random = seededRandom(SEED);
      const rows = new PagedRows(2600, pages);
      const added = Array.from({ length: ROWS }, () =>
        Float64Array.from({ length: rows.length }, () => (random.uniform() < 0.3 ? random.normal() : 0)),
      );
      for (const row of added) rows.add().set(row);
      expect(rows.rows).toBe(ROWS);
      for (let k = 0; k < ROWS; k++) expect(rows.row(k)).toEqual(added[k]);
      for (let n = 0, at = 0; n < 600; n++) {
        // Mostly near the last, as the tiles about a patch are.
        const step = Math.round(30 * random.normal());
        at = random.uniform() < 0.1 ? Math.floor(ROWS * random.uniform()) : Math.abs(at + step) % ROWS;
        expect(rows.row(at)).toEqual(added[at]);
      }
      rows.release();
    });

  it('a row that nobody filled is of zeros', () => {
    const rows = new PagedRows(7, pagesWith(1 << 20));
    rows.add().fill(1);
    rows.add();
    expect([...rows.row(1)]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('the place of bytes that were put for a while is used again', () => {
    const pages = pagesWith(1 << 12);
    const stored = pages.put(Uint8Array.of(1, 2, 3), null)!;
    for (let n = 0; n < 100; n++)
      pages.scratch(() => expect(pages.put(new Uint8Array(1 << 10).fill(n), null)!.read()[0]).toBe(n));
    expect([...stored.read()]).toEqual([1, 2, 3]);
  });
});
