import { defineStore } from 'pinia';
import { computed, ref, shallowRef, triggerRef, watch } from 'vue';
import type { AlignmentEdit, AlignmentState } from '../../src-core/contract/alignment-requests.ts';
import type { CallOptions } from '../../src-core/contract/requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { thinnedPoints } from '../../src-core/contract/thinned-points.ts';
import { type Changes, LiveMap } from '../alignment/live-map.ts';
import type { MapTransform } from '../alignment/nudge.ts';
import { PoseTrack } from '../alignment/pose-track.ts';
import { useHost } from './host.ts';
import { type JobHandle, useJobs } from './jobs.ts';
import { useProject } from './project.ts';

/** The picture is renewed about this often while it plays, s: each asking places so many scans. */
const RENEWAL_SECONDS = 0.35;
const MOST_IN_ONE = 100;
/** One point in this many of a scan is drawn. */
const THINNING = 8;
/** Scans that are fetched to show what was aligned before. */
const SCANS_OF_BEFORE = 80;

/** Drives the alignment of a session: the window asks for scan after scan, and the engine keeps each that it placed. */
export const useAlignment = defineStore('alignment', () => {
  const host = useHost();
  const jobs = useJobs();
  const project = useProject();

  const state = shallowRef<AlignmentState | null>(null);
  const track = shallowRef(new PoseTrack());
  const playing = ref(false);
  /** A request that changes the alignment is under way. */
  const busy = ref(false);
  /** Scans each second, of late; null while nothing was placed. */
  const speed = ref<number | null>(null);
  const selected = ref<number | null>(null);
  /** How the chosen scan would be moved by hand, while the person tries it. */
  const preview = shallowRef<MapTransform | null>(null);
  /** The scan that was placed last, as it is drawn. */
  const latest = shallowRef<Points | null>(null);
  let live = new LiveMap();
  let draw: (changes: Changes) => void = () => {};
  let stopAsked = false;
  let giveUp = new AbortController();
  /** The play that is under way, or was last. */
  let underWay: Promise<void> = Promise.resolve();

  const canAdvance = computed(() => state.value !== null && !state.value.done);
  const secondsLeft = computed(() => {
    if (state.value === null || !speed.value) return null;
    return (state.value.total - state.value.next) / speed.value;
  });
  /** Scans that were left out by hand. */
  const rejected = computed(
    () => new Set(state.value?.edits.flatMap((edit) => (edit.kind === 'reject' ? [edit.scan] : [])) ?? []),
  );
  const nudged = computed(
    () => new Set(state.value?.edits.flatMap((edit) => (edit.kind === 'nudge' ? [edit.scan] : [])) ?? []),
  );

  /** Takes up a session where it stands, or begins it. */
  async function open(sessionId: number): Promise<void> {
    if (state.value?.sessionId === sessionId) return;
    // One alignment at a time: what plays is ended first.
    cancel();
    await underWay.catch(() => {});
    forget();
    // The engines may be measured first, to take the one that is done sooner.
    await jobs.run('alignment.opening', (job) => reopen(sessionId, 0, job));
    selected.value = track.value.scanIndex.at(-1) ?? null;
  }

  /** Asks for every pose anew. @param from the first scan whose pose may be another now */
  async function reopen(sessionId: number, from = 0, options: CallOptions = {}): Promise<void> {
    const reply = await host.call('alignment.open', { sessionId }, options);
    const fresh = new PoseTrack();
    fresh.append(reply.poses);
    track.value = fresh;
    state.value = reply.state;
    draw(live.cutFrom(from));
    latest.value = null;
    void showPlaced(sessionId, from).catch(() => {
      // What is drawn of before is a picture only; the alignment itself says what is wrong.
    });
  }

  /** Takes it up again after the engine was started anew. */
  async function takeUpAgain(): Promise<void> {
    stopAsked = true;
    if (state.value !== null) await reopen(state.value.sessionId, state.value.next);
  }

  /** Draws scans that were placed already, some of them where they are many. */
  async function showPlaced(sessionId: number, from: number): Promise<void> {
    const map = live;
    const shown = track.value;
    const scans = shown.scanIndex.filter((scan) => scan >= from);
    const stride = Math.max(1, Math.ceil(scans.length / SCANS_OF_BEFORE));
    for (let i = 0; i < scans.length; i += stride) {
      const points = await host.call('map.scan', { sessionId, scan: scans[i] });
      // Taken back meanwhile, or of a session that is left.
      if (live !== map || track.value !== shown || shown.placeOf(scans[i]) < 0) return;
      draw(map.add([[scans[i], thinnedPoints(points, THINNING)]]));
    }
  }

  /** Places scan after scan until it is done or asked to stop. */
  async function play(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    playing.value = true;
    stopAsked = false;
    try {
      underWay = jobs.run('alignment.running', async (job) => {
        let scans = 1;
        while (!stopAsked && canAdvance.value) {
          const { placing, besides } = await advance(scans, job);
          // Where drawing is slow, placing gets two thirds of the time all the same.
          const wanted = Math.max(RENEWAL_SECONDS, 2 * besides);
          scans = Math.min(MOST_IN_ONE, Math.max(1, Math.round((scans * wanted) / Math.max(1e-3, placing))));
        }
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

  async function step(): Promise<void> {
    if (playing.value || busy.value || !canAdvance.value) return;
    await advance(1);
  }

  /** @returns seconds that the engine took to place the scans, and what passed besides */
  async function advance(scans: number, job?: JobHandle): Promise<{ placing: number; besides: number }> {
    giveUp = new AbortController();
    const stop = giveUp;
    job?.signal.addEventListener('abort', () => stop.abort(), { once: true });
    const from = performance.now();
    busy.value = true;
    try {
      const reply = await host.call(
        'alignment.advance',
        { scans, thinning: THINNING },
        { signal: stop.signal },
      );
      const seconds = (performance.now() - from) / 1000;
      // Cancelled, it tells what was placed by then.
      if (stop.signal.aborted) stopAsked = true;
      take(reply.state, () => track.value.append(reply.poses));
      draw(live.add(cloudsOf(reply.poses.scanIndex, reply.clouds)));
      latest.value = reply.clouds.at(-1) ?? null;
      speed.value = smoothed(speed.value, reply.clouds.length / seconds);
      selected.value = reply.poses.scanIndex.at(-1) ?? selected.value;
      const { next, total } = reply.state;
      job?.onProgress({ stage: 'align', done: next, total, unit: '' });
      return { placing: reply.seconds, besides: seconds - reply.seconds };
    } catch (error) {
      // Some of them may have been placed: ask where it stands.
      stopAsked = true;
      if (state.value !== null) await reopen(state.value.sessionId, state.value.next);
      throw error;
    } finally {
      busy.value = false;
    }
  }

  const stepBack = (): Promise<void> =>
    change(async () => {
      const after = await host.call('alignment.stepBack', { scans: 1 });
      take(after, () => track.value.cutFrom(after.next));
      draw(live.cutFrom(after.next));
      latest.value = null;
    });

  const edit = (wanted: AlignmentEdit): Promise<void> =>
    editing(() => host.call('alignment.edit', { edit: wanted }));
  const undo = (): Promise<void> => editing(() => host.call('alignment.undo', {}));
  const redo = (): Promise<void> => editing(() => host.call('alignment.redo', {}));

  function editing(ask: () => Promise<AlignmentState>): Promise<void> {
    return change(async () => {
      const before = state.value?.edits ?? [];
      const after = await ask();
      await reopen(after.sessionId, Math.min(after.next, firstDifference(before, after.edits)));
    });
  }

  async function change(act: () => Promise<void>): Promise<void> {
    if (playing.value || busy.value || state.value === null) return;
    busy.value = true;
    try {
      await act();
      const last = state.value.next - 1;
      if (selected.value !== null && selected.value > last) selected.value = last < 0 ? null : last;
    } finally {
      busy.value = false;
    }
  }

  function take(next: AlignmentState, changeTrack: () => void): void {
    changeTrack();
    triggerRef(track);
    state.value = next;
  }

  /** Where changes of the growing map are drawn from now on; all that is there comes first. */
  function showIn(viewer: (changes: Changes) => void): void {
    draw = viewer;
    draw(live.all());
  }

  function hide(): void {
    draw = () => {};
  }

  function forget(): void {
    stopAsked = true;
    const gone: Changes = new Map([...live.all().keys()].map((id) => [id, null]));
    draw(gone);
    live = new LiveMap();
    state.value = null;
    track.value = new PoseTrack();
    speed.value = null;
    selected.value = null;
    latest.value = null;
  }

  // Sessions of another project have the same numbers.
  watch(() => project.info?.path, forget, { flush: 'sync' });

  return {
    state,
    track,
    playing,
    busy,
    speed,
    secondsLeft,
    selected,
    latest,
    preview,
    rejected,
    nudged,
    canAdvance,
    open,
    takeUpAgain,
    play,
    pause,
    cancel,
    step,
    stepBack,
    edit,
    undo,
    redo,
    showIn,
    hide,
    forget,
  };
});

function cloudsOf(scanIndex: Uint32Array, clouds: readonly Points[]): [number, Points][] {
  return clouds.map((points, place) => [points.scanIndex?.[0] ?? scanIndex[place], points]);
}

function smoothed(mean: number | null, value: number): number {
  return mean === null ? value : mean + 0.3 * (value - mean);
}

/** The first scan that one of the two changes and the other does not. */
function firstDifference(before: readonly AlignmentEdit[], after: readonly AlignmentEdit[]): number {
  const texts = (edits: readonly AlignmentEdit[]) => new Set(edits.map((edit) => JSON.stringify(edit)));
  const [old, now] = [texts(before), texts(after)];
  const changed = [
    ...before.filter((edit) => !now.has(JSON.stringify(edit))),
    ...after.filter((edit) => !old.has(JSON.stringify(edit))),
  ];
  return Math.min(...changed.map(({ scan }) => scan));
}
