import { type BrowserWindow, powerSaveBlocker } from 'electron';
import type { EngineRelay } from '../common/engine-relay.ts';
import { jobProgress } from '../common/job-progress.ts';

/** More than 1 draws a bar that says only that there is work. */
const UNKNOWN = 2;
const NONE = -1;

/** Shows long work on the dock or task bar, and keeps the machine awake while there is any. */
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
