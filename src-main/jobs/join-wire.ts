import type { JoinReply } from '../../src-core/contract/join-requests.ts';
import type { Transform } from '../../src-core/contract/shapes.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PlacedScan, SessionJoin } from '../../src-core/model/session-join.ts';

/** Wire form of a join, also used in the project: every number is preserved exactly. */
export function joinToWire(join: SessionJoin, first: number, second: number): JoinReply {
  const { T_map1_map2, poses, anchors, firstPoses, places, chi2, degreesOfFreedom } = join;
  return {
    first,
    second,
    T_map1_map2: transformOf(T_map1_map2),
    poses: columnsOf(poses),
    anchors: {
      scanIndex: Uint32Array.from(anchors, ({ scanIndex }) => scanIndex),
      covariance: Float64Array.from(anchors.flatMap(({ covariance }) => [...covariance])),
    },
    firstPoses: firstPoses && columnsOf(firstPoses),
    places: places.map(({ T_first_second, covariance, figures, chi2: off, ...place }) => ({
      ...place,
      T_first_second: transformOf(T_first_second),
      covariance: Float64Array.from(covariance),
      figures: { ...figures },
      chi2: Number.isFinite(off) ? off : null,
    })),
    chi2,
    degreesOfFreedom,
  };
}

function columnsOf(scans: readonly PlacedScan[]): JoinReply['poses'] {
  const T_map1_sensor = new Float64Array(12 * scans.length);
  scans.forEach(({ T_map1_sensor: { R, t } }, i) => {
    T_map1_sensor.set(R, 12 * i);
    T_map1_sensor.set(t, 12 * i + 9);
  });
  return { scanIndex: Uint32Array.from(scans, ({ scanIndex }) => scanIndex), T_map1_sensor };
}

function transformOf({ R, t }: Rigid): Transform {
  return { R: [...R], t: [...t] };
}
