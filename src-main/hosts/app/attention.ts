import { type BrowserWindow, powerSaveBlocker } from 'electron';
import type { EngineRelay } from '../common/engine-relay.ts';
import { jobProgress } from '../common/job-progress.ts';

/** Progress value above 1: Electron shows an indeterminate bar. */
const UNKNOWN = 2;
const NONE = -1;

/** Shows the progress of long work in the dock or task bar, and prevents the machine from sleeping meanwhile. */
export function showWork(relay: EngineRelay, window: () => BrowserWindow | null): void {
  let blocker: number | null = null;
  relay.onJobs((jobs) => {
    const progress = jobProgress(jobs);
    window()?.setProgressBar(progress === null ? NONE : progress === 'unknown' ? UNKNOWN : progress);
    if (progress !== null && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (progress === null && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  });
}
