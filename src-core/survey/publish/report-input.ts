import type { BreakVolumes } from '../../model/breaks.ts';
import type { Warning } from '../../model/warnings.ts';
import type { QuestionFiles } from '../../question/survey-question.ts';
import type { ReportDesign, ReportInput, ReportRefinement, ReportStep } from '../../report/report-input.ts';
import { designLines } from '../../tunnel/design/design-lines.ts';
import type { DriveMeasures } from '../../tunnel/volume/measure-drive.ts';
import type { PublishTask } from '../publish-task.ts';
import type { PlacedSurvey, RefinedSurvey } from '../refine.ts';

/** Design section of the report. */
function reportDesign(
  { name, programme }: NonNullable<QuestionFiles['design']>,
  volumes: BreakVolumes,
): ReportDesign {
  const stretches = programme.stretches.map((stretch) => {
    const { excavation, pay } = designLines(stretch.section, programme);
    return { ...stretch, outline: excavation, payOutline: pay };
  });
  const [{ outline, payOutline }] = stretches;
  const { pay } = programme.offsets;
  return {
    name,
    section: programme.stretches[0].section,
    outline,
    volumes,
    pay:
      pay === null || payOutline === null || volumes.unpaid === null
        ? null
        : { limit: pay, outline: payOutline, volumes: { overbreak: volumes.unpaid } },
    offsets: programme.offsets,
    tolerance: programme.tolerance,
    ...(stretches.length > 1 && { stretches }),
  };
}

/** Input of the report for a survey, without its extras. */
export function reportInput(
  {
    request: {
      files: { design },
    },
    source,
    output,
  }: Pick<PublishTask, 'request' | 'source' | 'output'>,
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
    ...(source.calibration && { calibration: source.calibration }),
    ...(source.cloud && { cloud: source.cloud }),
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
    trail: output.trail?.(),
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
