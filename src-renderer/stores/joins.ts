import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { JoinReply } from '../../src-core/contract/join-requests.ts';
import type { Args } from '../../src-core/contract/requests.ts';
import type { Transform } from '../../src-core/contract/shapes.ts';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import type { Remark } from '../../src-core/messages/remark.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { toMap } from '../viewer/mine-frame.ts';
import { length, subtract, type Vector } from '../viewer/vector.ts';
import { type CommonPoint, commonControl, type SurveyControl } from './common-control.ts';
import { useEpochs } from './epochs.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { joinQuality } from './join-quality.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';
import { UNTRANSFORMED } from './transformed-points.ts';
import { useWork } from './work.ts';

export const JOIN_WAYS = ['automatic', 'points', 'control'] as const;
type JoinWay = (typeof JOIN_WAYS)[number];
export type JoinSideName = 'first' | 'second';

/** A point picked in the maps of both surveys; null: not yet. */
interface PickedPair {
  readonly first: Vector | null;
  readonly second: Vector | null;
}

const NO_PAIR: PickedPair = { first: null, second: null };
/** Least number of points; more make it stronger. */
export const LEAST_PAIRS = 3;

/** Store: the join that a person prepares. Nothing is stored in the project until it is accepted. */
export const useJoins = defineStore('joins', () => {
  const host = useHost();
  const jobs = useJobs();
  const epochs = useEpochs();
  const notices = useNotices();
  const project = useProject();

  const isOpen = ref(false);
  const firstId = ref<number | null>(null);
  const secondId = ref<number | null>(null);
  const way = ref<JoinWay>('automatic');
  /** Where the second survey begins along the first, m; null: unknown. */
  const near = ref<number | null>(null);
  const pairs = shallowRef<readonly PickedPair[]>([NO_PAIR, NO_PAIR, NO_PAIR]);
  const fitted = shallowRef<Transform | null>(null);
  const tried = shallowRef<JoinReply | null>(null);
  const stored = shallowRef<JoinReply | null>(null);
  const common = shallowRef<readonly CommonPoint[]>([]);
  /** Why the last try failed, in its place. */
  const fault = shallowRef<Remark | null>(null);
  const trying = ref(false);
  let asking = 0;
  let giveUp = new AbortController();

  const areDistinct = computed(
    () => firstId.value !== null && secondId.value !== null && firstId.value !== secondId.value,
  );
  /** True if control points place both surveys in the mine grid: there is nothing left to join. */
  const areInGrid = computed(
    () =>
      areDistinct.value &&
      [firstId.value, secondId.value].every(
        (id) => epochs.list.find(({ sessionId }) => sessionId === id)?.frame === 'mine-grid',
      ),
  );
  const whole = computed(() =>
    pairs.value.flatMap(({ first, second }, place) =>
      first === null || second === null ? [] : [{ place, first, second }],
    ),
  );
  /** Frame of the second survey in that of the first as far as it is known: the preview shows it. */
  const relation = computed<Transform | null>(() => {
    if (way.value === 'control') return areInGrid.value ? asWire(UNTRANSFORMED) : null;
    if (tried.value !== null) return tried.value.T_map1_map2;
    return way.value === 'points' ? fitted.value : (stored.value?.T_map1_map2 ?? null);
  });
  /** Distance that remains at each pair under the relation, m; null: not picked in both, or no relation. */
  const residuals = computed<(number | null)[]>(() =>
    pairs.value.map(({ first, second }) => {
      if (first === null || second === null || relation.value === null) return null;
      const { R, t } = relation.value;
      const T = { R: Float64Array.from(R), t: Float64Array.from(t) };
      return length(subtract(toMap(T, second), first));
    }),
  );
  const quality = computed(() => {
    const join = tried.value ?? (way.value === 'automatic' ? stored.value : null);
    return join === null ? null : joinQuality(join);
  });
  const joinRequest = computed(() => {
    const [first, second] = [firstId.value, secondId.value];
    if (first === null || second === null || !areDistinct.value) return null;
    if (way.value === 'points')
      return fitted.value === null
        ? null
        : ({ first, second, start: { kind: 'frame', T_map1_map2: fitted.value }, both: false } as const);
    if (way.value === 'control') return null;
    const start =
      near.value === null ? ({ kind: 'search' } as const) : ({ kind: 'near', chainage: near.value } as const);
    return { first, second, start, both: false };
  });

  /** Opens the panel for two surveys: the later one is joined to the earlier. */
  async function open(first: number | null, second: number | null): Promise<void> {
    firstId.value = first;
    secondId.value = second;
    reset();
    isOpen.value = true;
    await Promise.all([readStored(), readCommon()]);
    way.value = areInGrid.value ? 'control' : 'automatic';
  }

  /** Leaves everything as it was. */
  function close(): void {
    giveUp.abort();
    isOpen.value = false;
    reset();
  }

  function reset(): void {
    pairs.value = [NO_PAIR, NO_PAIR, NO_PAIR];
    near.value = null;
    forgetResult();
  }

  function forgetResult(): void {
    giveUp.abort();
    asking++;
    fitted.value = null;
    tried.value = null;
    fault.value = null;
  }

  /** The join that the project has of these two. */
  async function readStored(): Promise<void> {
    const [first, second] = [firstId.value, secondId.value];
    stored.value = null;
    if (first === null || second === null) return;
    const { join, isCurrent } = await host.call('sessions.getJoin', { sessionId: second });
    if (first !== firstId.value || second !== secondId.value) return;
    stored.value = isCurrent && join?.first === first ? join : null;
  }

  /** Control points of both surveys, and how far apart the two see each. */
  async function readCommon(): Promise<void> {
    const [first, second] = [firstId.value, secondId.value];
    common.value = [];
    if (!areInGrid.value || first === null || second === null) return;
    const [one, other] = await Promise.all([first, second].map(controlOf));
    if (first === firstId.value && second === secondId.value) common.value = commonControl(one, other);
  }

  async function controlOf(sessionId: number): Promise<SurveyControl> {
    const { points } = await host.call('refine.state', { sessionId });
    const { refinement } = await host.call('refine.get', { sessionId });
    return { points, residuals: refinement?.residuals ?? [] };
  }

  /** Sets one side of a pair; null clears it. The fit follows at once. */
  async function setPoint(place: number, side: JoinSideName, point: Vector | null): Promise<void> {
    pairs.value = pairs.value.map((pair, i) => (i === place ? { ...pair, [side]: point } : pair));
    await fitPoints();
  }

  function addPair(): void {
    pairs.value = [...pairs.value, NO_PAIR];
  }

  async function removePair(place: number): Promise<void> {
    const left = pairs.value.filter((_, i) => i !== place);
    pairs.value = left.length < LEAST_PAIRS ? [...left, NO_PAIR] : left;
    await fitPoints();
  }

  async function fitPoints(): Promise<void> {
    forgetResult();
    const request = asking;
    if (whole.value.length < LEAST_PAIRS) return;
    try {
      const pairs: Args<'sessions.fitPoints'>['pairs'] = whole.value.map(({ first, second }) => ({
        first: [...first],
        second: [...second],
      }));
      const fit = await host.call('sessions.fitPoints', { pairs });
      if (request === asking) fitted.value = fit.T_map1_map2;
    } catch (error) {
      if (request === asking) tell(error);
    }
  }

  /** Registers the walls from what is given. Long-running. */
  async function tryIt(): Promise<void> {
    const { value } = joinRequest;
    if (value === null || trying.value) return;
    const request = ++asking;
    fault.value = null;
    tried.value = null;
    trying.value = true;
    giveUp = new AbortController();
    const { signal } = giveUp;
    try {
      const result = await jobs.run('joins.trying', (job) =>
        host.call('sessions.tryJoin', value, { ...job, signal: AbortSignal.any([job.signal, signal]) }),
      );
      if (request === asking) tried.value = result;
    } catch (error) {
      if (request === asking) tell(error);
    } finally {
      trying.value = false;
    }
  }

  /** Stores the join that was tried; the comparison of the two can begin. */
  async function accept(): Promise<void> {
    const { value } = joinRequest;
    if (value === null || tried.value === null) return;
    await jobs.run('joins.keeping', (job) => host.call('sessions.join', value, job));
    epochs.earlierId = value.first;
    epochs.laterId = value.second;
    close();
    await epochs.refresh();
    notices.tell('good', 'joins.accepted');
  }

  /** Takes the stored join away: the second survey is in its own frame again. */
  async function remove(): Promise<void> {
    const { value: sessionId } = secondId;
    if (sessionId === null) return;
    await host.call('sessions.removeJoin', { sessionId });
    forgetResult();
    stored.value = null;
    await epochs.refresh();
  }

  function tell(error: unknown): void {
    if (error instanceof CancelledError) return;
    if (error instanceof SocavonError) fault.value = toWireError(error);
    else notices.report(error);
  }

  watch([firstId, secondId], () => {
    if (!isOpen.value) return;
    reset();
    void notices.guard(() => Promise.all([readStored(), readCommon()]));
  });
  watch([way, near], () => {
    forgetResult();
    if (way.value === 'points') void notices.guard(fitPoints);
  });
  watch(() => project.info?.path, close);
  // Undo and redo, or another window.
  useWork().onChange(({ topic }) => {
    if (topic === 'join' && isOpen.value) void notices.guard(readStored);
  });

  return {
    isOpen,
    firstId,
    secondId,
    way,
    near,
    pairs,
    fitted,
    tried,
    stored,
    common,
    fault,
    trying,
    areDistinct,
    areInGrid,
    whole,
    relation,
    residuals,
    quality,
    asked: joinRequest,
    open,
    close,
    setPoint,
    addPair,
    removePair,
    tryIt,
    accept,
    remove,
  };
});

function asWire({ R, t }: typeof UNTRANSFORMED): Transform {
  return { R: [...R], t: [...t] };
}
