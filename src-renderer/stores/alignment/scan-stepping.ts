import { computed, type Ref, ref } from 'vue';
import type { AlignmentState } from '../../../src-core/contract/alignment-requests.ts';
import type { Call, Reply } from '../../../src-core/contract/requests.ts';
import type { JobHandle, useJobs } from '../jobs.ts';

/** The picture is renewed about this often while it plays, s: each asking places so many scans. */
const RENEWAL_SECONDS = 0.35;
const MOST_IN_ONE = 100;
/** One point in this many of a scan is drawn. */
export const THINNING = 8;

/** The alignment that is driven on. */
export interface SteppedAlignment {
  readonly state: Ref<AlignmentState | null>;
  /** A request that changes it is under way. */
  readonly busy: Ref<boolean>;
  readonly call: Call;
  readonly jobs: ReturnType<typeof useJobs>;
  /** Takes over what was placed. */
  took(reply: Reply<'alignment.advance'>): void;
  /** Asks where it stands: an asking failed, and some of its scans may have been placed. */
  askAgain(): Promise<void>;
}

/** Places scans one by one or on and on; the window asks, the engine places. */
export function useScanStepping({ state, busy, call, jobs, took, askAgain }: SteppedAlignment) {
  const playing = ref(false);
  /** The engine places scans now. */
  const placing = ref(false);
  /** Scans each second, of late; null while nothing was placed. */
  const speed = ref<number | null>(null);
  let stopAsked = false;
  let giveUp = new AbortController();
  /** The play that is under way, or was last. */
  let underWay: Promise<void> = Promise.resolve();

  const canAdvance = computed(() => state.value !== null && !state.value.done);
  const secondsLeft = computed(() => {
    if (state.value === null || !speed.value) return null;
    return (state.value.total - state.value.next) / speed.value;
  });

  /** Places scan after scan until it is done or asked to stop. */
  async function play(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    playing.value = true;
    stopAsked = false;
    try {
      underWay = jobs.run('alignment.running', async (job) => {
        let scans = 1;
        while (!stopAsked && canAdvance.value) scans = nextBatch(scans, await advance(scans, job));
      });
      await underWay;
    } finally {
      playing.value = false;
    }
  }

  /** Lets the scans that are under way be placed, and stops. */
  function pause(): void {
    stopAsked = true;
  }

  /** Stops at once; what was placed is kept. */
  function cancel(): void {
    stopAsked = true;
    giveUp.abort();
  }

  /** Stops at once, and waits until nothing plays. */
  async function end(): Promise<void> {
    cancel();
    await underWay.catch(() => {});
  }

  async function step(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    // The submap may have to be built again first, which is shown and can be given up.
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
        { signal: stop.signal, onProgress: (progress) => tellRebuilding(job, progress) },
      );
      const seconds = (performance.now() - from) / 1000;
      // Cancelled, it tells what was placed by then.
      if (stop.signal.aborted) stopAsked = true;
      took(reply);
      speed.value = smoothed(speed.value, reply.clouds.length / seconds);
      const { next, total } = reply.state;
      job.onProgress({ stage: 'align', done: next, total, unit: '' });
      return { placing: reply.seconds, besides: seconds - reply.seconds };
    } catch (error) {
      stopAsked = true;
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

  return { playing, placing, speed, canAdvance, secondsLeft, play, pause, cancel, end, step, forgetSpeed };
}

/** Seconds that the engine took to place the scans, and what passed besides. */
interface Spent {
  readonly placing: number;
  readonly besides: number;
}

/** Scans of the next asking. Where drawing is slow, placing gets two thirds of the time all the same. */
function nextBatch(scans: number, { placing, besides }: Spent): number {
  const wanted = Math.max(RENEWAL_SECONDS, 2 * besides);
  return Math.min(MOST_IN_ONE, Math.max(1, Math.round((scans * wanted) / Math.max(1e-3, placing))));
}

/** Scans that are placed are told with their poses; what the engine must do before them is told as it goes. */
function tellRebuilding(job: JobHandle, progress: Parameters<JobHandle['onProgress']>[0]): void {
  if (progress.stage === 'map') job.onProgress({ ...progress, unit: '' });
}

function smoothed(mean: number | null, value: number): number {
  return mean === null ? value : mean + 0.3 * (value - mean);
}
