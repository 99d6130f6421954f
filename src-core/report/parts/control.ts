import type { ControlResidual } from '../../model/control.ts';
import type { LoopEvidence } from '../../model/loop.ts';
import { controlPointCount, rmsOfResiduals } from '../control-summary.ts';
import {
  facts,
  type NamedValue,
  note,
  numberColumn,
  part,
  type ReportPart,
  table,
  textColumn,
} from '../document.ts';
import type { ReportInput, ReportRefinement } from '../report-input.ts';
import { fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Maximum loop closures in the table. */
const MOST_LOOPS = 24;
/** Maximum rows kept on one page. */
const SHORT = 12;

/** Section on the residuals of control and check points, in the mine grid; null if there is no list of points. */
export function controlPart({ refinement }: ReportInput, texts: Texts): ReportPart | null {
  if (refinement === null || refinement.points.length === 0) return null;
  const { residuals, unseen } = refinement;
  const columns = [
    textColumn(texts['control.point']),
    textColumn(texts['control.role']),
    numberColumn(texts['control.scan']),
    numberColumn(texts['control.east'], 'mm'),
    numberColumn(texts['control.north'], 'mm'),
    numberColumn(texts['control.up'], 'mm'),
    numberColumn(texts['control.distance'], 'mm'),
    numberColumn(texts['control.plusMinus'], 'mm'),
  ];
  const rows = [...residuals]
    .sort((a, b) => (a.role === b.role ? a.scanIndex - b.scanIndex : a.role === 'control' ? -1 : 1))
    .map((residual) => [
      residual.name,
      roleText(residual, refinement, texts),
      fixed(residual.scanIndex, 0),
      ...residual.error.map((metres) => fixed(1000 * metres, 1)),
      fixed(1000 * residual.distance, 1),
      residual.plusMinus === undefined ? '' : fixed(1000 * residual.plusMinus, 1),
    ]);
  const rms = (role: 'control' | 'check'): string => {
    const value = rmsOfResiduals(refinement, role);
    return value === null ? texts['control.none'] : `${fixed(1000 * value, 1)} mm`;
  };
  const summary: NamedValue[] = [
    [texts['control.held'], fixed(controlPointCount(refinement), 0)],
    [texts['control.rms'], rms('control')],
    [texts['control.checkRms'], rms('check')],
  ];
  if (unseen.length > 0) summary.push([texts['control.unseen'], unseen.join(', ')]);
  return part(
    texts['control.title'],
    [note(texts['control.note']), table(columns, rows), facts(summary, true)],
    rows.length <= SHORT,
  );
}

/** Section on loop closures, closed or rejected with the reason; null if there was no candidate. */
export function loopsPart({ refinement }: ReportInput, texts: Texts): ReportPart | null {
  if (refinement === null || refinement.loops.length === 0) return null;
  const { loops } = refinement;
  const closed = loops.filter(({ accepted }) => accepted);
  const shown = [...closed, ...loops.filter(({ accepted }) => !accepted)].slice(0, MOST_LOOPS);
  const columns = [
    textColumn(texts['loops.scans']),
    numberColumn(texts['loops.path'], 'm'),
    numberColumn(texts['loops.overlap'], '%'),
    numberColumn(texts['loops.rms'], 'mm'),
    textColumn(texts['loops.verdict']),
  ];
  const rows = shown.map((loop) => [
    `${loop.fromScan} – ${loop.toScan}`,
    fixed(loop.pathBetween, 1),
    loop.figures === null ? texts['loops.unknown'] : percent(loop.figures.overlap, 0),
    loop.figures === null ? texts['loops.unknown'] : fixed(1000 * loop.figures.rms, 1),
    verdictText(loop, texts),
  ]);
  const counts = fill(texts['loops.note'], {
    closed: fixed(closed.length, 0),
    all: fixed(loops.length, 0),
    shown: fixed(shown.length, 0),
  });
  return part(texts['loops.title'], [note(counts), table(columns, rows)], rows.length <= SHORT);
}

function roleText(
  { name, scanIndex, role }: ControlResidual,
  { leftOut }: ReportRefinement,
  texts: Texts,
): string {
  const isLeftOut = leftOut.some((one) => one.name === name && one.scanIndex === scanIndex);
  return isLeftOut ? texts['control.leftOut'] : texts[`control.role.${role}`];
}

function verdictText({ refusal, decidedBy, accepted }: LoopEvidence, texts: Texts): string {
  const verdict = texts[`loops.verdict.${refusal}`];
  return accepted && decidedBy === 'person' ? `${verdict}, ${texts['loops.byPerson']}` : verdict;
}
