import { type AheadOptions, type ScanAhead, ScansAhead } from '../../../src-core/odometry/scan-ahead.ts';
import type { ScanStore } from '../../../src-core/survey/scan-store.ts';
import { Project } from '../../project/project.ts';
import type { SessionScans } from '../../project/sessions.ts';

/** Scans that are prepared, and for which options, as plain data. */
export interface AheadQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly session: SessionScans;
  readonly options: AheadOptions;
  readonly choosesPoints: boolean;
}

interface OpenScans {
  readonly project: Project;
  readonly store: ScanStore;
  readonly ahead: ScansAhead;
}

let open: OpenScans | null = null;

function openScans({ project: file, session, options, choosesPoints }: AheadQuestion): OpenScans {
  const project = Project.open(file, { readonly: true });
  try {
    const store = project.scanStore(session);
    return { project, store, ahead: new ScansAhead(store.sensor, options, choosesPoints) };
  } catch (error) {
    project.close();
    throw error;
  }
}

/** What a thread does that reads and prepares the scans of a session before their turn. */
export const AHEAD_HANDLERS = {
  /** Opens the scans, before the first is asked for: a sensor takes as long to send as a scan to prepare. */
  'open-ahead': async (question: AheadQuestion): Promise<null> => {
    open = openScans(question);
    return null;
  },
  /** Reads a scan and prepares it for the odometry; null: it cannot, as whoever reads the scan then will find out. */
  'prepare-scan': async (index: number): Promise<ScanAhead | null> => {
    if (open === null) return null;
    // Not thrown: the thread may have other work, which an unforeseen error would end.
    const { store, ahead } = open;
    const stored = await store.read(index).catch(() => null);
    if (stored === null) return null;
    const prepared = ahead.prepare(stored);
    // What is not given away with the reply, which is on its way by then.
    if (stored.release !== undefined) setImmediate(stored.release);
    return prepared;
  },
  'close-ahead': async (): Promise<null> => {
    open?.project.close();
    open = null;
    return null;
  },
};
