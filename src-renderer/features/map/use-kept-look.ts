import { type Ref, ref, shallowRef } from 'vue';
import type { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import { keepFields } from '../../stores/kept-fields.ts';
import type { ViewKind } from '../../viewer/axis-views.ts';
import type { View } from '../../viewer/camera.ts';
import type { ClipBox } from '../../viewer/clip.ts';

/** Farther than this from the sensor path, m, a kept view is of the map in another frame. */
const OTHER_FRAME = 500;

/** What the project keeps of the look at the map of a session: kind of view, cuts, chainage and camera. */
export function useKeptLook(refs: { kind: Ref<ViewKind>; slab: Ref<number>; box: Ref<ClipBox | null> }) {
  /** null: the person has not looked at this map yet. */
  const camera = shallowRef<View | null>(null);
  const place = ref<number | null>(null);
  keepFields('look', { ...refs, camera, chainage: place });

  /** Kept camera of a map; null: none, or it was of another frame, before the map was georeferenced. */
  function cameraOver(path: Float64Array): View | null {
    if (camera.value === null) return null;
    const [x, y, z] = camera.value.target;
    for (let i = 0; i < path.length; i += 3)
      if (Math.hypot(path[i] - x, path[i + 1] - y, path[i + 2] - z) < OTHER_FRAME) return camera.value;
    return null;
  }

  /** Kept chainage of an axis; its start where none is kept. */
  function chainageOn(axis: AxisGeometry | null): number {
    if (axis === null) return 0;
    const stored = place.value;
    return stored !== null && stored >= axis.start && stored <= axis.end ? stored : axis.start;
  }

  return { camera, place, cameraOver, chainageOn };
}
