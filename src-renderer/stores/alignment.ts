import { defineStore } from 'pinia';
import { computed, ref, shallowRef, triggerRef, watch } from 'vue';
import type { AlignmentEdit, AlignmentState } from '../../src-core/contract/alignment-requests.ts';
import { decimatedPoints } from '../../src-core/contract/decimated-points.ts';
import type { CallOptions, Reply } from '../../src-core/contract/requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { warningHeadline } from '../../src-core/model/warnings.ts';
import { LiveDrawing } from './alignment/live-drawing.ts';
import { THINNING, useScanStepping } from './alignment/scan-stepping.ts';
import { useAlignmentEngine } from './alignment-engine.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import type { Changes } from './live-map.ts';
import { useNotices } from './notices.ts';
import type { MapTransform } from './nudge.ts';
import { PoseTrack } from './pose-track.ts';
import { useProject } from './project.ts';
import { useWork } from './work.ts';

/** Scans affected by edits of a kind. */
function editedScans(edits: readonly AlignmentEdit[] | undefined, kind: AlignmentEdit['kind']): Set<number> {
  return new Set((edits ?? []).filter((edit) => edit.kind === kind).map(({ scan }) => scan));
}

/** First scan whose edits differ between two lists. */
function firstDifference(before: readonly AlignmentEdit[], after: readonly AlignmentEdit[]): number {
  const texts = (edits: readonly AlignmentEdit[]) => new Set(edits.map((edit) => JSON.stringify(edit)));
  const [old, now] = [texts(before), texts(after)];
  const changed = [
    ...before.filter((edit) => !now.has(JSON.stringify(edit))),
    ...after.filter((edit) => !old.has(JSON.stringify(edit))),
  ];
  return Math.min(...changed.map(({ scan }) => scan));
}

