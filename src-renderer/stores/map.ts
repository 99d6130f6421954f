import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { MapNode, MapNote } from '../../src-core/contract/map-requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis-from-trajectory.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis-geometry.ts';
import type { Vector } from '../viewer/vector.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { useSurveyQuestion } from './survey-question.ts';

/** A session's map as it lies on the disk, the way through it, and what was written at it. */
export interface SessionMap {
  readonly sessionId: number;
  readonly nodes: readonly MapNode[];
  readonly points: number;
  /** Sensor positions, 3 each, m. */
  readonly way: Float64Array;
  /** Null where the robot hardly moved: nothing runs along a chainage then. */
  readonly axis: AxisGeometry | null;
}

/** The map that the map panel shows. */
export const useMap = defineStore('map', () => {
  const host = useHost();
  const jobs = useJobs();
  const question = useSurveyQuestion();
  const map = shallowRef<SessionMap | null>(null);
  const notes = shallowRef<readonly MapNote[]>([]);
  const building = ref(false);
  const isEmpty = computed(() => map.value !== null && map.value.points === 0);

  /** Takes up the map of a session, building its levels of detail where they are not those of its poses. Long. */
  async function open(sessionId: number): Promise<void> {
    building.value = true;
    try {
      const built = await jobs.run('viewer.building', (job) => host.call('map.build', { sessionId }, job));
      const path = await host.call('survey.path', { sessionId, axis: question.axis });
      notes.value = await host.call('map.notes', { sessionId });
      map.value = { sessionId, ...built, way: path.positions, axis: axisOf(path.axis, path.positions) };
    } finally {
      building.value = false;
    }
  }

  async function addNote(point: Vector, text: string): Promise<void> {
    await keep([...notes.value, { id: crypto.randomUUID(), point: [...point], text }]);
  }

  async function removeNote(id: string): Promise<void> {
    await keep(notes.value.filter((note) => note.id !== id));
  }

  async function keep(next: MapNote[]): Promise<void> {
    if (map.value === null) return;
    await host.call('map.setNotes', { sessionId: map.value.sessionId, notes: next });
    notes.value = next;
  }

  return { map, notes, building, isEmpty, open, addNote, removeNote };
});

type GivenAxis = ConstructorParameters<typeof AxisGeometry>[0];

function axisOf(given: Omit<GivenAxis, 'source'> | null, way: Float64Array): AxisGeometry | null {
  try {
    return new AxisGeometry(given === null ? axisFromTrajectory(way).value : { ...given, source: 'given' });
  } catch (error) {
    if (error instanceof SocavonError) return null;
    throw error;
  }
}
