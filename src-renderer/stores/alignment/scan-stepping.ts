import { computed, type Ref, ref } from 'vue';
import type { AlignmentState } from '../../../src-core/contract/alignment-requests.ts';
import type { Call, Reply } from '../../../src-core/contract/requests.ts';
import type { JobHandle, useJobs } from '../jobs.ts';

/** Target interval of redraws while playing, s; it determines the scans per request. */
const RENEWAL_SECONDS = 0.35;
const MOST_IN_ONE = 100;
/** Every nth point of a scan is drawn. */
export const THINNING = 8;

/** Alignment that is advanced. */
interface SteppedAlignment {
  readonly state: Ref<AlignmentState | null>;
  /** A request that changes it is running. */
  readonly busy: Ref<boolean>;
  readonly call: Call;
  readonly jobs: ReturnType<typeof useJobs>;
  /** Adds the aligned scans. */
  took(reply: Reply<'alignment.advance'>): void;
  /** Reloads the state after a failed request, some of whose scans may have been aligned. */
  askAgain(): Promise<void>;
}

/** Advances the alignment by single scans or continuously; the window requests, the engine aligns. */
export function useScanStepping({ state, busy, call, jobs, took, askAgain }: SteppedAlignment) {
  const playing = ref(false);
  /** The engine is aligning scans. */
  const placing = ref(false);
  /** Recent scans per second; null before the first scan. */
  const speed = ref<number | null>(null);
  let stopRequested = false;
  let giveUp = new AbortController();
  /** The current or last continuous run. */
  let running: Promise<void> = Promise.resolve();

  const canAdvance = computed(() => state.value !== null && !state.value.done);

  /** Aligns scans continuously until done or paused. */
  async function play(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    playing.value = true;
    stopRequested = false;
    try {
      running = jobs.run('alignment.running', async (job) => {
        let scans = 1;
        while (!stopRequested && canAdvance.value) scans = nextBatch(scans, await advance(scans, job));
      });
      await running;
    } finally {
      playing.value = false;
    }
  }

  /** Finishes the current request, then stops. */
  function pause(): void {
    stopRequested = true;
  }

  /** Cancels at once; aligned scans are kept. */
  function cancel(): void {
    stopRequested = true;
    giveUp.abort();
  }

  /** Cancels at once and waits until the run has ended. */
  async function end(): Promise<void> {
    cancel();
    await running.catch(() => {});
  }

  async function step(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    // The submap may have to be rebuilt first, with progress and cancellation.
    await jobs.run('alignment.running', (job) => advance(1, job));
  }

  async function advance(scans: number, job: JobHandle): Promise<Spent> {
    giveUp = new AbortController();
    const stop = giveUp;
    job.signal.addEventListener('abort', () => stop.abort(), { once: true });
    const from = performance.now();
    busy.value = true;
    placing.value = true;
    try {
      const reply = await call(
        'alignment.advance',
        { scans, thinning: THINNING },
        { signal: stop.signal, onProgress: (progress) => reportRebuilding(job, progress) },
      );
      const seconds = (performance.now() - from) / 1000;
      // If cancelled, the reply has the scans aligned by then.
      if (stop.signal.aborted) stopRequested = true;
      took(reply);
      speed.value = smoothed(speed.value, reply.clouds.length / seconds);
      const { next, total } = reply.state;
      job.onProgress({ stage: 'align', done: next, total, unit: '' });
      return { placing: reply.seconds, besides: seconds - reply.seconds };
    } catch (error) {
      stopRequested = true;
      await askAgain();
      throw error;
    } finally {
      busy.value = false;
      placing.value = false;
    }
  }

  function forgetSpeed(): void {
    pause();
    speed.value = null;
  }

  return { playing, placing, speed, canAdvance, play, pause, cancel, end, step, forgetSpeed };
}

/** Seconds spent by the engine on aligning, and outside of it. */
interface Spent {
  readonly placing: number;
  readonly besides: number;
}

/** Number of scans of the next request. Even if drawing is slow, aligning gets two thirds of the time. */
function nextBatch(scans: number, { placing, besides }: Spent): number {
  const wanted = Math.max(RENEWAL_SECONDS, 2 * besides);
  return Math.min(MOST_IN_ONE, Math.max(1, Math.round((scans * wanted) / Math.max(1e-3, placing))));
}

/** Reports the progress of rebuilding the submap; aligned scans are reported with their poses. */
function reportRebuilding(job: JobHandle, progress: Parameters<JobHandle['onProgress']>[0]): void {
  if (progress.stage === 'map') job.onProgress({ ...progress, unit: '' });
}

function smoothed(mean: number | null, value: number): number {
  return mean === null ? value : mean + 0.3 * (value - mean);
}
