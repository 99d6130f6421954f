import { ref, shallowRef, watch } from 'vue';
import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import type { AxisGeometry } from '../../../src-core/tunnel/axis-geometry.ts';
import { useHost } from '../../stores/host.ts';
import { useJobs } from '../../stores/jobs.ts';
import { axisOf } from '../../stores/map.ts';
import { useNotices } from '../../stores/notices.ts';
import type { Sphere } from '../../viewer/camera.ts';

/** Map of a session in the frame of its poses, whatever the survey question places it at. */
export interface OwnMap {
  readonly sessionId: number;
  readonly key: string;
  readonly nodes: readonly MapNode[];
  /** Null if the robot hardly moved. */
  readonly axis: AxisGeometry | null;
  /** Around the sensor path: what a view is fitted to. */
  readonly spheres: readonly Sphere[];
}

/** Radius around the sensor path to fit a view to, m: the walls of a drive, and the face ahead. */
const DRIVE_REACH = 5;
/** Greatest number of spheres along the path. */
const MOST_SPHERES = 400;

/** Loads the map of a session, and of another one when it changes. Builds its levels of detail if need be. */
export function useSessionMap(sessionId: () => number | null) {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const map = shallowRef<OwnMap | null>(null);
  const loading = ref(false);
  let asking = 0;

  async function load(id: number): Promise<void> {
    const request = ++asking;
    loading.value = true;
    try {
      const { key, nodes } = await jobs.run('viewer.building', (job) =>
        host.call('map.build', { sessionId: id, T_grid_first: null }, job),
      );
      const path = await host.call('survey.path', { sessionId: id, T_grid_first: null, axis: null });
      if (request !== asking) return;
      const axis = axisOf(path.axis, path.positions);
      map.value = { sessionId: id, key, nodes, axis, spheres: spheresOf(path.positions) };
    } finally {
      if (request === asking) loading.value = false;
    }
  }

  watch(
    sessionId,
    (id) => {
      if (map.value?.sessionId === id) return;
      map.value = null;
      if (id !== null) void notices.guard(() => load(id));
    },
    { immediate: true },
  );

  return { map, loading };
}

function spheresOf(positions: Float64Array): Sphere[] {
  const count = positions.length / 3;
  const step = Math.max(1, Math.ceil(count / MOST_SPHERES));
  const spheres: Sphere[] = [];
  for (let i = 0; i < count; i += step)
    spheres.push({
      centre: [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]],
      radius: DRIVE_REACH,
    });
  return spheres;
}
