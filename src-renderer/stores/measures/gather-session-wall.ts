import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { Call, CallOptions, CancelSignal } from '../../../src-core/contract/requests.ts';
import type { SurveyPath } from '../../../src-core/contract/survey-requests.ts';
import type { Remark } from '../../../src-core/messages/remark.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import type { DriveWallState } from '../../../src-core/tunnel/wall/gather-drive.ts';
import { type MapQuestion, mapClouds, scansOf } from '../../workers/map-clouds.ts';
import { startVolumeWorker } from '../../workers/start-volume-worker.ts';
import { VolumeClient } from '../../workers/volume-client.ts';
import type { GatheredWall } from '../../workers/volume-messages.ts';
import type { MeasuredExtent } from './cadence.ts';

/** Session and number of scans to gather the wall from. */
interface WallRequest extends Pick<MapQuestion, 'sessionId' | 'T_grid_first' | 'most'> {
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
 * Wall of a session in a new worker: from every point as the engine keeps it, or from some of the scans of a map that
 * grows, gathered in the worker.
 *
 * @param report receives the number of gathered scans and the total
 * @param start starts the worker
 * @throws what the engine and `VolumeClient.gather` throw; CancelledError. No worker is left then.
 */
export async function gatherSessionWall(
  call: Call,
  request: WallRequest,
  { signal, report, start = startVolumeWorker }: Gathering,
): Promise<SessionWall> {
  if (request.most === null) return wholeWall(call, request, { signal, report, start });
  const { axis, measure, ...of } = request;
  const { sessionId, T_grid_first } = of;
  const path = await call('survey.path', { sessionId, axis, T_grid_first, measure }, { signal });
  const wanted = { ...of, placed: path.placed, withoutMoved: null };
  const scans = scansOf(wanted);
  return inWorker(start, signal, async (client, heard) => {
    const wall = await client.gather(
      { ...path, measure, reflectivity: true },
      mapClouds(call, wanted, signal),
      (done) => report({ stage: 'measure', done, total: scans, unit: 'scans' }),
    );
    return { path, wall, warnings: [...path.warnings, ...heard], of: { placed: path.placed, scans } };
  });
}

/** Where a wall is gathered, and who hears of it. */
interface Gathering {
  readonly signal: CancelSignal;
  readonly report: NonNullable<CallOptions['onProgress']>;
  readonly start?: typeof startVolumeWorker;
}

async function wholeWall(
  call: Call,
  { axis, measure, sessionId, T_grid_first }: WallRequest,
  { signal, report, start }: Required<Gathering>,
): Promise<SessionWall> {
  const options = { signal, onProgress: report };
  const stored = await call('survey.wall', { sessionId, axis, T_grid_first, measure }, options);
  const { path } = stored;
  return inWorker(start, signal, async (client) => ({
    path,
    wall: await client.restore({ ...path, measure }, stored.wall as DriveWallState),
    warnings: [...path.warnings, ...stored.warnings],
    of: { placed: path.placed, scans: path.placed },
  }));
}

/** Runs work with a new worker, which stays if the work succeeds. */
async function inWorker(
  start: typeof startVolumeWorker,
  signal: CancelSignal,
  work: (client: VolumeClient, heard: readonly Warning[]) => Promise<Omit<SessionWall, 'client'>>,
): Promise<SessionWall> {
  const heard: Warning[] = [];
  const client = new VolumeClient(start(), (warning) => heard.push(warning));
  const end = (): void => client.end();
  signal.addEventListener('abort', end);
  try {
    const done = await work(client, heard);
    if (signal.aborted) throw new CancelledError('work-measure');
    return { client, ...done };
  } catch (error) {
    client.end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
