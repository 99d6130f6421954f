import type { ControlResidual } from '../../../../src-core/model/control.ts';
import { controlPointCount, rmsOfResiduals } from '../../../../src-core/report/control-summary.ts';
import type { SurveyRefinement } from '../../../../src-core/survey/refine.ts';
import { say } from '../words.ts';

/** Summary of the refinement for `--json`: what constrains the poses besides the scans; lengths in metres. */
export function refinementSummary({ refined, frame, graph, unseen }: SurveyRefinement): object {
  const { residuals, leftOut, loops, chi2, degreesOfFreedom } = graph;
  return {
    refined,
    frame,
    controlRms: rmsOfResiduals(graph, 'control'),
    checkRms: rmsOfResiduals(graph, 'check'),
    control: residuals.filter(({ role }) => role === 'control'),
    check: residuals.filter(({ role }) => role === 'check'),
    leftOut,
    unseen,
    loops: loops.map(({ T_from_to: _pose, covariance: _covariance, ...loop }) => loop),
    chi2,
    degreesOfFreedom,
  };
}

/** Text lines of the refinement summary; empty if there was nothing to refine by. */
export function refinementText({ frame, graph, unseen }: SurveyRefinement): string[] {
  const { residuals, leftOut, loops } = graph;
  const millimetres = (role: 'control' | 'check'): string => {
    const rms = rmsOfResiduals(graph, role);
    return rms === null ? '-' : `${(1000 * rms).toFixed(1)} mm`;
  };
  const lines: string[] = [];
  if (frame === 'mine-grid')
    lines.push(
      say('refine-grid', {
        count: controlPointCount(graph),
        control: millimetres('control'),
        check: millimetres('check'),
      }),
      ...residuals.map((residual) => `  ${residualLine(residual)}`),
    );
  if (leftOut.length > 0)
    lines.push(`  ${say('refine-left-out', { names: leftOut.map(({ name }) => name).join(', ') })}`);
  if (unseen.length > 0) lines.push(`  ${say('refine-unseen', { names: unseen.join(', ') })}`);
  if (loops.length > 0) {
    const closed = loops.filter(({ accepted }) => accepted).length;
    lines.push(say('refine-loops', { closed, count: loops.length }));
  }
  return lines;
}

function residualLine({ name, role, error, distance, plusMinus }: ControlResidual): string {
  const [east, north, up] = error.map(signed);
  const residual = say('refine-residual', { name, role, east, north, up });
  if (plusMinus === undefined) return residual;
  const millimetres = (metres: number): string => (1000 * metres).toFixed(1);
  return say('refine-check', {
    residual,
    distance: millimetres(distance),
    plusMinus: millimetres(plusMinus),
  });
}

function signed(metres: number): string {
  const text = (1000 * metres).toFixed(1);
  return metres < 0 ? text : `+${text}`;
}
