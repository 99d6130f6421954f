import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import type { SessionSummary } from '../../src-core/contract/work-requests.ts';
import { useHost } from './host.ts';
import { useMeasures } from './measures.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';
import { useWork } from './work.ts';

/** Volume of a session as it was measured last by every point; `isCurrent` false: something changed since. */
type Headline = NonNullable<SessionSummary['measured']>;

/** Store: the last measured volume of each session of the project, which is known without measuring again. */
export const useSummary = defineStore('summary', () => {
  const host = useHost();
  const measures = useMeasures();
  const notices = useNotices();
  const project = useProject();
  const work = useWork();
  const headlines = shallowRef<ReadonlyMap<number, Headline>>(new Map());

  function headlineOf(sessionId: number): Headline | null {
    return headlines.value.get(sessionId) ?? null;
  }

  async function refresh(): Promise<void> {
    const path = project.info?.path;
    const sessions = path === undefined ? [] : (await host.call('project.summary', {})).sessions;
    if (path !== project.info?.path) return;
    headlines.value = new Map(
      sessions.flatMap(({ sessionId, measured }) => (measured === null ? [] : [[sessionId, measured]])),
    );
  }

  // A measurement is stored before this asks for it: requests are answered in their order.
  watch(
    () => [project.info, work.revision, measures.measures],
    () => void notices.guard(refresh),
    { immediate: true },
  );

  return { headlineOf };
});
