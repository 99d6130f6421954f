import { onUnmounted } from 'vue';
import type { MenuCommand } from '../../src-core/contract/host-requests.ts';
import { useAlignment } from '../stores/alignment.ts';
import { useCommands } from '../stores/commands.ts';
import { useHost } from '../stores/host.ts';
import { useJobs } from '../stores/jobs.ts';
import { useNotices } from '../stores/notices.ts';
import { useProject } from '../stores/project.ts';
import { useWork } from '../stores/work.ts';

/** Commands of the window by menu command: the one that can be run where the user is. */
const COMMANDS_OF: Readonly<Record<MenuCommand, readonly string[]>> = {
  new: ['project-create'],
  open: ['project-open'],
  sample: ['project-sample'],
  import: ['capture-import'],
  palette: ['palette'],
  undo: ['undo'],
  redo: ['redo'],
  shortcuts: ['palette'],
};

/** Loads the open project and running jobs, and subscribes to host events. */
export function useHostEvents(): void {
  const alignment = useAlignment();
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const project = useProject();
  const work = useWork();
  const commands = useCommands();
  if (host.info === null) return;

  /** Opens the project requested outside the window: by a file of the desktop, the menu, or a second instance. */
  async function openRequested(): Promise<void> {
    const path = await host.call('host.takeProject', {});
    if (path !== null) await project.open(path);
  }

  const deaf = [
    host.on('host.openProject', () => void notices.guard(openRequested)),
    host.on('host.command', ({ command }) => {
      commands
        .available()
        .find(({ id }) => COMMANDS_OF[command].includes(id))
        ?.run();
    }),
    host.on('host.engine', ({ state }) => {
      if (state === 'gone') notices.tell('error', 'shell.engineGone');
      else {
        notices.tell('warning', 'shell.engineRestarted');
        void notices.guard(() => alignment.takeUpAgain());
      }
    }),
  ];
  // The last change is stored when the page is left: reloaded, closed, or put away.
  const leave = (): void => work.leave();
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  onUnmounted(() => {
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
    for (const stop of deaf) stop();
  });
  void notices.guard(() => Promise.all([project.attach(), jobs.attach()]).then(openRequested));
}
