import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { effectiveField, type PlacedField } from '../../src-core/contract/effective-fields.ts';
import type { Args } from '../../src-core/contract/requests.ts';
import { WORK_TOPICS, type WorkTopicName, workSchema } from '../../src-core/contract/work-fields.ts';
import type { HistoryState, WorkChange } from '../../src-core/contract/work-requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { useHost } from './host.ts';
import { useNotices } from './notices.ts';

/** Where a field is kept: a topic of a session, or of the whole project. */
export interface WorkPlace {
  readonly path: string;
  readonly topic: WorkTopicName;
  /** null: of the whole project. */
  readonly sessionId: number | null;
}

type Values = Args<'work.set'>['values'];

/**
 * Values are stored this long after the last change, so that dragging does not write at every step, ... The first change
 * of what is only looked at, such as a click on a panel, is stored at once: the page may be left right after it.
 */
const SETTLED_MS = 200;
/** ... and at the latest this long after the first. */
const AT_MOST_MS = 1000;
/** A project that could not be written is tried again after this time. */
const AGAIN_MS = 5000;
const NOT_KEPT = 'history.notKept';
const NOTHING: HistoryState = { undo: null, redo: null };

/**
 * Store: what the project keeps of the window, by topic and field (`src-core/contract/work-fields`). A value is here at
 * once and in the project a moment later; where the project cannot be written it holds until the window closes.
 */
