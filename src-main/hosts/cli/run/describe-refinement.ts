import { heldPoints, rmsOf } from '../../../../src-core/report/control-summary.ts';
import type { SurveyRefinement } from '../../../../src-core/survey/refine.ts';

/** What the poses rest on besides the scans, for a program that calls this one; lengths in metres. */
export function refinementSummary({ refined, frame, graph, unseen }: SurveyRefinement): object {
  const { residuals, leftOut, loops, chi2, degreesOfFreedom } = graph;
  return {
    refined,
    frame,
    controlRms: rmsOf(graph, 'control'),
    checkRms: rmsOf(graph, 'check'),
    control: residuals.filter(({ role }) => role === 'control'),
    check: residuals.filter(({ role }) => role === 'check'),
    leftOut,
    unseen,
    loops: loops.map(({ T_from_to: _pose, covariance: _covariance, ...loop }) => loop),
    chi2,
    degreesOfFreedom,
  };
}

/** The same in a few lines for a person; nothing where there was nothing to refine by. */
export function refinementText({ frame, graph, unseen }: SurveyRefinement): string[] {
  const { residuals, leftOut, loops } = graph;
  const millimetres = (role: 'control' | 'check'): string => {
    const rms = rmsOf(graph, role);
    return rms === null ? '-' : `${(1000 * rms).toFixed(1)} mm`;
  };
  const lines: string[] = [];
  if (frame === 'mine-grid')
    lines.push(
      `mine grid by ${heldPoints(graph)} control points: rms ${millimetres('control')}, check points ${millimetres('check')}`,
      ...residuals.map(
        ({ name, role, error }) =>
          `  ${name} ${role}: east ${signed(error[0])}, north ${signed(error[1])}, up ${signed(error[2])} mm`,
      ),
    );
  if (leftOut.length > 0)
    lines.push(`  left out, the rest contradicts them: ${leftOut.map(({ name }) => name).join(', ')}`);
  if (unseen.length > 0) lines.push(`  not seen: ${unseen.join(', ')}`);
  if (loops.length > 0) {
    const closed = loops.filter(({ accepted }) => accepted).length;
    lines.push(`${closed} of ${loops.length} places that were looked at twice are closed`);
  }
  return lines;
}

function signed(metres: number): string {
  const text = (1000 * metres).toFixed(1);
  return metres < 0 ? text : `+${text}`;
}
