import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { HistoryStep } from '../../src-core/contract/work-requests.ts';
import { useJobs } from './jobs.ts';
import { useProject } from './project.ts';
import { useWork } from './work.ts';

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
  notes: { fields: {}, others: 'notes' },
  heading: { fields: {}, others: 'heading' },
  join: { fields: {}, others: 'join' },
  moved: { fields: {}, others: 'moved' },
  measures: { fields: {}, others: 'measures' },
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
      // The person sees what is undone.
      if (of.sessionId !== null && of.sessionId !== project.session?.id) project.choose(of.sessionId);
      const act = (): Promise<void> => work.step(`history.${direction}`);
      // Another alignment may have to be opened.
      await (of.topic === 'alignment' ? jobs.run('alignment.opening', act) : act());
    } finally {
      busy.value = false;
    }
  }

  return {
    undoName,
    redoName,
    canUndo,
    canRedo,
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
});