/** Store: controls the alignment of a session. The window requests scans, and the engine stores each aligned scan. */
export const useAlignment = defineStore('alignment', () => {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const project = useProject();
  const engine = useAlignmentEngine();

  const state = shallowRef<AlignmentState | null>(null);
  const track = shallowRef(new PoseTrack());
  /** A request that changes the alignment is running. */
  const busy = ref(false);
  const selected = ref<number | null>(null);
  /** Preview of the nudge of the selected scan. */
  const preview = shallowRef<MapTransform | null>(null);
  /** Last aligned scan, for drawing. */
  const latest = shallowRef<Points | null>(null);
  const drawing = new LiveDrawing();
  const advancing = useScanStepping({ state, busy, call: host.call, jobs, took, askAgain });
  const { playing } = advancing;

  const rejected = computed(() => editedScans(state.value?.edits, 'reject'));
  const nudged = computed(() => editedScans(state.value?.edits, 'nudge'));

  /** Resumes the alignment of a session, or starts it. */
  async function open(sessionId: number): Promise<void> {
    if (state.value?.sessionId === sessionId) return;
    // One alignment at a time: stop the running one first.
    await advancing.end();
    forget();
    // The engines may be timed first, to choose the faster one.
    await jobs.run('alignment.opening', (job) => reopen(sessionId, 0, job));
    selected.value = track.value.scanIndex.at(-1) ?? null;
  }

  /** Switches to another engine; each engine has an alignment of its own. */
  async function changeEngine(name: EngineName): Promise<void> {
    await change(async ({ sessionId }) => {
      const before = engine.wanted;
      engine.wanted = name;
      try {
        await jobs.run('alignment.opening', (job) => reopen(sessionId, 0, job));
      } catch (error) {
        engine.wanted = before;
        throw error;
      }
    });
  }

  /** Reloads the poses. @param from the first scan whose pose may have changed */
  async function reopen(sessionId: number, from = 0, options: CallOptions = {}): Promise<void> {
    const request = { sessionId, engine: engine.wanted };
    const reply = await host.call('alignment.open', request, {
      ...options,
      onTell: (said) => {
        if (said.kind === 'warning') notices.tell('warning', warningHeadline(said.code), said);
      },
    });
    const fresh = new PoseTrack();
    fresh.append(reply.poses);
    track.value = fresh;
    state.value = reply.state;
    drawing.cutFrom(from);
    latest.value = null;
    const read = async (scan: number): Promise<Points> =>
      decimatedPoints(await host.call('map.scan', { sessionId, scan, byAlignment: true }), THINNING);
    const scans = fresh.scanIndex.filter((scan) => scan >= from);
    const isPlaced = (scan: number): boolean => track.value === fresh && fresh.placeOf(scan) >= 0;
    void drawing.fetch(scans, read, isPlaced).catch(() => {
      // Earlier scans are only drawn; the alignment itself reports errors.
    });
  }

  /** Resumes after a restart of the engine. */
  async function takeUpAgain(): Promise<void> {
    advancing.pause();
    await askAgain();
  }

  async function askAgain(): Promise<void> {
    if (state.value !== null) await reopen(state.value.sessionId, state.value.next);
  }

  function took({ state: now, poses, clouds }: Reply<'alignment.advance'>): void {
    take(now, () => track.value.append(poses));
    drawing.add(clouds.map((points, place) => [points.scanIndex?.[0] ?? poses.scanIndex[place], points]));
    latest.value = clouds.at(-1) ?? null;
    selected.value = poses.scanIndex.at(-1) ?? selected.value;
  }

  const stepBack = (): Promise<void> =>
    change(async () => {
      const after = await host.call('alignment.stepBack', { scans: 1 });
      take(after, () => track.value.cutFrom(after.next));
      drawing.cutFrom(after.next);
      latest.value = null;
    });

  const edit = (wanted: AlignmentEdit): Promise<void> =>
    editing(() => host.call('alignment.edit', { edit: wanted }));
  // Undo, redo or another window changed the edits.
  useWork().onChange(({ topic, sessionId }) => {
    if (topic !== 'alignment' || sessionId !== state.value?.sessionId || busy.value) return;
    const request = { sessionId, engine: engine.wanted };
    void notices.guard(() => editing(async () => (await host.call('alignment.open', request)).state));
  });

  function editing(ask: () => Promise<AlignmentState>): Promise<void> {
    return change(async ({ edits: before }) => {
      const after = await ask();
      await reopen(after.sessionId, Math.min(after.next, firstDifference(before, after.edits)));
    });
  }

  async function change(act: (before: AlignmentState) => Promise<void>): Promise<void> {
    if (playing.value || busy.value || state.value === null) return;
    busy.value = true;
    try {
      await act(state.value);
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

  /** Sets the viewer of the growing map, with at most `most` points; it first receives the whole map. */
  function showIn(viewer: (changes: Changes) => void, most: number): void {
    drawing.showIn(viewer, most);
  }

  function hide(): void {
    drawing.hide();
  }

  function forget(): void {
    advancing.forgetSpeed();
    drawing.clear();
    state.value = null;
    track.value = new PoseTrack();
    selected.value = null;
    latest.value = null;
    engine.wanted = 'auto';
  }

  // Sessions of another project may have the same ids.
  watch(
    [() => project.info?.path, () => project.info?.opening],
    ([path], [before]) => {
      // The same project was opened again, by a person or after a crash: the engine has closed its alignment.
      if (path === before && state.value !== null) void takeUpAgain().catch(forget);
      else forget();
    },
    { flush: 'sync' },
  );

  return {
    state,
    track,
    busy,
    selected,
    latest,
    preview,
    rejected,
    nudged,
    playing,
    placing: advancing.placing,
    speed: advancing.speed,
    canAdvance: advancing.canAdvance,
    open,
    changeEngine,
    takeUpAgain,
    play: advancing.play,
    pause: advancing.pause,
    cancel: advancing.cancel,
    step: advancing.step,
    stepBack,
    edit,
    showIn,
    hide,
    forget,
  };
});
