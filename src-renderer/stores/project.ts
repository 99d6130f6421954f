import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { ProjectInfo } from '../../src-core/contract/project-requests.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { useWork, type WorkPlace } from './work.ts';

/** Choice of the sensor if the capture does not state it. */
export interface SensorChoice {
  readonly metadata: string | null;
  readonly sensor: string | null;
}

/** Store: the open project, and the session that the panels work on. */
export const useProject = defineStore('project', () => {
  const host = useHost();
  const jobs = useJobs();
  const work = useWork();
  const info = shallowRef<ProjectInfo | null>(null);
  const chosenSession = ref<number | null>(null);
  let taking = 0;

  /** Selected session, or the newest if none is selected. */
  const session = computed(() => {
    const sessions = info.value?.sessions ?? [];
    return sessions.find(({ id }) => id === chosenSession.value) ?? sessions.at(-1) ?? null;
  });

  /** Loads the open project and subscribes to changes. */
  async function attach(): Promise<void> {
    work.attach();
    host.on('project-changed', (project) => void take(project));
    await take(await host.call('project.info', {}));
  }

  /** Shows a project; first what it keeps of the window is loaded, so that nothing is measured without it. */
  async function take(project: ProjectInfo | null): Promise<void> {
    const turn = ++taking;
    const isOther = project?.path !== info.value?.path;
    if (isOther) await work.load(project?.path ?? null);
    if (turn !== taking) return;
    if (isOther) {
      const kept = project && work.read(viewOf(project.path), 'session');
      chosenSession.value = typeof kept === 'number' ? kept : null;
    }
    info.value = project;
  }

  function choose(sessionId: number): void {
    chosenSession.value = sessionId;
    if (info.value !== null) work.write(viewOf(info.value.path), 'session', sessionId, null);
  }

  async function open(path: string): Promise<void> {
    await work.flush();
    await take(await host.call('project.open', { path }));
    await host.refresh();
  }

  async function create(path: string): Promise<void> {
    await work.flush();
    await take(await host.call('project.create', { path }));
    await host.refresh();
  }

  async function openSample(path: string): Promise<void> {
    await work.flush();
    await take(
      await jobs.run('project.makingSample', (job) => host.call('project.openSample', { path }, job)),
    );
    await host.refresh();
  }

  async function close(): Promise<void> {
    await work.flush();
    await host.call('project.close', {});
    await take(null);
  }

  /** Imports the captures. @returns whether they were already in the project */
  async function importCaptures(paths: readonly string[], sensor: SensorChoice): Promise<boolean> {
    const { sessionId, alreadyThere, project } = await jobs.run('project.importing', (job) =>
      host.call('capture.import', { paths: [...paths], ...sensor }, job),
    );
    await take(project);
    choose(sessionId);
    return alreadyThere;
  }

  return { info, session, attach, choose, open, create, openSample, close, importCaptures };
});

function viewOf(path: string): WorkPlace {
  return { path, topic: 'view', sessionId: null };
}
