import type { Call, CancelSignal } from '../../src-core/contract/requests.ts';
import { throwIfCancelled } from '../../src-core/model/context.ts';
import type { VolumeCloud } from './volume-messages.ts';

/** Scans per request: a few megabytes. */
const SCANS_AT_A_TIME = 16;

/** Selection of the scans of a session's map. */
export interface MapQuestion {
  readonly sessionId: number;
  /** Wire form of the pose of the first scan in the mine grid. */
  readonly T_grid_first: { readonly R: number[]; readonly t: number[] } | null;
  /** Number of aligned scans. */
  readonly placed: number;
  /** Greatest number of scans, evenly chosen; null: all. */
  readonly most: number | null;
  /** Key of the dynamic returns to remove; null: none are removed. */
  readonly withoutMoved: string | null;
}

/**
 * Points of the scans of a map, in batches of scans; the next batch is requested while one is processed.
 *
 * @throws what the engine throws; CancelledError
 */
export async function* mapClouds(
  call: Call,
  question: MapQuestion,
  signal: CancelSignal,
): AsyncGenerator<readonly VolumeCloud[]> {
  const requests = requestsFor(question);
  if (requests.length === 0) return;
  let next = ask(call, question, requests[0], signal);
  for (let i = 0; i < requests.length; i++) {
    const clouds = await next;
    throwIfCancelled({ cancelled: signal.aborted }, 'work-measure');
    if (i + 1 < requests.length) {
      next = ask(call, question, requests[i + 1], signal);
      // If the consumer has stopped, this batch is not awaited any more.
      next.catch(() => {});
    }
    yield clouds;
  }
}

/** Number of scans that `mapClouds` yields. */
export function scansOf({ placed, most }: Pick<MapQuestion, 'placed' | 'most'>): number {
  return most === null ? placed : Math.min(placed, most);
}

interface Stretch {
  readonly from: number;
  readonly count: number;
}

function requestsFor({ placed, most }: MapQuestion): Stretch[] {
  const wanted = scansOf({ placed, most });
  if (wanted === placed)
    return Array.from({ length: Math.ceil(placed / SCANS_AT_A_TIME) }, (_, i) => {
      const from = i * SCANS_AT_A_TIME;
      return { from, count: Math.min(SCANS_AT_A_TIME, placed - from) };
    });
  return Array.from({ length: wanted }, (_, i) => ({ from: Math.floor((i * placed) / wanted), count: 1 }));
}

async function ask(
  call: Call,
  { sessionId, T_grid_first, withoutMoved }: MapQuestion,
  stretch: Stretch,
  signal: CancelSignal,
): Promise<readonly VolumeCloud[]> {
  return call('map.scans', { sessionId, T_grid_first, withoutMoved, ...stretch }, { signal });
}
