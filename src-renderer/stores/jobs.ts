import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Job as HostJob, JobParts } from '../../src-core/contract/host-requests.ts';
import type { JobRecord } from '../../src-core/contract/job-requests.ts';
import type { CallOptions } from '../../src-core/contract/requests.ts';
import { type PartTime, WholeTime } from '../ui/whole-time.ts';
import { useHost } from './host.ts';
import { endedJob, type WrittenFiles } from './jobs/ended-job.ts';

const part = (name: string, seconds: number): PartTime => ({ part: name, seconds });
const FINDING_MOVED = part('map 1', 3);
const WALL = [FINDING_MOVED, part('measure 1', 2.3), part('measure 2', 1)];

/**
 * Parts of long jobs in their order, with what they take for a drive of 40 m (`npm run bench -- window-way`): until the
 * first run on this machine only their proportions matter.
 */
const USUAL_PARTS: Readonly<Record<string, readonly PartTime[]>> = {
  'project.makingSample': [part('simulate 1', 35), part('import 1', 1)],
  'sections.measuring': WALL,
  'viewer.building': [FINDING_MOVED, part('map 2', 1.5), part('map 3', 3)],
  'reports.previewing': WALL,
  'reports.writing': [FINDING_MOVED, part('export 1', 3), ...WALL.slice(1), part('export 2', 1)],
};

/** Labels of jobs by request, for those of another window or of this one before it was loaded again. */
const LABELS: Readonly<Record<string, string>> = {
  'project.openSample': 'project.makingSample',
  'capture.import': 'project.importing',
  'alignment.advance': 'alignment.running',
  'alignment.open': 'alignment.opening',
  'survey.wall': 'sections.measuring',
  'survey.chamber': 'sections.measuringChamber',
  'map.build': 'viewer.building',
  'map.moved': 'viewer.findingMoved',
  'report.preview': 'reports.previewing',
  'survey.write': 'reports.writing',
  'epochs.compare': 'epochs.comparing',
  'register.run': 'lab.registering',
};

/** Running job as shown to the user. */
interface Job {
  readonly id: string;
  /** Locale key of the work. */
  readonly label: string;
  /** Name of the engine's stage; '' before the first progress event. */
  stage: string;
  done: number;
  unit: string;
  /** Share of the whole job that is done, 0..1; null until it can be estimated. */
  fraction: number | null;
  /** Of the whole job; null until it can be estimated. */
  secondsLeft: number | null;
  cancelling: boolean;
}

/** Options for the request, and a progress callback for workers of this window. */
export interface JobHandle extends CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<CallOptions['onProgress']>;
  /** States the files that the job wrote, for the list of finished jobs. */
  readonly wrote: (files: WrittenFiles) => void;
}

/** Interval at which the shown time counts down between reports, ms. */
const COUNTS_EVERY_MS = 500;

