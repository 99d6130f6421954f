import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { LabRecord } from '../../src-core/contract/lab-requests.ts';
import type { Args } from '../../src-core/contract/requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { type CloudMoments, type PoseError, poseError } from '../../src-core/math/pose-error.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isSearching, type MethodId, type SearchId } from '../../src-core/model/registration-ids.ts';
import type { LabValues } from '../../src-core/question/lab-values.ts';
import { fileName } from '../ui/format.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { keepFields } from './kept-fields.ts';
import { type LabRun, useLabRuns } from './lab-runs.ts';
import { useNotices } from './notices.ts';
import { AT_REST, poseOfStart, startOfPose } from './start-pose.ts';
import { UNTRANSFORMED, type WireTransform } from './transformed-points.ts';

/** One of the two clouds of the lab. */
interface LabCloud {
  readonly path: string;
  readonly name: string;
  /** Number of points in the file. */
  readonly count: number;
  /** Decimated points for drawing. */
  readonly points: Points;
  /** Of the file. */
  readonly sha256: string;
  /** Of all points. */
  readonly moments: CloudMoments;
}

/** Method and options of a registration; it starts at the start pose of the lab. */
export interface LabSetting {
  /** null: the one that is right on the clouds. */
  readonly method: MethodId | null;
  /** null: the default of the engine. */
  readonly search: SearchId | null;
  readonly engine: EngineName;
  /** Find the start by the clouds themselves; the start pose is then not used. */
  readonly global: boolean;
  /** Module of the distance of `newton-custom`; null for the others. */
  readonly distance: string | null;
  /** Options that differ from their defaults, by key of `LAB_FIELDS`. */
  readonly options: LabValues;
}

/** How far the running registration is. */
export interface LabProgress {
  /** null: it chooses itself. */
  readonly method: MethodId | null;
  /** `performance.now()` at its start. */
  readonly since: number;
  readonly done: number;
  /** null: it stops by its tolerance. */
  readonly total: number | null;
  /** 0 before the first. */
  readonly iterations: number;
  /** m; null before the first iteration. */
  readonly rms: number | null;
}

/** Greatest number of points drawn per cloud: enough to see the walls, transformed in a few milliseconds. */
const MOST_DRAWN = 200_000;

