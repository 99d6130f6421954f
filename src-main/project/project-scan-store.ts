import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanStore, StoredScan } from '../../src-core/survey/scan-store.ts';
import type { Scans } from './scans.ts';
import type { Session } from './sessions.ts';

/** The scans of one session as the stages read them. */
export function projectScanStore(session: Session, scans: Scans): ScanStore {
  return {
    sensor: session.sensor,
    count: session.scanCount,
    async read(index: number): Promise<StoredScan> {
      // A stage that awaits only this would otherwise never leave its turn, and Ctrl-C would go unheard.
      await nextTurn();
      return scans.read(session.id, index);
    },
  };
}
