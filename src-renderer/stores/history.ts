import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { HistoryStep } from '../../src-core/contract/work-requests.ts';
import { useJobs } from './jobs.ts';
import { useProject } from './project.ts';
import { useWork } from './work.ts';

/** Topic of the steps of whole sessions. */
const SESSION = 'session';

/** Names of the steps of a topic by the field that they changed, and of those that changed others. */
interface StepNames {
  /** The most telling first: another axis also resets the range. */
  readonly fields: Readonly<Record<string, string>>;
  readonly others: string;
}

const NAMES: Readonly<Record<string, StepNames>> = {
  question: {
    fields: {
      axis: 'axis',
      'measure.axis': 'axis',
      design: 'design',
      chainage: 'chainage',
      'measure.corrections': 'corrections',
      'measure.rounds': 'rounds',
      'measure.material': 'material',
      'measure.stations': 'stations',
      interval: 'interval',
      rangeBias: 'rangeBias',
      origin: 'origin',
      'measure.waterDepth': 'water',
    },
    others: 'question',
  },
  control: {
    fields: { file: 'controlFile', roles: 'controlRole', targets: 'target', loops: 'loop' },
    others: 'controlOptions',
  },
  alignment: { fields: { reject: 'reject', nudge: 'nudge' }, others: 'alignmentOptions' },
  [SESSION]: {
    fields: { removed: 'removed', restored: 'restored', duplicated: 'duplicated' },
    others: 'renamed',
  },
  notes: { fields: {}, others: 'notes' },
  heading: { fields: {}, others: 'heading' },
  join: { fields: {}, others: 'join' },
  moved: { fields: {}, others: 'moved' },
  measures: { fields: {}, others: 'measures' },
  grid: { fields: {}, others: 'grid' },
  report: { fields: {}, others: 'report' },
};

/** Name of a step, under the steps of the history in the locales. */
export function nameOfStep({ topic, fields }: HistoryStep): string {
  const names = NAMES[topic];
  if (names === undefined) return 'other';
  const telling = Object.keys(names.fields).find((field) => fields.includes(field));
  return telling === undefined ? names.others : names.fields[telling];
}

/** Store: undo and redo over everything that a result depends on. */
export const useHistory = defineStore('history', () => {
  const work = useWork();
  const project = useProject();
  const jobs = useJobs();
  const busy = ref(false);

  const undoName = computed(() => work.history.undo && nameOfStep(work.history.undo));
  const redoName = computed(() => work.history.redo && nameOfStep(work.history.redo));
  /** A value that is not stored yet can be undone too: it is stored first. */
  const canUndo = computed(() => !busy.value && (undoName.value !== null || work.hasPending));
  const canRedo = computed(() => !busy.value && redoName.value !== null);

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    try {
      await work.flush();
      const of = work.history[direction];
      if (of === null) return;
      // A step of whole sessions may bring its session back, or take it away.
      if (of.topic !== SESSION) show(of.sessionId);
      const act = (): Promise<void> => work.step(`history.${direction}`);
      // Another alignment may have to be opened.
      await (of.topic === 'alignment' ? jobs.run('alignment.opening', act) : act());
      if (of.topic === SESSION) show(of.sessionId);
    } finally {
      busy.value = false;
    }
  }

  /** The person sees what is undone. */
  function show(sessionId: number | null): void {
    if (sessionId === null || sessionId === project.session?.id) return;
    if (project.info?.sessions.some(({ id }) => id === sessionId)) project.choose(sessionId);
  }

  /** Brings a removed session back: undoes its removal where that is the last step, else restores it by a new one. */
  async function undoRemoval(sessionId: number): Promise<void> {
    await work.flush();
    const { undo } = work.history;
    const isLast = undo?.topic === SESSION && undo.sessionId === sessionId && undo.fields.includes('removed');
    await (isLast ? step('undo') : project.setRemoved(sessionId, false));
  }

  return {
    undoName,
    redoName,
    canUndo,
    canRedo,
    undo: () => step('undo'),
    redo: () => step('redo'),
    undoRemoval,
  };
});
