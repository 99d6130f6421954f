import { onUnmounted, ref, type ShallowRef, shallowRef, watch } from 'vue';
import type { Points, Transform } from '../../../src-core/contract/shapes.ts';
import { useHost } from '../../stores/host.ts';
import { useNotices } from '../../stores/notices.ts';
import { transformedPoints } from '../../stores/transformed-points.ts';
import { sectionView, slabBetween } from '../../viewer/axis-views.ts';
import { onThemeChange } from '../../viewer/background.ts';
import type { Sphere } from '../../viewer/camera.ts';
import { NO_CLIP } from '../../viewer/clip.ts';
import { rigidOf, toMap } from '../../viewer/mine-frame.ts';
import { tokenColour } from '../../viewer/token-colour.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';
import type { OwnMap } from '../placement/use-session-map.ts';

/** Colours of the reference survey and of the joined one. */
export const PREVIEW_INK = ['--chart-2', '--chart-1'] as const;
/** Greatest number of points of each survey: enough to judge the walls by. */
const MOST_POINTS = 1_500_000;
/** Thickness of the shown section, m. */
const SLAB = 0.3;
/** Size of a point in it, m: the two walls are told apart by centimetres. */
const SECTION_POINT = 0.015;

interface Batch {
  readonly points: Points;
  readonly spacing: number;
}

/** Scene of two surveys in two colours, the second one where the relation puts it. */
export function useJoinPreview(
  first: ShallowRef<OwnMap | null>,
  second: ShallowRef<OwnMap | null>,
  relation: () => Transform | null,
) {
  const host = useHost();
  const notices = useNotices();
  const viewer = shallowRef<TunnelViewer | null>(null);
  /** Chainage along the reference survey at which a section is shown; null: the whole. */
  const section = ref<number | null>(null);
  const batches = [shallowRef<readonly Batch[]>([]), shallowRef<readonly Batch[]>([])] as const;
  const drawn = new Set<string>();
  let gone = false;

  function begin(opened: TunnelViewer): void {
    viewer.value = opened;
    drawn.clear();
    opened.setColouring({ mode: 'plain', range: null, secondsOfScan: null });
    look();
    void notices.guard(() => Promise.all([bring(0, first.value), bring(1, second.value)]));
  }

  /** Loads a survey from its coarsest level on, within the budget. */
  async function bring(side: 0 | 1, map: OwnMap | null): Promise<void> {
    batches[side].value = [];
    const opened = viewer.value;
    if (map === null || opened === null) return;
    const budget = Math.min(MOST_POINTS, opened.pointBudget / 2);
    let count = 0;
    for (const node of map.nodes.toSorted((a, b) => a.id.length - b.id.length)) {
      if (count + node.count > budget && count > 0) break;
      count += node.count;
      const points = await host.call('map.node', { key: map.key, id: node.id });
      if (gone || opened !== viewer.value || map !== [first, second][side].value) return;
      batches[side].value = [...batches[side].value, { points, spacing: node.spacing }];
    }
  }

  function draw(): void {
    const opened = viewer.value;
    if (opened === null) return;
    const T = relation();
    const wanted = new Set<string>();
    for (const [side, { value }] of batches.entries()) {
      // Without a relation the second survey has no place among the first one's walls.
      if (side === 1 && T === null) continue;
      const tint = tokenColour(opened.canvas, PREVIEW_INK[side]);
      const spacing =
        section.value === null ? Math.min(...value.map((batch) => batch.spacing)) : SECTION_POINT;
      for (const [i, { points }] of value.entries()) {
        const name = `${side}/${i}`;
        wanted.add(name);
        opened.setPoints(name, side === 1 && T !== null ? transformedPoints(points, T) : points, {
          tint,
          spacing,
        });
      }
    }
    for (const name of drawn) if (!wanted.has(name)) opened.removePoints(name);
    drawn.clear();
    for (const name of wanted) drawn.add(name);
  }

  /** Around the path of the second survey, where the relation puts it. */
  function joinedSpheres(): Sphere[] {
    const T = rigidOf(relation());
    if (T === null || second.value === null) return [];
    return second.value.spheres.map(({ centre, radius }) => ({ centre: toMap(T, centre), radius }));
  }

  /** The whole from above and aside, or a section across the drive. */
  function look(): void {
    const opened = viewer.value;
    const map = first.value;
    if (opened === null || map === null) return;
    if (section.value === null || map.axis === null) {
      opened.clip = NO_CLIP;
      opened.view = { ...opened.view, projection: 'perspective', pitch: 0.6 };
      opened.fit([...map.spheres, ...joinedSpheres()]);
      return;
    }
    const { axis } = map;
    opened.view = sectionView(opened.view, axis.frameAt(section.value));
    opened.clip = {
      box: null,
      slab: slabBetween(axis, section.value - SLAB / 2, section.value + SLAB / 2),
    };
  }

  function toggleSection(): void {
    const axis = first.value?.axis;
    section.value = section.value === null && axis ? (axis.start + axis.end) / 2 : null;
  }

  watch(first, (map) => {
    section.value = null;
    look();
    void notices.guard(() => bring(0, map));
  });
  watch(second, (map) => void notices.guard(() => bring(1, map)));
  watch([batches[0], batches[1], relation, () => section.value === null], draw);
  watch(section, look);
  // The second survey may lie ahead of the first, outside the view.
  watch(relation, (now, before) => {
    if (now !== null && before === null && section.value === null) look();
  });
  onUnmounted(onThemeChange(draw));
  onUnmounted(() => {
    gone = true;
  });

  return { section, begin, look, toggleSection };
}
