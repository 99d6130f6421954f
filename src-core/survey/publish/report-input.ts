import type { Warning } from '../../model/warnings.ts';
import type { ReportInput, ReportRefinement, ReportStep } from '../../report/report-input.ts';
import type { DriveMeasures } from '../../tunnel/measure-drive.ts';
import type { PublishTask } from '../publish-task.ts';
import type { PlacedSurvey, RefinedSurvey } from '../refine.ts';
import { reportDesign } from './report-design.ts';

/** Input of the report for a survey, without its extras. */
export function reportInput(
  { request: { design }, source, output }: Pick<PublishTask, 'request' | 'source' | 'output'>,
  { trajectory, refined, frame }: PlacedSurvey,
  measures: DriveMeasures,
  warnings: readonly Warning[],
  steps: readonly ReportStep[],
): ReportInput {
  const { project, captures, session, sensor, engine } = source;
  return {
    project,
    captures,
    session,
    sensor,
    frame: { kind: frame },
    refinement:
      refined?.value.refined || refined?.value.graph.loops.length ? reportRefinement(refined) : null,
    axis: measures.axis,
    profiles: measures.profiles,
    cumulativeVolume: measures.cumulativeVolume,
    volume: measures.volume,
    trajectory,
    reliability: measures.reliability,
    lengthSigma: measures.lengthSigma,
    design: design && measures.breaks && reportDesign(design, measures.breaks),
    warnings,
    computation: {
      softwareVersion: output.softwareVersion,
      engine: engine.kind,
      adapter: engine.kind === 'gpu' ? engine.adapter : null,
      steps,
    },
  };
}

function reportRefinement({ asked, value }: RefinedSurvey): ReportRefinement {
  const { graph, unseen, frame } = value;
  const { residuals, leftOut, loops } = graph;
  return { points: asked.points, isPlacedByPoints: frame === 'mine-grid', residuals, leftOut, unseen, loops };
}
