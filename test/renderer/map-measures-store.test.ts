import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useHistory } from '../../src-renderer/stores/history.ts';
import { useMapMeasures } from '../../src-renderer/stores/map-measures.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import type { Picked } from '../../src-renderer/viewer/pick.ts';
import type { Vector } from '../../src-renderer/viewer/vector.ts';
import { twiceImportedWindow } from './twice-imported-window.ts';

const picked = (point: Vector, scanIndex: number | null): Picked => ({
  batch: 'map/',
  index: 0,
  point,
  scanIndex,
  reflectivity: null,
  depth: 3,
});
const SPAN = [picked([0, 2, 1.25], 0), picked([0, -2, 1.25], null)];

describe('measures that the project keeps', () => {
  let window: Awaited<ReturnType<typeof twiceImportedWindow>>;

  beforeEach(async () => {
    window = await twiceImportedWindow();
  });

  afterEach(() => window.close());

  it('come back with the project, each of its own session', async () => {
    const [first, second] = useProject().info!.sessions;
    useProject().choose(first.id);
    const store = useMapMeasures();
    store.add('distance', SPAN, 'Span 1');
    store.add('point', [SPAN[0]], 'Bolt');
    store.rename(store.measures[0].id, 'Span at the face');
    store.setShown(store.measures[1].id, false);
    await useWork().flush();
    const stored = JSON.parse(JSON.stringify(store.measures));
    useProject().choose(second.id);
    expect(store.measures).toEqual([]);

    await window.reload();
    await useProject().attach();
    useProject().choose(first.id);
    expect(JSON.parse(JSON.stringify(useMapMeasures().measures))).toEqual(stored);
    expect(useMapMeasures().measures.map(({ name, isShown }) => [name, isShown])).toEqual([
      ['Span at the face', true],
      ['Bolt', false],
    ]);
  });

  it('are taken back and made again step by step', async () => {
    const store = useMapMeasures();
    const names = (): string[] => store.measures.map(({ name }) => name);
    for (const name of ['A', 'B', 'C']) {
      store.add('distance', SPAN, name);
      await useWork().flush();
    }
    store.remove(store.measures[1].id);
    await useWork().flush();
    expect(names()).toEqual(['A', 'C']);
    const history = useHistory();
    expect(history.undoName).toBe('measures');
    await history.undo();
    expect(names()).toEqual(['A', 'B', 'C']);
    await history.undo();
    expect(names()).toEqual(['A', 'B']);
    await history.redo();
    await history.redo();
    expect(names()).toEqual(['A', 'C']);
  });

  it('say why there is no ±', () => {
    const store = useMapMeasures();
    store.add('distance', SPAN, 'A');
    store.add('distance', [SPAN[0], SPAN[0]], 'B');
    expect(store.measures.map(({ unknown, plusMinus }) => [unknown, plusMinus])).toEqual([
      ['noScan', null],
      ['notSmooth', null],
    ]);
  });
});
