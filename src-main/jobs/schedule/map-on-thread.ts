import type { RpcClient } from '../../../src-core/contract/rpc.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { MapExport } from '../../../src-core/survey/export-scan-map.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import type { TappedCloud } from './point-tap.ts';
import type { ScansMethods } from './scans-thread.ts';
import type { ScansThreads } from './scans-threads.ts';
import { sharedScans } from './shared-scans.ts';

/** Clouds that are asked for before their turn, so that none is waited for. */
const ASKED_AHEAD = 4;

/** Map of scans that another thread writes while it is measured. */
interface MapOnThread {
  /** Writes it. @throws SocavonError of the project; CancelledError */
  readonly exportMap: MapExport;
  /**
   * The points of the map as they are made for the files, so that a scan is unpacked and brought to its pose once for files
   * and measurement. The writing waits for whoever takes them, until `release`.
   *
   * @param own makes the same points: taken where the others end early, and for every call but the first
   */
  points(own: () => AsyncIterable<PointCloud>): AsyncIterable<PointCloud>;
  /** Nobody takes the points, or any more of them. */
  release(): void;
}

/**
 * Writes the map of a session's scans in a thread of its own, which hands its points on to the measurement.
 *
 * @param folder path of the folder
 * @param scans owned by the caller
 */
export function mapOnThread(
  { path: project }: Project,
  { id: sessionId }: Session,
  folder: string,
  scans: ScansThreads,
): MapOnThread {
  type Client = RpcClient<ScansMethods> | null;
  let started: (client: Client) => void = () => {};
  const thread = new Promise<Client>((resolve) => {
    started = resolve;
  });
  let isTaken = false;
  let isReleased = false;

  const release = (): void => {
    isReleased = true;
    started(null);
    void thread.then((client) => client?.call('release-points', undefined).catch(() => {}));
  };

  return {
    async exportMap({ placed: { trajectory }, dynamic, calibration }, { thin, options }, outputs, context) {
      const moved: [number, Uint32Array][] = [];
      for (const { scanIndex } of trajectory.poses) {
        const pixels = dynamic?.of(scanIndex) ?? null;
        if (pixels !== null) moved.push([scanIndex, pixels]);
      }
      const question = {
        ...{ project, sessionId, scans: sharedScans(trajectory.poses), moved, folder },
        ...{ sharesPoints: !isReleased, calibration, thin, options },
      };
      try {
        const { failed, ...exported } = await scans.call('export-map', question, context, (client) => {
          started(client);
          // The others have done their work; their heaps would stay beside that of the wall.
          void scans.end();
        });
        outputs.failed.push(...failed);
        return exported;
      } catch (error) {
        // Nobody waits for points of a thread that is gone.
        release();
        throw error;
      } finally {
        // And this one's beside that of the report.
        void scans.end();
      }
    },

    async *points(own) {
      let handed = 0;
      const client = isTaken ? null : await thread;
      isTaken = true;
      if (client !== null) {
        const asked: Promise<TappedCloud>[] = [];
        try {
          for (;;) {
            // A thread that has failed says so where the files are waited for.
            while (asked.length < ASKED_AHEAD)
              asked.push(client.call('next-points', undefined).catch((): TappedCloud => 'gone'));
            const cloud = (await asked.shift()) ?? 'gone';
            if (cloud === 'end') return;
            if (cloud === 'gone') break;
            handed++;
            yield cloud;
          }
        } finally {
          release();
        }
      }
      // What the thread did not hand on is made here, or shows why it cannot be.
      let skipped = 0;
      for await (const cloud of own()) if (skipped++ >= handed) yield cloud;
    },

    release,
  };
}