/** Store of the registration lab: two clouds and the registrations of one to the other. */
export const useLab = defineStore('lab', () => {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const stored = useLabRuns();
  const source = shallowRef<LabCloud | null>(null);
  const target = shallowRef<LabCloud | null>(null);
  const clouds = { source, target };
  /** Their files, as the project keeps them; those of a reopened project are not read yet. */
  const files = { source: ref<string | null>(null), target: ref<string | null>(null) };
  keepFields('view', { labSource: files.source, labTarget: files.target });
  const shownId = ref<string | null>(null);
  /** Shown iteration of the run; 0: initial clouds. */
  const iteration = ref(0);
  const progress = shallowRef<LabProgress | null>(null);
  const start = ref(AT_REST);
  /** True while the moving cloud is shown at the start pose, also if a run is chosen. */
  const isPlacing = ref(false);
  let stopRun = new AbortController();

  const running = computed(() => progress.value !== null);
  const isReady = computed(() => source.value !== null && target.value !== null);
  /** Runs between the chosen clouds; all of them until both are chosen. */
  const runs = computed<readonly LabRun[]>(() => {
    const [from, to] = [source.value, target.value];
    if (from === null || to === null) return stored.all;
    return stored.all.filter((run) => run.source.sha256 === from.sha256 && run.target.sha256 === to.sha256);
  });
  const shown = computed(() => runs.value.find(({ id }) => id === shownId.value) ?? null);
  /** Last iteration that can be shown; an engine that stores no poses has only start and end. */
  const lastIteration = computed(() => (shown.value === null ? 0 : shown.value.found.poses.length || 1));
  const T_start = computed(() => source.value && poseOfStart(start.value, source.value.moments));
  const pose = computed<WireTransform>(() => {
    if (shown.value === null || isPlacing.value) return T_start.value ?? UNTRANSFORMED;
    const { poses, T_target_source, T_start: from } = shown.value.found;
    return iteration.value === 0 ? from : (poses[iteration.value - 1] ?? T_target_source);
  });
  /** Reference pose between the chosen clouds; null: none. */
  const reference = computed(() => {
    const [from, to] = [source.value?.sha256, target.value?.sha256];
    return stored.references.find((known) => known.source === from && known.target === to) ?? null;
  });

  watch(start, () => {
    isPlacing.value = source.value !== null;
  });

  /** Reads a file as one of the clouds. */
  async function read(which: 'source' | 'target', path: string): Promise<void> {
    const { points, count, sha256, centre, covariance } = await jobs.run('lab.reading', (job) =>
      host.call('cloud.read', { path, most: MOST_DRAWN }, job),
    );
    const name = fileName(path);
    clouds[which].value = { path, name, count, points, sha256, moments: { centre, covariance } };
    files[which].value = path;
    show(runs.value.at(-1)?.id ?? null);
  }

  /** Reads the clouds that the project was left with; a file that is gone or may not be read is to be chosen anew. */
  async function reopen(): Promise<void> {
    for (const which of ['source', 'target'] as const) {
      const path = files[which].value;
      if (path === null || path === clouds[which].value?.path) continue;
      await read(which, path).catch((error: unknown) => {
        if (!(error instanceof SocavonError)) throw error;
      });
    }
  }
  watch([files.source, files.target], () => void notices.guard(reopen), { immediate: true });

  async function run(setting: LabSetting): Promise<void> {
    const [from, to] = [source.value, target.value];
    if (from === null || to === null || running.value) return;
    const question: Omit<LabRecord['setting'], 'method'> & Pick<LabSetting, 'method'> = {
      ...setting,
      search: setting.method === null || isSearching(setting.method) ? setting.search : null,
      T_start: setting.global ? null : wireOf(T_start.value),
    };
    const begun = { method: setting.method, since: performance.now() };
    progress.value = { ...begun, done: 0, total: null, iterations: 0, rms: null };
    stopRun = new AbortController();
    try {
      const result = await jobs.run('lab.registering', (job) =>
        host.call(
          'register.run',
          { source: from.path, target: to.path, ...question } satisfies Args<'register.run'>,
          {
            ...job,
            signal: AbortSignal.any([job.signal, stopRun.signal]),
            onProgress(step) {
              job.onProgress(step);
              const { done, total, iterations = 0, rms = null } = step;
              progress.value = { ...begun, done, total, iterations, rms: Number.isNaN(rms) ? null : rms };
            },
          },
        ),
      );
      const id = crypto.randomUUID();
      const files = { source: fileOf(from), target: fileOf(to) };
      const method = result.method ?? setting.method ?? '';
      await stored.add({
        id,
        at: new Date().toISOString(),
        ...files,
        setting: { ...question, method },
        found: result,
      });
      if (source.value === from && target.value === to) show(id);
    } finally {
      progress.value = null;
    }
  }

  /** Cancels the running registration. */
  function stop(): void {
    stopRun.abort();
  }

  /** Shows a run at its end; null: the moving cloud at its start. */
  function show(id: string | null): void {
    shownId.value = id;
    isPlacing.value = false;
    iteration.value = lastIteration.value;
  }

  async function remove(id: string): Promise<void> {
    const run = runs.value.find((other) => other.id === id);
    if (run === undefined) return;
    const removing = stored.remove(run);
    if (shownId.value === id) show(runs.value.at(-1)?.id ?? null);
    await removing;
  }

  /** Starts the next registration from a pose. */
  function startFrom(T: WireTransform): void {
    start.value = startOfPose(T, source.value?.moments ?? { centre: [0, 0, 0] });
    isPlacing.value = source.value !== null;
  }

  /** Compares the runs between the chosen clouds with a pose; null: with none. */
  async function compareWith(T: WireTransform | null, name: string): Promise<void> {
    const [from, to] = [source.value, target.value];
    if (from === null || to === null) return;
    const clouds = { source: from.sha256, target: to.sha256 };
    const T_target_source = wireOf(T);
    await stored.setReference(clouds, T_target_source && { T_target_source, name });
  }

  /** Error of a pose against the reference; null: there is no reference. */
  function errorOf(T: WireTransform): PoseError | null {
    const [known, from] = [reference.value, source.value];
    return known && from && poseError(rigidOf(T), rigidOf(known.T_target_source), from.moments);
  }

  return {
    source,
    target,
    runs,
    shown,
    iteration,
    progress,
    running,
    isReady,
    lastIteration,
    pose,
    start,
    T_start,
    isPlacing,
    reference,
    read,
    run,
    stop,
    show,
    remove,
    startFrom,
    compareWith,
    errorOf,
  };
});

function fileOf({ name, sha256, count }: LabCloud): LabRecord['source'] {
  return { name, sha256, count };
}

function wireOf(T: WireTransform | null): { R: number[]; t: number[] } | null {
  return T && { R: [...T.R], t: [...T.t] };
}

function rigidOf({ R, t }: WireTransform) {
  return { R: Float64Array.from(R), t: Float64Array.from(t) };
}
