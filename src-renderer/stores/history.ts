import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { HistoryStep } from '../../src-core/contract/work-requests.ts';
import { useJobs } from './jobs.ts';
import { useProject } from './project.ts';
import { useWork } from './work.ts';

/** Fields of the survey question that name a step, the most telling first: another axis also resets the range. */
const QUESTION_NAMES: readonly (readonly [field: string, name: string])[] = [
  ['axis', 'axis'],
  ['measure.axis', 'axis'],
  ['design', 'design'],
  ['chainage', 'chainage'],
  ['measure.corrections', 'corrections'],
  ['measure.rounds', 'rounds'],
  ['measure.material', 'material'],
  ['measure.stations', 'stations'],
  ['interval', 'interval'],
  ['rangeBias', 'rangeBias'],
  ['origin', 'origin'],
  ['measure.waterDepth', 'water'],
];
/** Names of steps of the other topics, by topic, or by topic and field. */
const NAMES: Readonly<Record<string, string>> = {
  question: 'question',
  'control.file': 'controlFile',
  'control.roles': 'controlRole',
  'control.targets': 'target',
  'control.loops': 'loop',
  'control.asked': 'controlOptions',
  notes: 'notes',
  heading: 'heading',
  join: 'join',
  moved: 'moved',
  report: 'report',
  'alignment.reject': 'reject',
  'alignment.nudge': 'nudge',
  'alignment.options': 'alignmentOptions',
};

/** Name of a step under `history.steps` of the locales. */
export function nameOfStep({ topic, fields }: HistoryStep): string {
  if (topic === 'question') {
    const found = QUESTION_NAMES.find(([field]) => fields.includes(field));
    if (found !== undefined) return found[1];
  }
  const field = fields.find((name) => `${topic}.${name}` in NAMES);
  return NAMES[field === undefined ? topic : `${topic}.${field}`] ?? 'other';
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
