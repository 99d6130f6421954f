import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { decimatedPoints } from '../../src-core/contract/decimated-points.ts';
import type {
  ControlFound,
  FoundTarget,
  LoopFound,
  LoopVerdict,
  PickFound,
  RefineInput,
  Refinement,
  RefineState,
} from '../../src-core/contract/refine-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { PickFeature } from '../../src-core/model/picked-point.ts';
import type { Vector } from '../viewer/vector.ts';
import { useAlignment } from './alignment.ts';
import { exaggeration } from './control/exaggeration.ts';
import { wallScans } from './control/wall-scans.ts';
import { type GraphDrawn, graphLines, type SensorPath } from './graph-lines.ts';
import { useHost } from './host.ts';
import { type JobHandle, useJobs } from './jobs.ts';
import { loopRows } from './loop-rows.ts';
import { useMeasures } from './measures.ts';
import { useNotices } from './notices.ts';
import { pointRows } from './point-rows.ts';
import { useProject } from './project.ts';
import { targetRows } from './target-rows.ts';
import { useWork } from './work.ts';

/** Every nth point of a scan is drawn: walls for orientation, not a map. */
const WALL_THINNING = 6;

/** The user's decision on a target; null reverts it. */
export interface TargetChoice {
  readonly verdict: 'accept' | 'refuse';
  /** null: assigned by its distances. */
  readonly name: string | null;
}

/** What is picked at a place, with its size, m; null: it has none. */
export interface PickKind {
  readonly feature: PickFeature;
  readonly size: number | null;
}

