import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { ProjectInfo } from '../../src-core/contract/project-requests.ts';
import type { Args } from '../../src-core/contract/requests.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { useProjectOpening } from './project-opening.ts';
import { useWork, type WorkPlace } from './work.ts';

/** What a person says of clouds of other programs. */
export type CloudChoice = NonNullable<Args<'capture.import'>['cloud']>;

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
  const opening = useProjectOpening();
  const info = shallowRef<ProjectInfo | null>(null);
  const chosenSession = ref<number | null>(null);
  let taking = 0;

  /** Selected session, or the newest if none is selected. */
  const session = computed(() => {
    const sessions = info.value?.sessions ?? [];
    return sessions.find(({ id }) => id === chosenSession.value) ?? sessions.at(-1) ?? null;
  });

  // At once: an error that comes now is judged by it.
  watch(
    info,
    (now) => {
      opening.opening = now?.opening ?? null;
    },
    { flush: 'sync' },
  );

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
      const stored = project && work.read(viewOf(project.path), 'session');
      chosenSession.value = typeof stored === 'number' ? stored : null;
    }
    info.value = project;
  }

  function choose(sessionId: number): void {
    chosenSession.value = sessionId;
    if (info.value !== null) work.write(viewOf(info.value.path), 'session', sessionId, null);
  }

  const open = (path: string): Promise<void> => change(() => host.call('project.open', { path }));
  const create = (path: string): Promise<void> => change(() => host.call('project.create', { path }));

  /** Opens another project by a request. */
  async function change(ask: () => Promise<ProjectInfo>): Promise<void> {
    await work.flush();
    opening.switching = true;
    try {
      await take(await ask());
    } finally {
      opening.switching = false;
    }
    await host.refresh();
  }

  const openSample = (path: string): Promise<void> =>
    change(() => jobs.run('project.makingSample', (job) => host.call('project.openSample', { path }, job)));

  async function close(): Promise<void> {
    await work.flush();
    await host.call('project.close', {});
    await take(null);
  }

  /** Imports the captures. @returns whether they were already in the project */
  async function importCaptures(
    paths: readonly string[],
    sensor: SensorChoice,
    cloud: CloudChoice | null = null,
  ): Promise<boolean> {
    const { sessionId, alreadyThere, project } = await jobs.run('project.importing', (job) =>
      host.call('capture.import', { paths: [...paths], ...sensor, cloud }, job),
    );
    await take(project);
    choose(sessionId);
    return alreadyThere;
  }

  /** Names a session. @param name null: the default */
  async function rename(sessionId: number, name: string | null): Promise<void> {
    await work.flush();
    await host.call('session.rename', { sessionId, name });
  }

  /** Removes a session until the project is closed, or brings it back. @returns its name */
  async function setRemoved(sessionId: number, removed: boolean): Promise<string> {
    // What was set a moment ago is a step before this one.
    await work.flush();
    return (await host.call('session.setRemoved', { sessionId, removed })).title;
  }

  /** Copies a session and chooses the copy. @returns its name */
  async function duplicate(sessionId: number): Promise<string> {
    await work.flush();
    const copy = await host.call('session.duplicate', { sessionId });
    // The work of the copy is loaded by then, so that nothing is measured without it.
    await work.flush();
    choose(copy.sessionId);
    return copy.title;
  }

  /** Frees the room of removed sessions. Long-running. @returns the bytes won */
  async function freeSpace(): Promise<number> {
    const { bytes } = await jobs.run('project.freeing', (job) => host.call('project.freeSpace', {}, job));
    return bytes;
  }

  return {
    info,
    session,
    attach,
    choose,
    open,
    create,
    openSample,
    close,
    importCaptures,
    rename,
    setRemoved,
    duplicate,
    freeSpace,
  };
});

function viewOf(path: string): WorkPlace {
  return { path, topic: 'view', sessionId: null };
}
