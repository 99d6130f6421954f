import type { Ref } from 'vue';
import { useProjectActions } from '../features/project/use-project-actions.ts';
import { useHistory } from '../stores/history.ts';
import { useHost } from '../stores/host.ts';
import { useNotices } from '../stores/notices.ts';
import { usePanels } from '../stores/panels.ts';
import { useProject } from '../stores/project.ts';
import { useCommandsWhileShown } from '../stores/use-commands.ts';
import { PANELS } from './registry.ts';

/** Dialogs of the whole window. */
const SHELL_DIALOGS = ['palette', 'preferences', 'guide', 'keys'] as const;
export type ShellDialog = (typeof SHELL_DIALOGS)[number];

/** Registers the commands that are available in every panel. */
export function useGlobalCommands(shell: {
  readonly theme: Ref<'dark' | 'light'>;
  readonly open: (dialog: ShellDialog) => void;
}): void {
  const history = useHistory();
  const host = useHost();
  const notices = useNotices();
  const panels = usePanels();
  const project = useProject();
  const actions = useProjectActions();
  const prefer = (change: Parameters<typeof host.prefer>[0]) => () =>
    notices.guard(() => host.prefer(change));

  useCommandsWhileShown([
    { id: 'palette', title: 'shell.commands', shortcut: 'Ctrl+K', run: () => shell.open('palette') },
    {
      id: 'preferences',
      title: 'shell.preferences',
      shortcut: 'Ctrl+,',
      run: () => shell.open('preferences'),
    },
    { id: 'help-guide', title: 'shell.guide', shortcut: 'F1', run: () => shell.open('guide') },
    { id: 'help-keys', title: 'shell.keys', shortcut: 'Shift+?', run: () => shell.open('keys') },
    ...PANELS.map(({ id, title }, index) => ({
      id: `panel-${id}`,
      title,
      shortcut: `Alt+${index + 1}`,
      run: () => panels.go(id),
    })),
    {
      id: 'undo',
      title: 'history.undo',
      shortcut: 'Ctrl+Z',
      enabled: () => history.canUndo,
      run: () => notices.guard(history.undo),
    },
    ...['Ctrl+Y', 'Ctrl+Shift+Z'].map((shortcut, i) => ({
      id: i === 0 ? 'redo' : 'redo-too',
      title: 'history.redo',
      shortcut,
      enabled: () => history.canRedo,
      run: () => notices.guard(history.redo),
    })),
    { id: 'project-sample', title: 'project.openSample', run: actions.openSample },
    { id: 'project-create', title: 'project.create', shortcut: 'Ctrl+Shift+N', run: actions.create },
    { id: 'project-open', title: 'project.open', shortcut: 'Ctrl+O', run: actions.open },
    {
      id: 'project-close',
      title: 'project.close',
      enabled: () => project.info !== null,
      run: () => notices.guard(() => project.close()),
    },
    {
      id: 'capture-import',
      title: 'project.importCaptures',
      shortcut: 'Ctrl+I',
      enabled: () => project.info !== null,
      run: actions.importCaptures,
    },
    {
      id: 'theme-dark',
      title: 'shell.toDark',
      enabled: () => shell.theme.value !== 'dark',
      run: prefer({ theme: 'dark' }),
    },
    {
      id: 'theme-light',
      title: 'shell.toLight',
      enabled: () => shell.theme.value !== 'light',
      run: prefer({ theme: 'light' }),
    },
    {
      id: 'language-es',
      title: 'shell.toSpanish',
      enabled: () => host.preferences.language !== 'es',
      run: prefer({ language: 'es' }),
    },
    {
      id: 'language-en',
      title: 'shell.toEnglish',
      enabled: () => host.preferences.language !== 'en',
      run: prefer({ language: 'en' }),
    },
  ]);
}