export const useWork = defineStore('work', () => {
  const host = useHost();
  const notices = useNotices();
  /** Recognises changes of this window among those that the engine tells of. */
  const me = crypto.randomUUID();

  /** Project that the fields are of; null: none is open. */
  const path = ref<string | null>(null);
  const fields = shallowRef<readonly PlacedField[]>([]);
  const history = shallowRef<HistoryState>(NOTHING);
  /** Counts changes that did not come from this window: fields are to be read again. */
  const revision = ref(0);
  const pending = new Map<string, Omit<WorkPlace, 'path'> & { values: Values }>();
  const listeners = new Set<(change: WorkChange) => void>();
  let settled: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();
  /** Of what can be undone. */
  const hasPending = ref(false);

  /** Listens for changes by undo, redo and other windows. */
  function attach(): void {
    host.on('work-changed', hear);
  }

  /** Loads the fields of the project that is open in the engine; null: none is. */
  async function load(of: string | null): Promise<void> {
    const work = of === null ? null : await notices.guard(() => host.call('work.all', {}));
    if (path.value !== of) pending.clear();
    path.value = work?.path ?? of;
    fields.value = work?.fields ?? [];
    history.value = work?.history ?? NOTHING;
    revision.value++;
    const names = work?.unreadable.map(({ topic, field }) => `${topic}.${field}`) ?? [];
    if (names.length > 0) notices.tell('warning', 'history.unreadable', names.join(', '));
  }

  /** Value of a field, its own or that of the session before; undefined: it has its default. */
  function read({ path: of, topic, sessionId }: WorkPlace, field: string): unknown {
    return of === path.value ? effectiveField(fields.value, topic, sessionId, field) : undefined;
  }

  /**
   * Keeps the value of a field. One that does not fit, such as a number that is being typed, is not kept.
   *
   * @param initial the default of the field
   */
  function write(place: WorkPlace, field: string, value: unknown, initial: unknown): void {
    const { topic, sessionId } = place;
    if (place.path !== path.value) turnTo(place.path);
    const before = read(place, field);
    if (isSame(value, before === undefined ? initial : before)) return;
    if (workSchema(topic, field)?.safeParse(value).success !== true) return;
    const stored = JSON.parse(JSON.stringify(value));
    put([{ topic, sessionId, field, value: stored }]);
    const key = `${topic} ${sessionId}`;
    pending.set(key, { topic, sessionId, values: { ...pending.get(key)?.values, [field]: stored } });
    if (WORK_TOPICS[topic].undone) hasPending.value = true;
    const isFirst = settled === undefined;
    clearTimeout(settled);
    settled = setTimeout(flush, SETTLED_MS);
    latest ??= setTimeout(flush, AT_MOST_MS);
    if (isFirst && !WORK_TOPICS[topic].undone) queueMicrotask(storeAtOnce);
  }

  function storeAtOnce(): void {
    void flush();
    // What follows within this time is stored together.
    settled = setTimeout(flush, SETTLED_MS);
  }

  /** Another project that was not loaded: it has nothing yet. */
  function turnTo(of: string): void {
    path.value = of;
    fields.value = [];
    pending.clear();
  }

  function put(values: readonly PlacedField[], removed: readonly Omit<PlacedField, 'value'>[] = []): void {
    const gone = [...values, ...removed];
    const isGone = (placed: PlacedField): boolean => gone.some((other) => isAt(placed, other));
    fields.value = [...fields.value.filter((placed) => !isGone(placed)), ...values];
  }

  /** Stores what is not stored yet; never throws. */
  function flush(): Promise<void> {
    clearTimeout(settled);
    clearTimeout(latest);
    settled = undefined;
    latest = undefined;
    sending = sending.then(send, send);
    return sending;
  }

  /** Stores what is not stored yet of a page that is being left: nothing is waited for any more. */
  function leave(): void {
    void send();
  }

  async function send(): Promise<void> {
    const of = path.value;
    const batch = [...pending.values()];
    pending.clear();
    if (of === null || host.lost) return;
    // All at once: they arrive in this order, and of a page that is left nothing is sent later.
    const replies = await Promise.allSettled(
      batch.map((change) => host.call('work.set', { path: of, ...change, by: me })),
    );
    for (const [k, reply] of replies.entries())
      if (reply.status === 'fulfilled') {
        history.value = reply.value;
        notices.withdraw(NOT_KEPT);
      } else notKept(of, batch[k], reply.reason);
    hasPending.value = [...pending.values()].some((change) => WORK_TOPICS[change.topic].undone);
  }

  /** Keeps a change that could not be stored, to try again, and says so once. */
  function notKept(of: string, change: Omit<WorkPlace, 'path'> & { values: Values }, error: unknown): void {
    if (!(error instanceof SocavonError) || error.code === 'usage' || of !== path.value) {
      if (of === path.value) notices.report(error);
      return;
    }
    const key = `${change.topic} ${change.sessionId}`;
    pending.set(key, { ...change, values: { ...change.values, ...pending.get(key)?.values } });
    notices.tell('warning', NOT_KEPT, error);
    clearTimeout(settled);
    settled = setTimeout(flush, AGAIN_MS);
  }

  /** Loads the fields anew when nothing is on its way to the engine; what is not stored yet holds. */
  async function loadAgain(): Promise<void> {
    await send();
    const of = path.value;
    const work = host.lost ? undefined : await notices.guard(() => host.call('work.all', {}));
    if (work === undefined || work.path !== of || of !== path.value) return;
    fields.value = work.fields;
    history.value = work.history;
    for (const { topic, sessionId, values } of pending.values())
      put(Object.entries(values).map(([field, value]) => ({ topic, sessionId, field, value })));
    revision.value++;
  }

  function hear(change: WorkChange): void {
    if (change.path !== path.value) return;
    history.value = change.history;
    // Sessions that come or go bring their fields, and take them along.
    if (change.topic === 'session') sending = sending.then(loadAgain, loadAgain);
    if (change.by === me) return;
    const { topic, sessionId } = change;
    // A newer value of this window is on its way to the engine and follows.
    const own = pending.get(`${topic} ${sessionId}`)?.values ?? {};
    const isOther = (field: string): boolean => !(field in own);
    if (topic in WORK_TOPICS) {
      const values = Object.entries(change.values).filter(([field]) => isOther(field));
      put(
        values.map(([field, value]) => ({ topic, sessionId, field, value })),
        change.removed.filter(isOther).map((field) => ({ topic, sessionId, field })),
      );
      revision.value++;
    }
    for (const listener of listeners) listener(change);
  }

  /** Calls back for changes of work that its own store holds, by undo, redo and other windows. */
  function onChange(listener: (change: WorkChange) => void): void {
    listeners.add(listener);
  }

  /** Undoes (or redoes) the last change, over all topics. @throws what the engine throws */
  async function step(name: 'history.undo' | 'history.redo'): Promise<void> {
    await flush();
    history.value = await host.call(name, {});
  }

  return {
    path: computed(() => path.value),
    history: computed(() => history.value),
    revision: computed(() => revision.value),
    hasPending: computed(() => hasPending.value),
    attach,
    load,
    read,
    write,
    leave,
    flush,
    step,
    onChange,
  };
});

function isAt(a: Omit<PlacedField, 'value'>, b: Omit<PlacedField, 'value'>): boolean {
  return a.topic === b.topic && a.sessionId === b.sessionId && a.field === b.field;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
