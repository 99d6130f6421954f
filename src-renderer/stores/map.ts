import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { DynamicPoints, MapNode, MapNote } from '../../src-core/contract/map-requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { COLOUR_MODES, type ValueRange } from '../viewer/colour.ts';
import { rigidOf, toFirstScan, toMap } from '../viewer/mine-frame.ts';
import { secondsByScan } from '../viewer/scan-times.ts';
import type { Vector } from '../viewer/vector.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { keepFields, keptChoice } from './kept-fields.ts';
import { useMeasures } from './measures.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';
import { useWork } from './work.ts';

/** Map of a session with its sensor path and axis. */
interface SessionMap {
  readonly sessionId: number;
  /**
   * Pose of the first scan in the mine grid, which is then the map frame; null: the map frame is that of the first
   * scan.
   */
  readonly T_grid_first: Rigid | null;
  /** Frame of its coordinates. */
  readonly frame: 'mine-grid' | 'local';
  /** Key of its levels of detail. */
  readonly key: string;
  readonly nodes: readonly MapNode[];
  readonly points: number;
  /** Sensor positions, 3 per scan, m. */
  readonly sensorPath: Float64Array;
  /** Null if the robot hardly moved: there is no chainage then. */
  readonly axis: AxisGeometry | null;
  /** Seconds since the first scan, by scan index; null if the sensor's clock is unusable. */
  readonly secondsOfScan: Float64Array | null;
  /** Seconds of the first and last scan, or their indices if the clock is unusable. */
  readonly timeRange: ValueRange;
}

/** Store: the map of the map panel. */
export const useMap = defineStore('map', () => {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const question = useSurveyQuestion();
  const measures = useMeasures();
  const project = useProject();
  const map = shallowRef<SessionMap | null>(null);
  /** Colour mode of its points. */
  const colour = keptChoice('look', 'colour', COLOUR_MODES);
  /** True if the dynamic returns are shown. */
  const showsMoved = ref(false);
  keepFields('look', { moved: showsMoved });
  /** Notes in the frame of the first scan, so that georeferencing the map does not displace them. */
  const stored = shallowRef<readonly MapNote[]>([]);
  const building = ref(false);
  const notes = computed<MapNote[]>(() =>
    stored.value.map((note) => ({ ...note, point: [...toMap(frame(), note.point)] })),
  );
  const isEmpty = computed(() => map.value !== null && map.value.points === 0);
  const frame = (): Rigid | null => map.value?.T_grid_first ?? null;
  /** Dynamic returns of the shown map; null until requested. */
  const moved = shallowRef<DynamicPoints | null>(null);
  let opening = 0;
  /** True while this window itself changes what to do with dynamic returns. */
  let isDeciding = false;

  /**
   * Opens the map of a session at the pose of the survey question, and builds its levels of detail if they are
   * outdated. Long-running.
   */
  async function open(sessionId: number): Promise<void> {
    const request = ++opening;
    const { T_grid_first, axis } = question;
    building.value = true;
    try {
      const built = await jobs.run('viewer.building', (job) =>
        host.call('map.build', { sessionId, T_grid_first }, job),
      );
      if (request !== opening) return;
      const path = await host.call('survey.path', { sessionId, T_grid_first, axis });
      if (request !== opening) return;
      const written = await host.call('map.notes', { sessionId });
      if (request !== opening) return;
      stored.value = written;
      moved.value = null;
      map.value = {
        sessionId,
        T_grid_first: rigidOf(T_grid_first),
        frame: path.frame,
        ...built,
        sensorPath: path.positions,
        axis: axisOf(path.axis, path.positions),
        ...timesOf(path.scanIndex, path.seconds),
      };
    } finally {
      if (request === opening) building.value = false;
    }
  }

  /** Requests the dynamic returns of the shown map. Long-running. */
  async function findDynamicReturns(): Promise<void> {
    const of = map.value;
    if (of === null) return;
    const { T_grid_first } = question;
    const result = await jobs.run('viewer.findingMoved', (job) =>
      host.call('map.moved', { sessionId: of.sessionId, T_grid_first }, job),
    );
    if (map.value === of) moved.value = result;
  }

  /** Includes the dynamic returns in map and volume, or removes them. */
  async function setKeepsDynamicReturns(keep: boolean): Promise<void> {
    if (map.value === null) return;
    const { sessionId } = map.value;
    isDeciding = true;
    await host.call('map.keepMoved', { sessionId, keep }).finally(() => {
      isDeciding = false;
    });
    measures.forget();
    await open(sessionId);
    await findDynamicReturns();
  }

  /** @param point map frame, m */
  async function addNote(point: Vector, text: string): Promise<void> {
    const own = toFirstScan(frame(), point);
    await keep([...stored.value, { id: crypto.randomUUID(), point: [...own], text }]);
  }

  async function removeNote(id: string): Promise<void> {
    await keep(stored.value.filter((note) => note.id !== id));
  }

  async function keep(next: MapNote[]): Promise<void> {
    if (map.value === null) return;
    await host.call('map.setNotes', { sessionId: map.value.sessionId, notes: next });
    stored.value = next;
  }

  /** Loads again what undo, redo or another window changed. */
  async function reload(topic: string): Promise<void> {
    const { value } = map;
    if (value === null) return;
    const { sessionId } = value;
    if (topic === 'notes') stored.value = await host.call('map.notes', { sessionId });
    else if (topic === 'moved' && !isDeciding) {
      measures.forget();
      await open(sessionId);
    }
  }
  useWork().onChange(({ topic, sessionId }) => {
    if (sessionId === map.value?.sessionId) void notices.guard(() => reload(topic));
  });
  /** Ends the requests of a closed project: the engine has let go of its levels of detail. */
  function forget(): void {
    opening++;
    map.value = null;
    moved.value = null;
    stored.value = [];
    building.value = false;
  }

  watch(() => project.info?.opening, forget, { flush: 'sync' });

  return {
    map,
    colour,
    notes,
    showsMoved,
    moved,
    building,
    isEmpty,
    open,
    findDynamicReturns,
    setKeepsDynamicReturns,
    addNote,
    removeNote,
  };
});

function timesOf(
  scanIndex: Uint32Array,
  seconds: Float64Array,
): Pick<SessionMap, 'secondsOfScan' | 'timeRange'> {
  const secondsOfScan = secondsByScan(scanIndex, seconds);
  const times = secondsOfScan === null ? scanIndex : seconds;
  const [first, last] = [times[0] ?? 0, times[times.length - 1] ?? 0];
  return { secondsOfScan, timeRange: [first, Math.max(last, first + 1e-3)] };
}

type GivenAxis = ConstructorParameters<typeof AxisGeometry>[0];

/** Axis of a survey: the given one, else by its trajectory; null if the robot hardly moved. */
export function axisOf(axis: Omit<GivenAxis, 'source'> | null, positions: Float64Array): AxisGeometry | null {
  try {
    return new AxisGeometry(
      axis === null ? axisFromTrajectory(positions).value : { ...axis, source: 'given' },
    );
  } catch (error) {
    if (error instanceof SocavonError) return null;
    throw error;
  }
}
