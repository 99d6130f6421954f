import type { Call, CancelSignal } from '../../src-core/contract/requests.ts';
import { throwIfCancelled } from '../../src-core/model/context.ts';
import type { VolumeCloud } from './volume-messages.ts';

/** Scans in one request: a few megabytes. */
const SCANS_AT_A_TIME = 16;

/** Which scans of a session's map are wanted. */
export interface MapQuestion {
  readonly sessionId: number;
  /** As the contract takes it. */
  readonly T_grid_first: { readonly R: number[]; readonly t: number[] } | null;
  /** Scans that are placed. */
  readonly placed: number;
  /** At most so many scans, evenly chosen; null: all. */
  readonly most: number | null;
  /** Key of what moved, which is left out; null: nothing is. */
  readonly withoutMoved: string | null;
}

/**
 * Points of the scans of a map, some scans at a time, the next asked for while one lot is looked at.
 *
 * @throws what the engine refuses; CancelledError
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
      // Where the one who takes the clouds has gone, nobody waits for these.
      next.catch(() => {});
    }
    yield clouds;
  }
}

/** How many scans `mapClouds` gives. */
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
