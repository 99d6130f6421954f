import { targetPosition } from '../../../src-core/closing/control/decide-targets.ts';
import type {
  ControlFound,
  LoopFound,
  PickFound,
  Refinement,
} from '../../../src-core/contract/refine-requests.ts';
import type { Transform } from '../../../src-core/contract/shapes.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import { applyToPoint, compose, identity } from '../../../src-core/math/se3.ts';
import type { ControlResidual } from '../../../src-core/model/control.ts';
import type { LoopEvidence } from '../../../src-core/model/loop.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import type { AnchorPose } from '../../../src-core/model/refined-trajectory.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { rmsOfResiduals } from '../../../src-core/report/control-summary.ts';
import type { ControlSearch } from '../../../src-core/survey/find-control.ts';
import type { PickOutcome } from '../../../src-core/survey/picked-points.ts';
import type { MatchedControl } from '../../../src-core/survey/refine.ts';
import type { StoredRefinement } from '../../project/refinements.ts';

type Vector = readonly [number, number, number];

/** Wire form of a refinement. @param aligned the poses that it was computed from */
export function refinementToWire({ value, createdAt }: StoredRefinement, { poses }: Trajectory): Refinement {
  const { refined, frame, T_grid_map, graph, unseen } = value;
  return {
    refined,
    frame,
    T_grid_map: T_grid_map && transformOf(T_grid_map),
    residuals: graph.residuals.map(residualOf),
    controlRms: rmsOfResiduals(graph, 'control'),
    checkRms: rmsOfResiduals(graph, 'check'),
    leftOut: graph.leftOut.map(({ name, scanIndex }) => ({ name, scanIndex })),
    unseen: [...unseen],
    loops: graph.loops.map(loopToWire),
    chi2: graph.chi2,
    degreesOfFreedom: graph.degreesOfFreedom,
    anchors: anchorColumns(graph.anchors),
    corrections: correctionColumns(value.poses, poses, T_grid_map ?? identity()),
    createdAt,
  };
}

export function loopToWire({
  T_from_to: _pose,
  covariance: _covariance,
  figures,
  chi2,
  ...loop
}: LoopEvidence): LoopFound {
  return { ...loop, figures: figures && { ...figures }, chi2: Number.isFinite(chi2) ? chi2 : null };
}

/** Wire form of a picked point. @param T_map_pick from its own frame to that of the map */
export function pickFoundToWire(
  { pick, fit, fault }: PickOutcome,
  T_map_pick: Rigid,
  error: readonly [number, number, number] | null,
): PickFound {
  const { name, feature, size, place } = pick;
  return {
    ...{ name, feature, size },
    place: triple(applyToPoint(T_map_pick, ...place)),
    fit: fit && {
      place: triple(applyToPoint(T_map_pick, ...fit.place)),
      ...{ sigma: fit.sigma, rms: fit.rms, points: fit.points },
    },
    fault: fault && toWireError(fault),
    error: error && triple(error),
  };
}

/** Wire form of the detected control points. */
export function controlFoundToWire(search: ControlSearch, { targets, match }: MatchedControl): ControlFound {
  const used = targets.filter(({ observation }) => observation !== null);
  return {
    targets: targets.map(({ candidate, pSensor, decision, observation }, i) => {
      const at = used.indexOf(targets[i]);
      const unnamed = match?.unnamed.find((one) => one.observation === at);
      const { scanIndex, verdict, remark, firstScan, lastScan, scans, returns, range } = candidate;
      return {
        scan: scanIndex,
        pSensor: triple(pSensor),
        place: triple(targetPosition(candidate)),
        ...{ verdict, remark, firstScan, lastScan, scans, returns, range },
        decision: decision?.verdict ?? null,
        isUsed: observation !== null,
        sigma: observation?.sigma ?? null,
        name: at < 0 ? null : ((match?.observations[at] ?? observation)?.name ?? null),
        unnamed: at < 0 || unnamed === undefined ? null : { why: unnamed.why, names: [...unnamed.names] },
      };
    }),
    T_grid_map: match?.T_grid_map ? transformOf(match.T_grid_map) : null,
    residuals: (match?.residuals ?? []).map(residualOf),
    remarks: [...(match?.remarks ?? [])],
    levels: search.gravity.length,
  };
}

function anchorColumns(anchors: readonly AnchorPose[]): Refinement['anchors'] {
  const columns = {
    scanIndex: Uint32Array.from(anchors, ({ scanIndex }) => scanIndex),
    T_map_sensor: new Float64Array(12 * anchors.length),
    sigma: new Float64Array(3 * anchors.length),
  };
  anchors.forEach(({ T_map_sensor: { R, t }, covariance }, i) => {
    columns.T_map_sensor.set([...R, ...t], 12 * i);
    for (let k = 0; k < 3; k++) columns.sigma[3 * i + k] = Math.sqrt(varianceAlong(R, covariance, k));
  });
  return columns;
}

/** Variance of the position along the kth axis of the map: `(R C_tt R^T)_kk`. */
function varianceAlong(R: Float64Array, covariance: Float64Array, k: number): number {
  let sum = 0;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) sum += R[3 * k + i] * covariance[6 * (i + 3) + j + 3] * R[3 * k + j];
  return Math.max(sum, 0);
}

function correctionColumns(
  refined: StoredRefinement['value']['poses'],
  aligned: Trajectory['poses'],
  T_grid_map: Rigid,
): Refinement['corrections'] {
  const before = new Map(aligned.map(({ scanIndex, T_map_sensor }) => [scanIndex, T_map_sensor]));
  const moved = new Float64Array(3 * refined.length);
  let largest = 0;
  refined.forEach(({ scanIndex, T_map_sensor }, i) => {
    const { t } = compose(T_grid_map, before.get(scanIndex)!);
    const away = [0, 1, 2].map((k) => T_map_sensor.t[k] - t[k]);
    moved.set(away, 3 * i);
    largest = Math.max(largest, Math.hypot(...away));
  });
  return { scanIndex: Uint32Array.from(refined, ({ scanIndex }) => scanIndex), moved, largest };
}

function residualOf({ error, ...residual }: ControlResidual) {
  return { ...residual, error: triple(error) };
}

function transformOf({ R, t }: Rigid): Transform {
  return { R: [...R], t: [...t] };
}

function triple([x, y, z]: Vector): [number, number, number] {
  return [x, y, z];
}
