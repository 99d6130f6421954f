import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import type { Reply } from '../../src-core/contract/requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { useHost } from './host.ts';
import { type CloudChoice, type SensorChoice, useProject } from './project.ts';

/** File selected for import. */
export interface Candidate {
  readonly path: string;
  /** What it is, which stays known while it is read again; null: not known yet. */
  readonly kind: CapturePreview['kind'] | null;
  /** Null while loading, and if it cannot be read. */
  readonly preview: CapturePreview | null;
  /** Error of the engine if it cannot be read. */
  readonly failure: SocavonError | null;
}

/** Reason why the import cannot start; the file that it is about. */
interface ImportObstacle {
  readonly kind: 'reading' | 'unreadable' | 'metadata' | 'box' | 'unusable';
  readonly path: string;
}

/** Nothing is said of a cloud: the file tells its unit, and the wider accuracy is assumed. */
const NO_CLOUD_CHOICE: CloudChoice = {
  unit: null,
  heightUnit: null,
  scanner: null,
  trajectory: null,
  trajectoryUnit: null,
  ignoreBox: false,
};

/** Store: captures selected for import, with their previews and the sensors that made them. */
export const useImport = defineStore('import', () => {
  const host = useHost();
  const project = useProject();
  const candidates = shallowRef<readonly Candidate[]>([]);
  const sensor = ref<SensorChoice>({ metadata: null, sensor: null });
  /** What is said of clouds. */
  const cloud = ref<CloudChoice>({ ...NO_CLOUD_CHOICE });
  const shown = ref(0);
  /** Files by sensor; empty until known. */
  const sensors = shallowRef<Reply<'capture.sensors'>>([]);
  const isRunning = ref(false);
  /** Why the last import failed; the selection is kept. */
  const failure = shallowRef<SocavonError | null>(null);
  let reading = new AbortController();

  const open = computed(() => candidates.value.length > 0 && !isRunning.value);
  const current = computed(() => candidates.value[shown.value] ?? null);
  const obstacle = computed<ImportObstacle | null>(() => {
    const obstacles = candidates.value
      .map((candidate) => ({ kind: obstacleOf(candidate), path: candidate.path }))
      .filter((one): one is ImportObstacle => one.kind !== null);
    return obstacles.find(({ kind }) => kind !== 'reading') ?? obstacles[0] ?? null;
  });
  /** True if the files are clouds of other programs. */
  const isOfClouds = computed(() => candidates.value.some(({ kind }) => kind === 'cloud'));
  /** True if they are the clouds of a drive, one a frame, which poses of another program may place. */
  const isOfFrames = computed(() => candidates.value.some(({ kind }) => kind === 'frames'));
  /** True if points leave the box of a header, which a person may know to be wrong; and while it is not heeded. */
  const isBoxRefused = computed(
    () =>
      cloud.value.ignoreBox === true ||
      failure.value?.sentence?.code === 'las-outside-box' ||
      candidates.value.some(({ preview }) => preview?.problems.some(({ repair }) => repair === 'ignore-box')),
  );
  const isReady = computed(() => open.value && obstacle.value === null && sensors.value.length > 0);

  /** Loads previews of the files. @param metadata path for all of them, if the user gave one */
  async function begin(paths: readonly string[], metadata: string | null = null): Promise<void> {
    const result: string[] = [];
    // A folder of captures stands for its files.
    for (const path of paths) result.push(...(await host.call('capture.files', { path })).paths);
    candidates.value = result.map((path) => ({ path, kind: null, preview: null, failure: null }));
    sensor.value = { metadata, sensor: null };
    cloud.value = { ...NO_CLOUD_CHOICE };
    shown.value = 0;
    await look();
  }

  async function choose(choice: SensorChoice): Promise<void> {
    sensor.value = choice;
    await lookAgain();
  }

  /** Takes what is said of clouds, and shows them anew where they are read otherwise by it. */
  async function chooseCloud(choice: CloudChoice): Promise<void> {
    const before = cloud.value;
    cloud.value = choice;
    const isReadOtherwise = (['unit', 'heightUnit', 'ignoreBox'] as const).some(
      (key) => choice[key] !== before[key],
    );
    if (isReadOtherwise) await lookAgain();
  }

  async function lookAgain(): Promise<void> {
    candidates.value = candidates.value.map(({ path, kind }) => ({
      path,
      kind,
      preview: null,
      failure: null,
    }));
    await look();
  }

  /** Removes a file from the selection. */
  async function remove(path: string): Promise<void> {
    candidates.value = candidates.value.filter((candidate) => candidate.path !== path);
    shown.value = Math.min(shown.value, Math.max(0, candidates.value.length - 1));
    failure.value = null;
    if (obstacle.value?.kind !== 'reading') await tellSensors(reading.signal);
  }

  function giveUp(): void {
    reading.abort();
    candidates.value = [];
  }

  /**
   * Imports the captures, those of each sensor as a session of their own. A failure keeps what was not imported.
   *
   * @returns whether they were already in the project; null if it failed
   */
  async function run(): Promise<boolean | null> {
    const choice = sensor.value;
    isRunning.value = true;
    failure.value = null;
    try {
      let alreadyThere = true;
      for (const { paths } of sensors.value) {
        const said = saidOf(paths);
        alreadyThere = (await project.importCaptures(paths, choice, said)) && alreadyThere;
        candidates.value = candidates.value.filter(({ path }) => !paths.includes(path));
      }
      candidates.value = [];
      return alreadyThere;
    } catch (error) {
      if (!(error instanceof SocavonError)) throw error;
      if (error.code !== 'cancelled') failure.value = error;
      shown.value = 0;
      sensors.value = sensors.value.filter(({ paths }) =>
        candidates.value.some(({ path }) => paths.includes(path)),
      );
      return null;
    } finally {
      isRunning.value = false;
    }
  }

  /** What is said of clouds; of the clouds of a drive that are aligned here, their units only. */
  function saidOf(paths: readonly string[]): CloudChoice | null {
    const kind = candidates.value.find(({ path }) => path === paths[0])?.kind;
    const { unit, heightUnit, trajectory } = cloud.value;
    if (kind === 'frames' && !trajectory) return { ...NO_CLOUD_CHOICE, unit, heightUnit };
    return kind === 'cloud' || kind === 'frames' ? cloud.value : null;
  }

  async function look(): Promise<void> {
    reading.abort();
    reading = new AbortController();
    failure.value = null;
    sensors.value = [];
    const { signal } = reading;
    for (const { path } of candidates.value) {
      const seen = await preview(path, signal);
      if (signal.aborted) return;
      candidates.value = candidates.value.map((old) => (old.path === path ? seen : old));
    }
    await tellSensors(signal);
  }

  /** A file that cannot be read has been told already and hinders the import. */
  async function tellSensors(signal: AbortSignal): Promise<void> {
    const paths = candidates.value.filter((one) => one.failure === null).map(({ path }) => path);
    if (paths.length === 0) return;
    const result = await host.call('capture.sensors', { paths }, { signal });
    if (!signal.aborted) sensors.value = result;
  }

  async function preview(path: string, signal: AbortSignal): Promise<Candidate> {
    try {
      const args = { path, ...sensor.value, cloud: cloud.value };
      const result = await host.call('capture.preview', args, { signal });
      return { path, kind: result.kind, preview: result, failure: null };
    } catch (error) {
      if (error instanceof SocavonError) return { path, kind: null, preview: null, failure: error };
      throw error;
    }
  }

  return {
    candidates,
    sensor,
    cloud,
    isOfClouds,
    isOfFrames,
    isBoxRefused,
    sensors,
    shown,
    open,
    current,
    obstacle,
    failure,
    isReady,
    begin,
    choose,
    chooseCloud,
    remove,
    giveUp,
    run,
  };
});

function obstacleOf({ preview, failure }: Candidate): ImportObstacle['kind'] | null {
  if (failure !== null) return 'unreadable';
  if (preview === null) return 'reading';
  const problem = preview.problems.find(({ blocks }) => blocks);
  if (problem === undefined) return null;
  if (problem.repair === null) return 'unusable';
  return problem.repair === 'choose-metadata' ? 'metadata' : 'box';
}
