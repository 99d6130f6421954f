import { type StageContext, throwIfCancelled } from '../model/context.ts';
import type { TriangleMesh } from '../model/mesh.ts';
import {
  type Chamber,
  type ChamberAccuracy,
  ChamberGatherer,
  type ChamberOptions,
} from '../tunnel/chamber/chamber.ts';
import { type SolidDifference, solidDifference } from '../tunnel/chamber/solid-difference.ts';
import type { SurveyedMap } from './surveyed-map.ts';

type Place = readonly [number, number, number];

/** A solid that a chamber is compared with. */
export interface ReferenceSolid {
  /** Name of its file. */
  readonly name: string;
  readonly mesh: TriangleMesh;
  /** Standard uncertainty of the place of the survey against it, each coordinate, m; null: unknown. */
  readonly placeSigma: number | null;
}

/**
 * Stage map -> closed solid of a void without an axis. The places that it was seen from are inside it; of a cloud that
 * does not tell them those of its path, and those that are given.
 *
 * @param inside places in the void, m, in the frame of the map
 * @throws SocavonError of `ChamberGatherer`; CancelledError
 */
export async function measureChamber(
  map: SurveyedMap,
  { inside, cell }: ChamberOptions & { readonly inside: readonly Place[] },
  { cancel, emit }: StageContext,
): Promise<Chamber> {
  const poses = map.placed.trajectory.poses;
  const places = new Map<number, Place>(
    poses.map(({ scanIndex, T_map_sensor: { t } }) => [scanIndex, [t[0], t[1], t[2]]]),
  );
  const gatherer = new ChamberGatherer({ cell });
  let done = 0;
  for await (const cloud of map.points()) {
    throwIfCancelled(cancel, 'work-measure');
    // A cloud of scans says by its scan where it was seen from, to the millimetre.
    const scan = map.stated === null ? cloud.scanIndex?.[0] : undefined;
    gatherer.add(cloud, cloud.seenFrom ?? (scan === undefined ? null : (places.get(scan) ?? null)));
    done += cloud.count;
    emit({ kind: 'progress', stage: 'measure', done, total: null, unit: 'points' });
  }
  const ofPath = map.stated === null || map.hasPath ? [...places.values()] : [];
  return gatherer.measure([...inside, ...ofPath], accuracyOf(map), cancel);
}

/**
 * Stage closed solid -> its difference to another one.
 *
 * @throws SocavonError of `solidDifference`; CancelledError
 */
export function compareChamber(
  map: SurveyedMap,
  chamber: Chamber,
  { mesh, ...options }: ReferenceSolid,
  { cancel }: StageContext,
): Promise<SolidDifference> {
  return solidDifference(chamber, accuracyOf(map), mesh, options, cancel);
}

/** What the ± of a solid rests on: of a cloud what is stated of it; of scans the instrument and the poses. */
function accuracyOf({ stated, instrument, placed }: SurveyedMap): ChamberAccuracy {
  if (stated !== null) return stated;
  const { rangeBias, rangeNoise, warmUpBias } = instrument;
  return {
    bias: rangeBias + warmUpBias,
    noise: rangeNoise,
    lengthShare: 0,
    placeSigma: placed.quality.alongSigma,
  };
}
