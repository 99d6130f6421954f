import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { Call, CancelSignal } from '../../../src-core/contract/requests.ts';
import type { SurveyPath } from '../../../src-core/contract/survey-requests.ts';
import type { Remark } from '../../../src-core/messages/remark.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { type MapQuestion, mapClouds, scansOf } from '../../workers/map-clouds.ts';
import { startVolumeWorker } from '../../workers/start-volume-worker.ts';
import { VolumeClient } from '../../workers/volume-client.ts';
import type { GatheredWall } from '../../workers/volume-messages.ts';
import type { MeasuredExtent } from './cadence.ts';

/** Session and number of scans to gather the wall from. */
export interface WallRequest extends Pick<MapQuestion, 'sessionId' | 'T_grid_first' | 'most'> {
  /** Path of the axis file; null: the axis is derived from the trajectory. */
  readonly axis: string | null;
  readonly measure: MeasureInput;
}

export interface SessionWall {
  /** Client of the worker with the wall; owned by the caller, who must end it. */
  readonly client: VolumeClient;
  readonly path: SurveyPath;
  readonly wall: GatheredWall;
  /** Warnings of the captures, the alignment and the gathering. */
  readonly warnings: readonly (Remark & { readonly code: string })[];
  readonly of: MeasuredExtent;
}

/**
 * Gathers the points of a session's map into a wall in a new worker.
 *
 * @param report receives the number of gathered scans and the total
 * @param start starts the worker
 * @throws what the engine and `VolumeClient.gather` throw; CancelledError. No worker is left then.
 */
export async function gatherSessionWall(
  call: Call,
  { axis, measure, ...request }: WallRequest,
  signal: CancelSignal,
  report: (done: number, total: number) => void,
  start = startVolumeWorker,
): Promise<SessionWall> {
  const { sessionId, T_grid_first } = request;
  const path = await call('survey.path', { sessionId, axis, T_grid_first, measure }, { signal });
  // While the map grows the volume is preliminary, and dynamic returns are found only with later scans.
  const isWhole = request.most === null && path.placed >= path.total;
  const moved = isWhole ? await call('map.moved', { sessionId, T_grid_first }, { signal }) : null;
  const withoutMoved = moved === null || moved.isKept ? null : moved.key;
  const heard: Warning[] = [];
  const client = new VolumeClient(start(), (warning) => heard.push(warning));
  const end = (): void => client.end();
  signal.addEventListener('abort', end);
  const wanted = { ...request, placed: path.placed, withoutMoved };
  const scans = scansOf(wanted);
  const volumePath = { ...path, measure, reflectivity: true };
  try {
    const wall = await client.gather(volumePath, mapClouds(call, wanted, signal), (done) =>
      report(done, scans),
    );
    if (signal.aborted) throw new CancelledError('work-measure');
    const of = { placed: path.placed, scans };
    return { client, path, wall, warnings: [...path.warnings, ...heard], of };
  } catch (error) {
    client.end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