/** Store: long jobs of this and other windows: progress, remaining time, cancellation, and those that have ended. */
export const useJobs = defineStore('jobs', () => {
  const host = useHost();
  const own = ref<Job[]>([]);
  const foreign = shallowRef<readonly HostJob[]>([]);
  /** True when it is known what was begun before this page. */
  const areKnown = ref(false);
  const foreignCancelling = ref(new Set<number>());
  /** Jobs of the open project that have ended, newest first. */
  const ended = shallowRef<readonly JobRecord[]>([]);
  const controllers = new Map<string, AbortController>();
  const clocks = new Map<string, WholeTime>();
  let knownParts: Readonly<Record<string, JobParts>> = {};
  let lastId = 0;
  /** Settles when the project has the job that ended last. */
  let noting: Promise<unknown> = Promise.resolve();
  let hearEnd: (record: JobRecord) => void = () => {};

  /** Subscribes to jobs started by another window, or by this one before a reload. */
  async function attach(): Promise<void> {
    host.on('host.jobs', (jobs) => {
      foreign.value = jobs;
    });
    host.on('project-changed', () => void reload());
    foreign.value = await host.call('host.jobs', {});
    areKnown.value = true;
    knownParts = await host.call('host.jobParts', {});
    await reload();
  }

  /** Loads the jobs of the open project that have ended. */
  async function reload(): Promise<void> {
    const before = noting;
    await before;
    const jobs = await host.call('jobs.history', {}).catch(() => []);
    // Writing the files changes the project at its very end: the reply may not know the job that ended meanwhile.
    if (noting !== before) return reload();
    ended.value = jobs;
  }

  const shown = computed<Job[]>(() => [
    ...own.value,
    ...foreign.value.filter(({ name }) => !host.waiting.get(name)).map(asShown),
  ]);

  const asShown = ({ job, name, stage, done, unit, total, startedAt }: HostJob): Job => {
    const id = `host-${job}`;
    const label = LABELS[name] ?? 'shell.otherWindow';
    const now = Date.now();
    const clock = clocks.get(id) ?? new WholeTime(partsOf(label), startedAt);
    clocks.set(id, clock);
    clock.report({ stage, done, total }, now);
    const cancelling = foreignCancelling.value.has(job);
    return { id, label, stage, done, unit, ...timesOf(clock, now), cancelling };
  };

  function partsOf(label: string) {
    return knownParts[label] ?? USUAL_PARTS[label] ?? [];
  }

  /** Running job of this window by its label; null: none. */
  function running(label: string): Job | null {
    return own.value.find((job) => job.label === label) ?? null;
  }

  /**
   * Runs work and shows it until it ends. Pass `job` as the options of a request, to show its progress and to make
   * it cancellable.
   */
  async function run<Value>(label: string, work: (job: JobHandle) => Promise<Value>): Promise<Value> {
    const id = `own-${++lastId}`;
    const controller = new AbortController();
    controllers.set(id, controller);
    own.value.push({ id, label, ...NOTHING_TOLD });
    const job = own.value[own.value.length - 1];
    const [began, at] = [new Date(), performance.now()];
    const clock = new WholeTime(partsOf(label), at);
    const count = (): void => void Object.assign(job, timesOf(clock, performance.now()));
    const counting = setInterval(count, COUNTS_EVERY_MS);
    let written: WrittenFiles | null = null;
    const end = (error?: unknown): void => {
      clearInterval(counting);
      controllers.delete(id);
      own.value = own.value.filter((other) => other.id !== id);
      const now = performance.now();
      if (error === undefined) learn(label, clock.parts(now));
      note(endedJob(label, began, (now - at) / 1000, written, error));
    };
    try {
      const value = await work({
        signal: controller.signal,
        onProgress({ stage, done, total, unit }) {
          clock.report({ stage, done, total }, performance.now());
          Object.assign(job, { stage, done, unit });
          count();
        },
        wrote({ folder, files }) {
          written = { folder, files };
        },
      });
      end();
      return value;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  /** Remembers what the parts of a job took; parts that the cache spared this time keep their times. */
  function learn(label: string, parts: readonly PartTime[]): void {
    if (parts.length === 0 || UNEVEN.has(label)) return;
    const merged = inOrder(partsOf(label), parts);
    knownParts = { ...knownParts, [label]: merged };
    void host.call('host.keepJobParts', { label, parts: merged.slice(0, MOST_PARTS) }).catch(() => {});
  }

  function note(record: JobRecord | null): void {
    if (record === null) return;
    ended.value = [record, ...ended.value];
    noting = host.call('jobs.note', { record }).catch(() => {});
    hearEnd(record);
  }

  /** Registers who hears of jobs of this window that have ended. */
  function onEnd(hear: (record: JobRecord) => void): void {
    hearEnd = hear;
  }

  function cancel(id: string): void {
    const job = own.value.find((other) => other.id === id);
    if (job !== undefined) {
      job.cancelling = true;
      controllers.get(id)?.abort();
      return;
    }
    const number = Number(id.replace('host-', ''));
    foreignCancelling.value.add(number);
    void host.call('host.cancelJob', { job: number });
  }

  return { shown, ended, areKnown, attach, running, run, onEnd, cancel };
});

const MOST_PARTS = 40;
/** Work that a person stops and resumes: what it took the last time tells nothing. */
const UNEVEN: ReadonlySet<string> = new Set(['alignment.running', 'alignment.opening']);

function timesOf(clock: WholeTime, at: number): Pick<Job, 'fraction' | 'secondsLeft'> {
  return { fraction: clock.fraction(at), secondsLeft: clock.secondsLeft(at) };
}

/** The parts as they were known, with the times of now; then the new ones. */
function inOrder(known: readonly PartTime[], now: readonly PartTime[]): PartTime[] {
  const timed = known.map((old) => now.find(({ part }) => part === old.part) ?? old);
  return [...timed, ...now.filter(({ part }) => !known.some((old) => old.part === part))];
}

const NOTHING_TOLD = {
  stage: '',
  done: 0,
  unit: '',
  fraction: null,
  secondsLeft: null,
  cancelling: false,
};