/** Store: control points, targets, loop closures and the refined trajectory of the shown session. */
export const useControl = defineStore('control', () => {
  const host = useHost();
  const jobs = useJobs();
  const project = useProject();
  const alignment = useAlignment();
  const measures = useMeasures();
  const notices = useNotices();

  const sessionId = ref<number | null>(null);
  const state = shallowRef<RefineState | null>(null);
  /** Detected targets; null: not searched since the poses changed. */
  const result = shallowRef<ControlFound | null>(null);
  const loops = shallowRef<readonly LoopFound[] | null>(null);
  const refinement = shallowRef<Refinement | null>(null);
  /** Picked points by their fits; null: not fitted at these poses yet. */
  const picks = shallowRef<readonly PickFound[] | null>(null);
  /** True if no input of the refinement has changed since. */
  const isCurrent = ref(true);
  /** A changing or long request is running. */
  const busy = ref(false);
  /** Current sensor positions; null: not loaded yet. */
  const sensorPath = shallowRef<SensorPath | null>(null);
  const walls = shallowRef<readonly Points[]>([]);
  /** Number of scans aligned or left out, and the total. */
  const placed = shallowRef({ placed: 0, total: 0 });
  let opening = 0;
  let fitting = 0;

  const isAligned = computed(() => placed.value.total > 0 && placed.value.placed >= placed.value.total);
  /** A cloud of another program: its points are picked in it, and place it as one rigid body. */
  const isCloud = computed(
    () => project.info?.sessions.find(({ id }) => id === sessionId.value)?.cloud != null,
  );
  const points = computed(() =>
    pointRows(state.value?.points ?? [], result.value, refinement.value, {
      picks: picks.value ?? [],
      names: state.value?.picks.map(({ name }) => name) ?? [],
      isCloud: isCloud.value,
    }),
  );
  const targets = computed(() => targetRows(result.value?.targets ?? []));
  const places = computed(() => loopRows(loops.value ?? [], state.value?.loops ?? []));
  const factor = computed(() =>
    exaggeration(Math.max(0, ...points.value.map(({ error }) => (error ? Math.hypot(...error) : 0)))),
  );
  const lines = computed(() => {
    if (sensorPath.value === null) return null;
    const drawn: GraphDrawn = {
      way: sensorPath.value,
      control: result.value,
      refinement: refinement.value,
      loops: loops.value ?? [],
      rows: points.value,
      factor: factor.value,
    };
    return graphLines(drawn);
  });

  /** Loads the stored state of a session. */
  async function open(id: number): Promise<void> {
    if (sessionId.value !== id) forget();
    const request = ++opening;
    sessionId.value = id;
    const stored = await host.call('refine.state', { sessionId: id });
    if (request !== opening) return;
    state.value = stored;
    await fetchCurrentPoses();
  }

  /** Loads the current poses and the sensor path. */
  async function fetchCurrentPoses(): Promise<void> {
    const id = sessionId.value;
    if (id === null) return;
    const request = opening;
    const current = await host.call('refine.get', { sessionId: id });
    const path = await host.call('survey.path', { sessionId: id });
    if (request !== opening) return;
    refinement.value = current.refinement;
    isCurrent.value = current.isCurrent;
    loops.value = current.refinement?.loops ?? loops.value;
    placed.value = { placed: path.placed, total: path.total };
    sensorPath.value = { positions: path.positions, scanIndex: path.scanIndex };
    await fitPicks();
  }

  /** Fits the picked points at the current poses; a later call goes before this one. */
  async function fitPicks(): Promise<void> {
    const [id, request] = [sessionId.value, ++fitting];
    if (id === null || (state.value?.picks.length ?? 0) === 0 || !isAligned.value) {
      picks.value = [];
      return;
    }
    await jobs.run('control.fittingPicks', async (job) => {
      const fitted = await host.call('control.picks', { sessionId: id }, job);
      if (request === fitting) picks.value = fitted;
    });
  }

  /** Loads wall points to draw around the graph. */
  async function fetchWalls(): Promise<void> {
    const [id, drawn] = [sessionId.value, sensorPath.value];
    if (id === null || drawn === null || isCloud.value) return;
    const seen: Points[] = [];
    for (const scan of wallScans(drawn.scanIndex)) {
      const cloud = await host.call('map.scan', { sessionId: id, scan });
      if (drawn !== sensorPath.value) return;
      seen.push(decimatedPoints(cloud, WALL_THINNING));
    }
    walls.value = seen;
  }

  const load = (path: string): Promise<void> =>
    change(async (id) => {
      await decided(host.call('control.load', { sessionId: id, path }));
    });

  const forgetPoints = (): Promise<void> =>
    change((id) => decided(host.call('control.forget', { sessionId: id })));

  const setRole = (name: string, role: 'control' | 'check'): Promise<void> =>
    change((id) => decided(host.call('control.setRole', { sessionId: id, name, role })));

  /** Picks a point of the list in the map. @param place frame of the map; null: where it is, as something else */
  const pick = (name: string, place: Vector | null, { feature, size }: PickKind): Promise<void> =>
    change((id) => {
      const at = place && ([...place] as [number, number, number]);
      return decided(host.call('control.pick', { sessionId: id, name, place: at, feature, size }));
    });

  const unpick = (name: string): Promise<void> =>
    change((id) => decided(host.call('control.unpick', { sessionId: id, name })));

  /** @param reference session of a cloud; null: none */
  const setReference = (reference: number | null): Promise<void> =>
    change((id) => decided(host.call('refine.setReference', { sessionId: id, reference })));

  const ask = (input: RefineInput): Promise<void> =>
    change((id) => decided(host.call('refine.ask', { sessionId: id, asked: input })));

  /** Detects targets and assigns points to them. */
  const find = (): Promise<void> =>
    change((id) =>
      jobs.run('control.finding', async (job) => {
        result.value = await host.call('control.find', { sessionId: id }, job);
      }),
    );

  /** @param said null reverts the earlier decision */
  const decideTarget = ({ scan, pSensor }: FoundTarget, said: TargetChoice | null): Promise<void> =>
    change((id) => {
      const decision = { scan, pSensor, verdict: said?.verdict ?? 'accept', name: said?.name ?? null };
      const reset = said === null;
      return decided(host.call('control.decide', { sessionId: id, decision, reset }));
    });

  const findLoops = (): Promise<void> =>
    change((id) =>
      jobs.run('control.findingLoops', async (job) => {
        loops.value = (await host.call('loops.find', { sessionId: id }, job)).loops;
      }),
    );

  /** @param verdict null: automatic */
  const decideLoop = (
    { fromScan, toScan }: LoopFound,
    verdict: LoopVerdict['verdict'] | null,
  ): Promise<void> =>
    change(async (id) => {
      state.value = await host.call('loops.decide', { sessionId: id, fromScan, toScan, verdict });
      isCurrent.value = (await host.call('refine.get', { sessionId: id })).isCurrent;
    });

  /** Refines with all stored inputs; the map then uses the result. */
  const refit = (): Promise<void> =>
    change((id) =>
      jobs.run('control.refining', async (job: JobHandle) => {
        try {
          await host.call('refine.run', { sessionId: id }, job);
        } catch (error) {
          // The detected points explain why they do not georeference the survey.
          if (error instanceof SocavonError && error.code === 'not-determined') await findNamed(id, job);
          throw error;
        }
        await findNamed(id, job);
        await posesChanged();
      }),
    );

  /** Loads the detected targets, if not loaded yet: the refinement has detected them too. */
  async function findNamed(sessionId: number, job: JobHandle): Promise<void> {
    if (state.value?.file && !isCloud.value)
      result.value ??= await host.call('control.find', { sessionId }, job);
  }

  /** Drops the refinement and returns to the poses of the alignment. */
  const drop = (): Promise<void> =>
    change(async (id) => {
      await host.call('refine.drop', { sessionId: id });
      await posesChanged();
    });

  async function posesChanged(): Promise<void> {
    measures.forget();
    // The loaded walls have outdated poses: better none than walls misaligned with the graph.
    walls.value = [];
    await fetchCurrentPoses();
  }

  /** Applies a changed state and assigns the names of detected targets again. */
  async function decided(reply: Promise<RefineState>): Promise<void> {
    const before = JSON.stringify([state.value?.picks, state.value?.points]);
    state.value = await reply;
    const id = sessionId.value;
    if (id === null) return;
    if (JSON.stringify([state.value.picks, state.value.points]) !== before) await fitPicks();
    isCurrent.value = (await host.call('refine.get', { sessionId: id })).isCurrent;
    if (result.value === null) return;
    await jobs.run('control.finding', async (job) => {
      result.value = await host.call('control.find', { sessionId: id }, job);
    });
  }

  async function change(act: (sessionId: number) => Promise<void>): Promise<void> {
    const id = sessionId.value;
    if (busy.value || id === null) return;
    busy.value = true;
    try {
      await act(id);
    } finally {
      busy.value = false;
    }
  }

  function forget(): void {
    opening++;
    sessionId.value = null;
    state.value = null;
    result.value = null;
    loops.value = null;
    refinement.value = null;
    picks.value = null;
    fitting++;
    isCurrent.value = true;
    sensorPath.value = null;
    walls.value = [];
    placed.value = { placed: 0, total: 0 };
  }

  // Undo, redo or another window changed the inputs.
  useWork().onChange(({ topic, sessionId: of }) => {
    if (topic !== 'control' || of !== sessionId.value || busy.value) return;
    void notices.guard(() => change((id) => decided(host.call('refine.state', { sessionId: id }))));
  });

  // Reset on another project, whose sessions may have the same ids, and on changed poses.
  watch([() => project.info?.path, () => alignment.state?.next, () => alignment.state?.runId], forget, {
    flush: 'sync',
  });

  return {
    sessionId,
    state,
    found: result,
    loops,
    refinement,
    picks,
    isCloud,
    isCurrent,
    busy,
    sensorPath,
    walls,
    placed,
    isAligned,
    points,
    targets,
    places,
    factor,
    lines,
    open,
    fetchWalls,
    load,
    forgetPoints,
    setRole,
    pick,
    unpick,
    setReference,
    ask,
    find,
    decideTarget,
    findLoops,
    decideLoop,
    refit,
    drop,
  };
});
