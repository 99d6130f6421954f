import { ref, shallowRef, watch } from 'vue';
import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import type { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import { useHost } from '../../stores/host.ts';
import { useJobs } from '../../stores/jobs.ts';
import { axisOf } from '../../stores/map.ts';
import { useNotices } from '../../stores/notices.ts';
import type { Sphere } from '../../viewer/camera.ts';
import { DRIVE_REACH, spheresAlong } from '../../viewer/extent.ts';

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
      map.value = {
        sessionId: id,
        key,
        nodes,
        axis,
        spheres: spheresAlong(path.positions, DRIVE_REACH, MOST_SPHERES),
      };
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
