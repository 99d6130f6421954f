import type { RefineState } from '../../../src-core/contract/refine-requests.ts';
import { parseControlPointsCsv } from '../../../src-core/io/tables/control-points-csv.ts';
import type { ControlPoint } from '../../../src-core/model/control.ts';
import type { RefineQuestion } from '../../../src-core/survey/refine.ts';
import type { Project } from '../../project/project.ts';
import { referenceOf, storedReference } from './reference-scan.ts';
import { picksOf, picksToWire } from './stored-picks.ts';
import { rigidFromWire } from './survey-inputs.ts';

/** Points of the stored list of a session, each with its current role; empty: no list. */
export function pointsOf({ refineInputs }: Project, sessionId: number): ControlPoint[] {
  const file = refineInputs.file(sessionId);
  if (file === null) return [];
  const roles = refineInputs.roles(sessionId);
  return parseControlPointsCsv(file.text, file.name).map((point) => ({
    ...point,
    role: roles.get(point.name) ?? point.role,
  }));
}

/** Stored refinement inputs of a session, in the form of the stage. */
export function questionOf(project: Project, sessionId: number): RefineQuestion {
  const { refineInputs } = project;
  const { loops, level, knownLengths, roughStart, target } = refineInputs.asked(sessionId);
  const reference = referenceOf(project, sessionId);
  const picks = picksOf(project, sessionId);
  return {
    points: pointsOf(project, sessionId),
    targets: refineInputs.targets(sessionId),
    loopDecisions: refineInputs.loops(sessionId),
    loops,
    level,
    knownLengths,
    roughStart: rigidFromWire(roughStart),
    target,
    ...(reference !== null && { reference }),
    ...(picks.length > 0 && { picks }),
  };
}

/** Stored refinement inputs and state of a session, in the form of the window. */
export function refineStateOf(project: Project, sessionId: number): RefineState {
  const { refineInputs } = project;
  const file = refineInputs.file(sessionId);
  return {
    file: file && { name: file.name, sha256: file.sha256 },
    points: pointsOf(project, sessionId),
    targets: refineInputs
      .targets(sessionId)
      .map(({ pSensor: [x, y, z], ...rest }) => ({ ...rest, pSensor: [x, y, z] })),
    loops: refineInputs.loops(sessionId).map(({ fromScan, toScan, verdict }) => ({
      ...{ fromScan, toScan, verdict },
    })),
    asked: refineInputs.asked(sessionId),
    picks: picksToWire(picksOf(project, sessionId)),
    reference: storedReference(project, sessionId),
  };
}
