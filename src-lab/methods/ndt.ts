import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { MethodResult, PointSet, RegistrationOptions, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { iterate } from './iterate.ts';
import { NdtMinimiser } from './ndt-minimiser.ts';
import { LEAST_POINTS_OF_VOXEL, type VoxelDistributions, voxelDistributions } from './voxel-distributions.ts';
import { suggestedEdge } from './voxel-edge.ts';

/** Points of a voxel on the mean, if the user gives no edge. */
export const NDT_POINTS_PER_VOXEL = 20;

/**
 * Distributions of a target in voxels, and their edge, m.
 *
 * @param target about its mean
 * @throws SocavonError 'too-few-points' if no voxel has enough points for a distribution
 */
export function requireDistributions(
  target: PointSet,
  { gicp }: RegistrationOptions,
): { readonly edge: number; readonly map: VoxelDistributions } {
  const edge = gicp.voxel ?? suggestedEdge(target, NDT_POINTS_PER_VOXEL, 'voxels');
  const map = voxelDistributions(target, edge);
  if (map.count === 0)
    throw new SocavonError(
      'too-few-points',
      message('ndt-no-voxel', { edge: Number(edge.toPrecision(3)), least: LEAST_POINTS_OF_VOXEL }),
    );
  return { edge, map };
}

/**
 * Normal distributions transform, point to distribution (Biber and Strasser 2003; in three dimensions Magnusson 2009,
 * chapter 6): the target's points in a voxel become a normal distribution, and the pose is sought under which the
 * moved points are most probable. Nothing is searched and no pair is kept.
 *
 * @throws SocavonError 'too-few-points' if no voxel of the target has enough points for a distribution
 */
export function ndt(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const { edge, map } = requireDistributions(target, options);
  const structure = watch.lap();
  const result = iterate(new NdtMinimiser(source, map, edge, options), problem);
  return { ...result, milliseconds: { structure, normals: 0, iterations: watch.lap() } };
}
