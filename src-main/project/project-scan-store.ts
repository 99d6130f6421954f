import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanStore, StoredScan } from '../../src-core/survey/scan-store.ts';
import type { Scans } from './scans.ts';
import type { Session } from './sessions.ts';

/** Scan store of one session for the stages. */
export function projectScanStore(session: Session, scans: Scans): ScanStore {
  return {
    sensor: session.sensor,
    count: session.scanCount,
    async read(index: number): Promise<StoredScan> {
      // A stage that awaits only this would otherwise never yield to the event loop, and Ctrl-C would be ignored.
      await nextTurn();
      return scans.read(session.id, index);
    },
  };
}
