import { computed, onUnmounted, ref, shallowRef, watch } from 'vue';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { useHost } from '../../stores/host.ts';
import { useMap } from '../../stores/map.ts';
import { useNotices } from '../../stores/notices.ts';
import { useProject } from '../../stores/project.ts';
import {
  longView,
  planView,
  sectionView,
  slabBetween,
  type ViewKind,
  walked,
  walkView,
} from '../../viewer/axis-views.ts';
import { type Sphere, VIEW_DEFAULTS, type View } from '../../viewer/camera.ts';
import type { ClipBox } from '../../viewer/clip.ts';
import type { ValueRange } from '../../viewer/colour.ts';
import { DRIVE_REACH, spheresAlong } from '../../viewer/extent.ts';
import { LevelStream } from '../../viewer/level-stream.ts';
import type { NavigationMode } from '../../viewer/navigation.ts';
import type { TakePicture } from '../../viewer/shot.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';
import { useKeptLook } from './use-kept-look.ts';
import { useMapColours } from './use-map-colours.ts';
import { useMapLines } from './use-map-lines.ts';
import { useMapShown } from './use-map-shown.ts';
import { useMapSurface } from './use-map-surface.ts';

/** Default thickness of the slab in a section view, m. */
const SECTION_SLAB = 0.5;

