import { type ComputedRef, computed, type Ref, shallowRef } from 'vue';
import { keepFields } from '../../stores/kept-fields.ts';
import { useMap } from '../../stores/map.ts';
import type { View } from '../../viewer/camera.ts';
import type { Picked } from '../../viewer/pick.ts';
import { length, subtract, type Vector } from '../../viewer/vector.ts';
import { directionFrom } from '../../viewer/view-cube.ts';
import { lookingAt, moveView, pivotedView, turnedInPlace } from '../../viewer/view-motion.ts';
import type { MapScene } from './use-map-scene.ts';

/** The view orbits the pivot as long as its target is no farther from it than this share of the distance. */
const AT_PIVOT = 1e-6;

/** Turns the view of the map by the cube and the compass, and sets the point that it orbits. */
export function useTurning(scene: MapScene): {
  /** Pivot that was set and is still orbited, map frame; null: none. */
  pivot: ComputedRef<Vector | null>;
  /** The view now; null until the viewer is open. */
  view: ComputedRef<View | null>;
  /** True if the map lies in the mine grid, so that its +Y is north. */
  isNorthKnown: ComputedRef<boolean>;
  turnTo: (from: Vector) => void;
  northUp: () => void;
  setPivot: (picked: Picked) => void;
} {
  const map = useMap();
  const chosen: Ref<Vector | null> = shallowRef(null);
  keepFields('look', { pivot: chosen });

  const view = computed(() => {
    void scene.moves.value;
    return scene.viewer.value?.view ?? null;
  });
  const pivot = computed(() => {
    const [seen, point] = [view.value, chosen.value];
    if (seen === null || point === null) return null;
    return length(subtract(seen.target, point)) <= AT_PIVOT * Math.max(1, seen.distance) ? point : null;
  });
  const isNorthKnown = computed(() => map.map?.frame === 'mine-grid');

  /** In the walk view the eye stays; other views orbit the pivot, those of a fixed direction become views from outside. */
  function turn(to: Pick<View, 'yaw' | 'pitch'>): void {
    const opened = scene.viewer.value;
    if (opened === null) return;
    const isWalk = scene.kind.value === 'walk';
    if (!isWalk) scene.kind.value = 'orbit';
    const next = isWalk ? turnedInPlace(opened.view, to.yaw, to.pitch) : { ...opened.view, ...to };
    void moveView(opened, next);
  }

  /** Looks from a side, an edge or a corner of the cube. @param from 1, 2 or 3 entries of -1 or 1 */
  function turnTo(from: Vector): void {
    turn(directionFrom(from));
  }

  /** Turns the view about the vertical until north, or +Y of a local frame, is up; looking down from where it was. */
  function northUp(): void {
    const opened = scene.viewer.value;
    if (opened !== null) turn({ yaw: -Math.PI / 2, pitch: opened.view.pitch });
  }

  /** Makes a picked point the one that the view orbits; from the walk view it turns to the point, and orbits it then. */
  function setPivot({ point, depth }: Picked): void {
    const opened = scene.viewer.value;
    if (opened === null) return;
    const isWalk = scene.kind.value === 'walk';
    if (isWalk) scene.kind.value = 'orbit';
    chosen.value = point;
    void moveView(opened, isWalk ? lookingAt(opened.view, point) : pivotedView(opened.view, point, depth));
  }

  return { pivot, view, isNorthKnown, turnTo, northUp, setPivot };
}

export type Turning = ReturnType<typeof useTurning>;
