import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Reply } from '../../src-core/contract/requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { isSearching, type MethodId, type SearchId } from '../../src-core/model/registration-ids.ts';
import type { LabValues } from '../../src-core/question/lab-values.ts';
import { fileName } from '../ui/format.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { UNTRANSFORMED, type WireTransform } from './transformed-points.ts';

/** One of the two clouds of the lab. */
export interface LabCloud {
  readonly path: string;
  readonly name: string;
  /** Number of points in the file. */
  readonly count: number;
  /** Decimated points for drawing. */
  readonly points: Points;
}

/** Options of a registration. */
export interface LabSetting {
  readonly method: MethodId;
  /** null: the default of the engine. */
  readonly search: SearchId | null;
  readonly engine: EngineName;
  /** Find the start by the clouds themselves; `init` is then not used. */
  readonly global: boolean;
  /** File of the starting transform; null: the identity. */
  readonly init: string | null;
  /** Module of the distance of `newton-custom`; null for the others. */
  readonly distance: string | null;
  /** Options that differ from their defaults, by key of `LAB_FIELDS`. */
  readonly options: LabValues;
}

export interface LabRun extends LabSetting {
  readonly id: number;
  readonly found: Reply<'register.run'>;
}

/** Greatest number of points drawn per cloud: enough to see the walls, transformed in a few milliseconds. */
const MOST_DRAWN = 200_000;

/** Store of the registration lab: two clouds and the registrations of one to the other. */
export const useLab = defineStore('lab', () => {
  const host = useHost();
  const jobs = useJobs();
  const source = shallowRef<LabCloud | null>(null);
  const target = shallowRef<LabCloud | null>(null);
  const runs = shallowRef<readonly LabRun[]>([]);
  const shownId = ref<number | null>(null);
  /** Shown iteration of the run; 0: initial clouds. */
  const iteration = ref(0);
  const running = ref(false);
  let lastId = 0;

  const shown = computed(() => runs.value.find(({ id }) => id === shownId.value) ?? null);
  const isReady = computed(() => source.value !== null && target.value !== null);
  /** Last iteration that can be shown; an engine that stores no poses has only start and end. */
  const lastIteration = computed(() => {
    if (shown.value === null) return 0;
    return shown.value.found.poses.length || 1;
  });
  const pose = computed<WireTransform>(() => {
    if (shown.value === null || iteration.value === 0) return UNTRANSFORMED;
    const { poses, T_target_source } = shown.value.found;
    return poses[iteration.value - 1] ?? T_target_source;
  });

  /** Reads a file as one of the clouds and clears the runs, which were of other clouds. */
  async function read(which: 'source' | 'target', path: string): Promise<void> {
    const { points, count } = await jobs.run('lab.reading', (job) =>
      host.call('cloud.read', { path, most: MOST_DRAWN }, job),
    );
    const cloud = { path, name: fileName(path), count, points };
    if (which === 'source') source.value = cloud;
    else target.value = cloud;
    runs.value = [];
    show(null);
  }

  async function run(setting: LabSetting): Promise<void> {
    const [from, to] = [source.value, target.value];
    if (from === null || to === null || running.value) return;
    running.value = true;
    try {
      const found = await jobs.run('lab.registering', (job) =>
        host.call(
          'register.run',
          {
            source: from.path,
            target: to.path,
            method: setting.method,
            search: isSearching(setting.method) ? setting.search : null,
            engine: setting.engine,
            global: setting.global,
            init: setting.init,
            distance: setting.distance,
            options: setting.options,
          },
          job,
        ),
      );
      if (source.value !== from || target.value !== to) return;
      const done: LabRun = { ...setting, id: ++lastId, found };
      runs.value = [...runs.value, done];
      show(done.id);
    } finally {
      running.value = false;
    }
  }

  /** Shows a run at its end; null: the initial clouds. */
  function show(id: number | null): void {
    shownId.value = id;
    iteration.value = lastIteration.value;
  }

  function remove(id: number): void {
    runs.value = runs.value.filter((other) => other.id !== id);
    if (shownId.value === id) show(runs.value.at(-1)?.id ?? null);
  }

  return {
    source,
    target,
    runs,
    shown,
    iteration,
    running,
    isReady,
    lastIteration,
    pose,
    read,
    run,
    show,
    remove,
  };
});