/** State of the map panel's scene, updated from the user's choices. */
export function useMapScene() {
  const host = useHost();
  const map = useMap();
  const notices = useNotices();
  const project = useProject();
  const viewer = shallowRef<TunnelViewer | null>(null);
  /** Counter of view changes, for the overlay. */
  const moves = ref(0);
  /** Counter of changes that are not drawn yet. */
  const outdated = ref(0);
  const range = shallowRef<ValueRange>([0, 1]);
  const kind = ref<ViewKind>('orbit');
  const chainage = ref(0);
  const slab = ref(0);
  const box = shallowRef<ClipBox | null>(null);
  const stored = useKeptLook({ kind, slab, box });
  const shown = useMapShown();
  /** Direction that the map was last seen in from outside. */
  let outside: Pick<View, 'yaw' | 'pitch'> = VIEW_DEFAULTS;
  /** Session whose map is in the viewer. */
  let drawnId: number | null = null;
  let stream: LevelStream | null = null;

  const axis = computed(() => map.map?.axis ?? null);
  const colours = useMapColours(axis);
  const surface = useMapSurface(viewer, colours);
  const navigation = computed<NavigationMode>(() => {
    if (kind.value === 'walk') return 'look';
    return kind.value === 'orbit' ? 'orbit' : 'pan';
  });

  function begin(opened: TunnelViewer): void {
    viewer.value = opened;
    show();
  }

  /** Loads the map into the viewer, from the root on. */
  function show(): void {
    const opened = viewer.value;
    const { map: next } = map;
    stream?.stop();
    stream = null;
    if (opened === null || next === null) return;
    const { key } = next;
    const load = (id: string): Promise<Points> => host.call('map.node', { key, id });
    stream = new LevelStream(opened, next.nodes, load, colours.facts, notices.report);
    const camera = drawnId === next.sessionId ? null : stored.cameraOver(next.sensorPath);
    drawnId = next.sessionId;
    if (camera === null) look();
    else opened.view = camera;
    stream.look();
  }

  /** Switches to the selected kind of view. */
  function look(): void {
    const opened = viewer.value;
    if (opened === null || stream === null) return;
    const spheres = spheresOf(stream, map.map?.sensorPath ?? new Float64Array(0));
    const { view, size } = opened;
    const frame = axis.value?.frameAt(chainage.value);
    if (kind.value === 'plan') opened.view = planView(view, size, spheres);
    else if (kind.value === 'orbit') {
      opened.view = { ...view, projection: 'perspective', pitch: Math.min(view.pitch, 1.2) };
      opened.fit(spheres);
    } else if (axis.value && kind.value === 'long') opened.view = longView(view, size, spheres, axis.value);
    else if (frame && kind.value === 'section') opened.view = sectionView(view, frame);
    else if (frame && kind.value === 'walk') opened.view = walkView(view, frame);
  }

  function go(to: ViewKind): void {
    // A section view clips to a thin slab; other views remove that clipping.
    if (to === 'section' && slab.value === 0) slab.value = SECTION_SLAB;
    else if (to !== 'section' && kind.value === 'section' && slab.value === SECTION_SLAB) slab.value = 0;
    const opened = viewer.value;
    if (opened !== null && kind.value === 'orbit') {
      const { yaw, pitch } = opened.view;
      outside = { yaw, pitch };
    } else if (opened !== null && to === 'orbit') {
      // Along the axis only the portal would be seen.
      const { yaw, pitch } = outside;
      opened.view = { ...opened.view, yaw, pitch };
    }
    kind.value = to;
    look();
  }

  /** Fits the view to positions, 3 numbers each, map frame, m. @param reach about each of them, m */
  function zoomTo(positions: Float64Array, reach: number): void {
    const opened = viewer.value;
    if (opened === null) return;
    // Who walks stands inside, from where not all of it is seen.
    if (kind.value === 'walk') kind.value = 'orbit';
    opened.fit(spheresAlong(positions, reach));
  }

  /** Moves along the axis; the walk view keeps its direction. */
  function moveTo(next: number): void {
    const line = axis.value;
    if (line === null || !Number.isFinite(next)) return;
    const before = line.frameAt(chainage.value);
    chainage.value = Math.min(line.end, Math.max(line.start, next));
    stored.place.value = chainage.value;
    const after = line.frameAt(chainage.value);
    const opened = viewer.value;
    if (opened === null) return;
    if (kind.value === 'walk') opened.view = walked(opened.view, before, after);
    else if (kind.value === 'section') opened.view = { ...opened.view, ...sectionTarget(opened, after) };
  }

  /** Toggles the clipping box, at the centre of the view. */
  function toggleBox(): void {
    const opened = viewer.value;
    if (opened === null) return;
    const { target, yaw } = opened.view;
    shown.boxEdges.value = true;
    box.value = box.value === null ? { centre: target, half: [5, 5, 3], yaw: yaw + Math.PI / 2 } : null;
  }

  function onView(): void {
    moves.value++;
    // Between two sessions the viewer still shows the first.
    if (viewer.value !== null && drawnId === project.session?.id) stored.camera.value = viewer.value.view;
    stream?.look();
  }

  function onDrawn(interval: number | null): void {
    // Also after a resize of the window.
    moves.value++;
    if (interval !== null) stream?.hearFrame(interval);
    if (viewer.value !== null) range.value = viewer.value.range;
    surface.onDrawn();
  }

  /** Rechecks `settled` at once: a change of colours is not drawn before the next frame. */
  function onOutdated(): void {
    outdated.value++;
  }

  /** Takes pictures of other views and sizes, each with all points that it needs. @throws CancelledError without a map */
  async function takePictures<T>(work: (take: TakePicture) => Promise<T>): Promise<T> {
    const [opened, own] = [viewer.value, stream];
    if (opened === null || own === null) throw new CancelledError();
    try {
      return await opened.takePictures((take) =>
        work(async (shot, get) => {
          await own.bring(shot.view, shot.size);
          return take(shot, get);
        }),
      );
    } finally {
      own.look();
    }
  }

  /** True if everything that the view needs is drawn; rechecked when a drawing is due and when it is done. */
  function settled(): boolean {
    void outdated.value;
    // It is opened again whenever the panel is shown, which may bring other points, notes and uncertainties.
    if (map.building) return false;
    if (surface.isWanted.value && surface.state.value === 'preparing') return false;
    return moves.value > 0 && (stream?.settled ?? false) && (viewer.value?.isComplete ?? false);
  }

  watch(
    () => map.map,
    (next) => {
      // Before the viewer is open, too: where the person stood last is shown at once, not the start of the axis.
      if (next !== null) chainage.value = stored.chainageOn(next.axis);
      show();
    },
    { immediate: true },
  );
  useMapLines(viewer, box, shown);
  watch([colours.mode, colours.distances], () => stream?.refreshFacts());
  watch([box, slab, chainage, axis, viewer], () => {
    const opened = viewer.value;
    if (opened === null) return;
    const half = slab.value / 2;
    opened.clip = {
      box: box.value,
      slab:
        axis.value === null || !(slab.value > 0)
          ? null
          : slabBetween(axis.value, chainage.value - half, chainage.value + half),
    };
  });
  onUnmounted(() => stream?.stop());

  return {
    viewer,
    moves,
    range,
    colours,
    surface,
    shown,
    kind,
    chainage,
    slab,
    box,
    axis,
    navigation,
    begin,
    look,
    go,
    zoomTo,
    moveTo,
    toggleBox,
    onView,
    onDrawn,
    onOutdated,
    settled,
    takePictures,
  };
}

export type MapScene = ReturnType<typeof useMapScene>;

function sectionTarget({ view }: TunnelViewer, frame: Parameters<typeof sectionView>[1]) {
  const { yaw, pitch, target } = sectionView(view, frame);
  return { yaw, pitch, target };
}

/** Bounding spheres along the sensor path, if there is one: the cubes of the tree extend far beyond a drive. */
function spheresOf(stream: LevelStream, path: Float64Array): Sphere[] {
  const spheres = spheresAlong(path, DRIVE_REACH);
  return spheres.length > 0 ? spheres : [...stream.tree.leafSpheres()];
}
