import { useI18n } from 'vue-i18n';
import type { JobRecord } from '../../src-core/contract/job-requests.ts';
import { useJobs } from '../stores/jobs.ts';

/** Jobs shorter than this end while one still looks, s. */
const LONG = 10;

/** Tells by a notice of the system that a long job has ended while the window is not in front. */
export function useJobNotices(): void {
  const jobs = useJobs();
  const { t } = useI18n();
  if (typeof Notification === 'undefined') return;

  jobs.onEnd((record) => {
    if (record.seconds < LONG || record.outcome === 'cancelled') return;
    // Asked once, when the first long job ends: only then it is plain what for. The browser remembers the answer.
    if (Notification.permission === 'default') void Notification.requestPermission();
    else if (Notification.permission === 'granted' && !document.hasFocus()) tell(record);
  });

  function tell({ label, outcome }: JobRecord): void {
    const key = outcome === 'done' ? 'shell.tray.notified' : 'shell.tray.notifiedFailed';
    const notice = new Notification(t(key, { job: t(label) }), { tag: `socavon-${label}` });
    notice.onclick = () => window.focus();
  }
}
