import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { ProjectInfo } from '../../src-core/contract/project-requests.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';

/** Choice of the sensor if the capture does not state it. */
export interface SensorChoice {
  readonly metadata: string | null;
  readonly sensor: string | null;
}

/** Store: the open project, and the session that the panels work on. */
export const useProject = defineStore('project', () => {
  const host = useHost();
  const jobs = useJobs();
  const info = shallowRef<ProjectInfo | null>(null);
  const chosenSession = ref<number | null>(null);

  /** Selected session, or the newest if none is selected. */
  const session = computed(() => {
    const sessions = info.value?.sessions ?? [];
    return sessions.find(({ id }) => id === chosenSession.value) ?? sessions.at(-1) ?? null;
  });

  /** Loads the open project and subscribes to changes. */
  async function attach(): Promise<void> {
    host.on('project-changed', take);
    take(await host.call('project.info', {}));
  }

  function take(project: ProjectInfo | null): void {
    if (project?.path !== info.value?.path) chosenSession.value = null;
    info.value = project;
  }

  function choose(sessionId: number): void {
    chosenSession.value = sessionId;
  }

  async function open(path: string): Promise<void> {
    take(await host.call('project.open', { path }));
    await host.refresh();
  }

  async function create(path: string): Promise<void> {
    take(await host.call('project.create', { path }));
    await host.refresh();
  }

  async function openSample(path: string): Promise<void> {
    take(await jobs.run('project.makingSample', (job) => host.call('project.openSample', { path }, job)));
    await host.refresh();
  }

  async function close(): Promise<void> {
    await host.call('project.close', {});
    take(null);
  }

  /** Imports the captures. @returns whether they were already in the project */
  async function importCaptures(paths: readonly string[], sensor: SensorChoice): Promise<boolean> {
    const { sessionId, alreadyThere, project } = await jobs.run('project.importing', (job) =>
      host.call('capture.import', { paths: [...paths], ...sensor }, job),
    );
    take(project);
    choose(sessionId);
    return alreadyThere;
  }

  return { info, session, attach, choose, open, create, openSample, close, importCaptures };
});
