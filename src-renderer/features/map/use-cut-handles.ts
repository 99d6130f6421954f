import { computed } from 'vue';
import type { ClipBox } from '../../viewer/clip.ts';
import { facesOf, LEAST_CUT, metresAlong, rounded, withFaceMoved } from '../../viewer/cut-handles.ts';
import { scale, type Vector } from '../../viewer/vector.ts';
import type { MapScene } from './use-map-scene.ts';

const LENGTHS = ['length', 'width', 'height'] as const;
/** What a handle sets at most, m, as a slider states it. */
const MOST = 1000;

/** Handle of a cut. */
export interface CutHandle {
  /** Key of its text, among the handles of `marks`. */
  readonly name: string;
  /** Point that it moves, map frame, m, and the unit direction in which it does. */
  readonly at: Vector;
  readonly out: Vector;
  /** Length, thickness or chainage that it sets, and its bounds, m. */
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** What it moves, as it is now: a drag begins from here. */
  readonly begun: { readonly box: ClipBox | null; readonly slab: number; readonly chainage: number };
}

/** Handles of the faces of the clipping box, and of the place and the faces of the slab. */
export function useCutHandles(scene: MapScene) {
  const handles = computed<CutHandle[]>(() => [...boxHandles(), ...slabHandles()]);

  function begun(): CutHandle['begun'] {
    return { box: scene.box.value, slab: scene.slab.value, chainage: scene.chainage.value };
  }

  function boxHandles(): CutHandle[] {
    const box = scene.box.value;
    if (box === null || !scene.shown.boxEdges.value) return [];
    return facesOf(box).map(({ axis, end, at, out }) => ({
      name: `${LENGTHS[axis]}${end > 0 ? 'Far' : 'Near'}`,
      at,
      out,
      value: rounded(2 * box.half[axis]),
      least: LEAST_CUT,
      most: MOST,
      begun: begun(),
    }));
  }

  function slabHandles(): CutHandle[] {
    const axis = scene.axis.value;
    const { kind, slab, chainage } = scene;
    // In these views the picture moves along with the slab, and the slab is seen along its normal.
    if (axis === null || !(slab.value > 0) || kind.value === 'section' || kind.value === 'walk') return [];
    const { origin, tangent } = axis.frameAt(chainage.value);
    const half = slab.value / 2;
    const faces = ([1, -1] as const).map((end): CutHandle => {
      const face = axis.frameAt(chainage.value + end * half);
      return {
        name: end > 0 ? 'slabFar' : 'slabNear',
        at: face.origin,
        out: scale(face.tangent, end),
        value: rounded(slab.value),
        least: LEAST_CUT,
        most: MOST,
        begun: begun(),
      };
    });
    const value = rounded(chainage.value);
    const [least, most] = [axis.start, axis.end];
    return [...faces, { name: 'slab', at: origin, out: tangent, value, least, most, begun: begun() }];
  }

  /** Place of a handle over the picture; null if it is out of it, or if its line points at the eye. */
  function placeOf({ at, out }: CutHandle): { left: string; top: string } | null {
    void scene.moves.value;
    const opened = scene.viewer.value;
    if (opened === null) return null;
    const { view, size } = opened;
    const { x, y, depth } = opened.project(at);
    if (view.projection === 'perspective' && depth <= 0) return null;
    if (!(x >= 0 && y >= 0 && x <= size.width && y <= size.height)) return null;
    return metresAlong(view, size, at, out, x, y) === null ? null : { left: `${x}px`, top: `${y}px` };
  }

  /** Moves a handle from where it was when `handle` was taken. @param metres along its direction */
  function set({ name, begun: { box, slab, chainage } }: CutHandle, metres: number): void {
    if (name === 'slab') scene.moveTo(rounded(chainage + metres));
    else if (name.startsWith('slab')) scene.slab.value = Math.max(LEAST_CUT, rounded(slab + 2 * metres));
    else if (box !== null) {
      const axis = LENGTHS.findIndex((length) => name.startsWith(length)) as 0 | 1 | 2;
      scene.box.value = withFaceMoved(box, { axis, end: name.endsWith('Far') ? 1 : -1 }, metres);
    }
  }

  return { handles, placeOf, set };
}
