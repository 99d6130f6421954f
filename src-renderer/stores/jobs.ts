import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Job as HostJob } from '../../src-core/contract/host-requests.ts';
import type { CallOptions } from '../../src-core/contract/requests.ts';
import { TimeLeft } from '../ui/time-left.ts';
import { useHost } from './host.ts';

/** Running job as shown to the user. */
export interface Job {
  readonly id: string;
  /** Locale key of the work. */
  readonly label: string;
  /** Name of the engine's stage; '' before the first progress event. */
  stage: string;
  done: number;
  /** Null if unknown. */
  total: number | null;
  unit: string;
  /** Null until it can be estimated. */
  secondsLeft: number | null;
  cancelling: boolean;
}

/** Options for the request, and a progress callback for workers of this window. */
export interface JobHandle extends CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<CallOptions['onProgress']>;
}

/** Store: long jobs of this and other windows: progress, remaining time, cancellation. */
export const useJobs = defineStore('jobs', () => {
  const host = useHost();
  const own = ref<Job[]>([]);
  const foreign = shallowRef<readonly HostJob[]>([]);
  const foreignCancelling = ref(new Set<number>());
  const controllers = new Map<string, AbortController>();
  let lastId = 0;

  /** Subscribes to jobs started by another window, or by this one before a reload. */
  async function attach(): Promise<void> {
    host.on('host.jobs', (jobs) => {
      foreign.value = jobs;
    });
    foreign.value = await host.call('host.jobs', {});
  }

  const shown = computed<Job[]>(() => [
    ...own.value,
    ...foreign.value.filter(({ name }) => !host.waiting.get(name)).map(asShown),
  ]);

  const asShown = ({ job, stage, done, total, unit, startedAt }: HostJob): Job => ({
    id: `host-${job}`,
    label: 'shell.otherWindow',
    stage,
    done,
    total,
    unit,
    secondsLeft: total === null || done === 0 ? null : ((Date.now() - startedAt) / 1000) * (total / done - 1),
    cancelling: foreignCancelling.value.has(job),
  });

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
    const clock = new TimeLeft();
    try {
      return await work({
        signal: controller.signal,
        onProgress({ stage, done, total, unit }) {
          Object.assign(job, { stage, done, total, unit });
          job.secondsLeft = clock.secondsLeft(done, total, performance.now());
        },
      });
    } finally {
      controllers.delete(id);
      own.value = own.value.filter((other) => other.id !== id);
    }
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

  return { shown, attach, run, cancel };
});

const NOTHING_TOLD = { stage: '', done: 0, total: null, unit: '', secondsLeft: null, cancelling: false };
