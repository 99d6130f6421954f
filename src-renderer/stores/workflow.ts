import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { SessionInfo } from '../../src-core/contract/project-requests.ts';
import { useMeasures } from './measures.ts';
import { useProject } from './project.ts';
import { useSummary } from './summary.ts';

const STEPS = ['import', 'align', 'control', 'measure', 'report'] as const;
export type StepId = (typeof STEPS)[number];

/** Step of a survey from capture to report. 'optional': it can be left out, and nothing asks for it. */
interface Step {
  readonly id: StepId;
  readonly state: 'done' | 'next' | 'later' | 'optional';
  /** Panel where it is done. */
  readonly panel: string;
}

const PANELS: Record<StepId, string> = {
  import: 'project',
  align: 'alignment',
  control: 'control',
  measure: 'sections',
  report: 'reports',
};

/** What is known of a session, besides what the project says. */
export interface SessionProgress {
  readonly session: Pick<SessionInfo, 'control' | 'writtenAt'> | null;
  readonly isAligned: boolean;
  readonly isMeasured: boolean;
}

/**
 * Steps of a survey with what is done. The first that is neither done nor optional is the next one; control points
 * are optional until a list of them is loaded.
 */
export function stepsOf({ session, isAligned, isMeasured }: SessionProgress): Step[] {
  const isDone: Record<StepId, boolean> = {
    import: session !== null,
    align: isAligned,
    control: isAligned && session?.control === 'adjusted',
    measure: isMeasured,
    report: isMeasured && session !== null && session.writtenAt !== null,
  };
  const isOptional = (id: StepId): boolean => id === 'control' && session?.control !== 'listed';
  const next = STEPS.find((id) => !isDone[id] && !isOptional(id));
  const stateOf = (id: StepId): Step['state'] => {
    if (isDone[id]) return 'done';
    if (id === next) return 'next';
    return isOptional(id) ? 'optional' : 'later';
  };
  return STEPS.map((id) => ({ id, state: stateOf(id), panel: PANELS[id] }));
}

/** Store: how far the shown session is on its way from capture to report, and the next step. */
export const useWorkflow = defineStore('workflow', () => {
  const project = useProject();
  const measures = useMeasures();
  const summary = useSummary();
  const steps = computed(() =>
    stepsOf({
      session: project.session,
      isAligned: measures.total > 0 && measures.placed >= measures.total,
      isMeasured:
        (measures.measures !== null && !measures.isPreliminary) ||
        (project.session !== null && summary.headlineOf(project.session.id)?.isCurrent === true),
    }),
  );
  /** Null: all is done. */
  const next = computed(() => steps.value.find(({ state }) => state === 'next') ?? null);

  return { steps, next };
});
