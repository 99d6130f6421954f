import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computed, shallowRef } from 'vue';
import type { Layer } from '../../../src-renderer/features/map/layer-tree.ts';
import { useMapColours } from '../../../src-renderer/features/map/use-map-colours.ts';
import { useMapLayers } from '../../../src-renderer/features/map/use-map-layers.ts';
import { useMapShown } from '../../../src-renderer/features/map/use-map-shown.ts';
import { useMapSurface } from '../../../src-renderer/features/map/use-map-surface.ts';
import { useMap } from '../../../src-renderer/stores/map.ts';
import { useMapMeasures } from '../../../src-renderer/stores/map-measures.ts';
import { useProject } from '../../../src-renderer/stores/project.ts';
import { useWork } from '../../../src-renderer/stores/work.ts';
import type { ClipBox } from '../../../src-renderer/viewer/clip.ts';
import { twiceImportedWindow } from '../twice-imported-window.ts';

/** The layers of a map panel whose viewer is not open yet. */
function panel() {
  const shown = useMapShown();
  const surface = useMapSurface(shallowRef(null), useMapColours(computed(() => null)));
  const box = shallowRef<ClipBox | null>(null);
  const layers = useMapLayers({ surface, shown, box });
  const all = (): Layer[] => layers.value.flatMap(withChildren);
  const find = (id: string): Layer => {
    const layer = all().find((one) => one.id === id);
    if (layer === undefined) throw new Error(`There is no layer ${id}.`);
    return layer;
  };
  return { shown, surface, box, ids: () => all().map(({ id }) => id), find };
}

const withChildren = (layer: Layer): Layer[] => [layer, ...(layer.children ?? []).flatMap(withChildren)];

describe('the layers of a map', () => {
  let window: Awaited<ReturnType<typeof twiceImportedWindow>>;

  beforeEach(async () => {
    window = await twiceImportedWindow();
  });

  afterEach(() => window.close());

  it('are those that there are', () => {
    const { ids, box } = panel();
    const before = ids();
    expect(before).not.toContain('boxEdges');
    expect(before).not.toContain('measures');
    expect(before).not.toContain('notes');
    box.value = { centre: [1, 2, 3], half: [5, 5, 3], yaw: 0 };
    expect(ids().filter((id) => !before.includes(id))).toEqual(['boxEdges']);
  });

  it('switch points and surface in the one word that the project keeps of both', async () => {
    const { find, surface } = panel();
    const sessionId = useProject().session!.id;
    const place = { path: window.path, topic: 'look', sessionId } as const;
    const seen = (): unknown[] => [find('points').shown, find('surface').shown, surface.layers.value];
    expect(seen()).toEqual([true, false, 'points']);
    find('surface').setShown!(true);
    expect(seen()).toEqual([true, true, 'both']);
    find('points').setShown!(false);
    expect(seen()).toEqual([false, true, 'surface']);
    expect(useWork().read(place, 'layers')).toBe('surface');
    find('surface').setShown!(false);
    expect(seen()).toEqual([false, false, 'none']);
    // As an older version of the program has written it.
    surface.layers.value = 'both';
    expect(seen()).toEqual([true, true, 'both']);
  });

  it('say why the surface cannot be seen yet', () => {
    expect(panel().find('surface').hint).toBe('layers.hint.unaligned');
  });

  it('switch the state that others show too', () => {
    const { find, shown } = panel();
    find('moved').setShown!(true);
    expect(useMap().showsMoved).toBe(true);
    shown.groundGrid.value = false;
    expect(find('groundGrid').shown).toBe(false);
    find('planInset').setShown!(false);
    expect(shown.planInset.value).toBe(false);
  });

  it('have the measures as a group, all, some or none of which are shown', () => {
    const { find } = panel();
    const measures = useMapMeasures();
    const at = { batch: 'map/', index: 0, scanIndex: null, reflectivity: null, depth: 3 };
    for (const name of ['A', 'B']) measures.add('point', [{ ...at, point: [1, 2, 3] }], name);
    const [first] = find('measures').children!;
    expect([find('measures').shown, find('measures').count, first.name]).toEqual([true, 2, { own: 'A' }]);
    first.setShown!(false);
    expect(measures.measures.map(({ isShown }) => isShown)).toEqual([false, true]);
    expect(find('measures').shown).toBe('mixed');
    find('measures').setShown!(false);
    expect(measures.measures.map(({ isShown }) => isShown)).toEqual([false, false]);
    find('measures').setShown!(true);
    expect(find('measures').children!.map(({ shown }) => shown)).toEqual([true, true]);
    expect(Array.from(first.extent!()!.positions)).toEqual([1, 2, 3]);
  });

  it('are as they were when the project is opened again, each of its session', async () => {
    const [first, second] = useProject().info!.sessions;
    useProject().choose(first.id);
    const before = panel();
    const IDS = ['sensorPath', 'graph', 'groundGrid', 'planInset', 'points', 'moved'];
    const seen = ({ find }: ReturnType<typeof panel>): unknown[] => IDS.map((id) => find(id).shown);
    const defaults = seen(before);
    for (const id of IDS) before.find(id).setShown!(before.find(id).shown !== true);
    const chosen = seen(before);
    expect(chosen).toEqual(defaults.map((shown) => !shown));
    await useWork().flush();
    useProject().choose(second.id);
    expect(seen(before)).toEqual(defaults);

    await window.reload();
    await useProject().attach();
    useProject().choose(first.id);
    expect(seen(panel())).toEqual(chosen);
  });
});
