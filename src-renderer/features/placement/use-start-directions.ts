import { ref, shallowRef, watch } from 'vue';
import type { StartDirections } from '../../../src-core/contract/placement-requests.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import type { Remark } from '../../../src-core/messages/remark.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { useHost } from '../../stores/host.ts';
import { useJobs } from '../../stores/jobs.ts';
import { useNotices } from '../../stores/notices.ts';

/** Loads up and ahead at the first scan of a session. @param isWanted false: not yet */
export function useStartDirections(sessionId: () => number, isWanted: () => boolean) {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const directions = shallowRef<StartDirections | null>(null);
  const loading = ref(false);
  /** Why there are none, such as scans without poses. */
  const fault = shallowRef<Remark | null>(null);
  let asking = 0;

  async function load(): Promise<void> {
    const request = ++asking;
    directions.value = null;
    fault.value = null;
    loading.value = true;
    try {
      const levelled = await jobs.run('placement.levelling', (job) =>
        host.call('placement.directions', { sessionId: sessionId() }, job),
      );
      if (request === asking) directions.value = levelled;
    } catch (error) {
      if (request !== asking) return;
      if (error instanceof SocavonError) fault.value = toWireError(error);
      else notices.report(error);
    } finally {
      if (request === asking) loading.value = false;
    }
  }

  watch(
    [sessionId, isWanted],
    ([, wanted]) => {
      if (wanted) void load();
    },
    { immediate: true },
  );

  return { directions, loading, fault };
}
