import { describe, expect, it } from 'vitest';
import {
  type Layer,
  type LayerRow,
  rowsOf,
  shownOf,
  stepOf,
  toggle,
} from '../../../src-renderer/features/map/layer-tree.ts';

const leaf = (id: string, shown: Layer['shown'] = true): Layer => ({ id, name: { own: id }, shown });
const group = (id: string, children: Layer[], shown: Layer['shown'] = null): Layer => ({
  ...leaf(id, shown),
  children,
});
const TREE = [
  group('map', [leaf('points'), leaf('surface', false)]),
  group('marks', [group('measures', [leaf('a'), leaf('b', false)], 'mixed'), leaf('grid')]),
];
const idsOf = (rows: readonly LayerRow[]): string[] => rows.map(({ layer }) => layer.id);

describe('rows of the layer tree', () => {
  it('leaves out those of folded groups, within folded ones too', () => {
    expect(idsOf(rowsOf(TREE, new Set()))).toEqual(['map', 'marks']);
    expect(idsOf(rowsOf(TREE, new Set(['map'])))).toEqual(['map', 'points', 'surface', 'marks']);
    expect(idsOf(rowsOf(TREE, new Set(['measures'])))).toEqual(['map', 'marks']);
    const all = rowsOf(TREE, new Set(['map', 'marks', 'measures']));
    expect(all.map(({ layer, level, place, of, isOpen }) => [layer.id, level, place, of, isOpen])).toEqual([
      ['map', 1, 1, 2, true],
      ['points', 2, 1, 2, null],
      ['surface', 2, 2, 2, null],
      ['marks', 1, 2, 2, true],
      ['measures', 2, 1, 2, true],
      ['a', 3, 1, 2, null],
      ['b', 3, 2, 2, null],
      ['grid', 2, 2, 2, null],
    ]);
  });

  it('is walked through by the arrow keys', () => {
    const rows = rowsOf(TREE, new Set(['marks']));
    expect(idsOf(rows)).toEqual(['map', 'marks', 'measures', 'grid']);
    const focusOn = (row: number) => ({ kind: 'focus', row });
    expect(stepOf(rows, 1, 'ArrowDown')).toEqual(focusOn(2));
    expect(stepOf(rows, 3, 'ArrowDown')).toBeNull();
    expect(stepOf(rows, 0, 'ArrowUp')).toBeNull();
    expect(stepOf(rows, 3, 'Home')).toEqual(focusOn(0));
    expect(stepOf(rows, 0, 'End')).toEqual(focusOn(3));
    // To the right: unfolded, then into it; to the left: out of it, then folded.
    expect(stepOf(rows, 0, 'ArrowRight')).toEqual({ kind: 'fold', id: 'map' });
    expect(stepOf(rows, 1, 'ArrowRight')).toEqual(focusOn(2));
    expect(stepOf(rows, 3, 'ArrowRight')).toBeNull();
    expect(stepOf(rows, 3, 'ArrowLeft')).toEqual(focusOn(1));
    expect(stepOf(rows, 2, 'ArrowLeft')).toEqual(focusOn(1));
    expect(stepOf(rows, 1, 'ArrowLeft')).toEqual({ kind: 'fold', id: 'marks' });
    expect(stepOf(rows, 0, 'ArrowLeft')).toBeNull();
    expect(stepOf(rows, 0, 'x')).toBeNull();
  });

  it('switches what can be shown by Space and Enter, and folds what only groups', () => {
    const rows = rowsOf(TREE, new Set(['marks']));
    for (const key of [' ', 'Enter']) {
      expect(stepOf(rows, 3, key)).toEqual({ kind: 'toggle', layer: rows[3].layer });
      expect(stepOf(rows, 0, key)).toEqual({ kind: 'fold', id: 'map' });
    }
  });
});

describe('a group of layers', () => {
  it('shows all, none or some of them', () => {
    const of = (...shown: boolean[]) => shownOf(shown.map((isShown) => ({ isShown })));
    expect([of(true, true), of(false, false), of(true, false)]).toEqual([true, false, 'mixed']);
  });

  it('shows all where only some are shown', () => {
    const set: boolean[] = [];
    for (const shown of ['mixed', false, true] as const)
      toggle({ ...leaf('x', shown), setShown: (next) => set.push(next) });
    expect(set).toEqual([true, true, false]);
  });
});
