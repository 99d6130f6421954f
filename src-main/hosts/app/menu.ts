import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, RecentProject } from '../../../src-core/contract/host-requests.ts';
import type { MenuTexts } from '../common/menu-texts.ts';

interface MenuHost {
  readonly texts: MenuTexts;
  readonly recent: readonly RecentProject[];
  readonly command: (command: MenuCommand) => void;
  readonly openProject: (path: string) => void;
}

/**
 * Sets the native menu. Accelerators are shown but not registered: the window handles the keys itself, because a
 * text field may need them.
 */
export function setMenu({ texts, recent, command, openProject }: MenuHost): void {
  const item = (id: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label: texts.commands[id],
    ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
    click: () => command(id),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const lately: MenuItemConstructorOptions[] =
    recent.length === 0
      ? [{ label: texts.noRecent, enabled: false }]
      : recent.map(({ name, path }) => ({ label: name, sublabel: path, click: () => openProject(path) }));
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      {
        label: texts.file,
        submenu: [
          item('new', 'CmdOrCtrl+N'),
          item('open', 'CmdOrCtrl+O'),
          { label: texts.recent, submenu: lately },
          item('sample'),
          separator,
          item('import', 'CmdOrCtrl+I'),
          separator,
          { role: 'close', label: texts.close },
          { role: 'quit', label: texts.quit },
        ],
      },
      {
        label: texts.edit,
        submenu: [
          item('undo', 'CmdOrCtrl+Z'),
          item('redo', 'CmdOrCtrl+Shift+Z'),
          separator,
          { role: 'cut', label: texts.cut },
          { role: 'copy', label: texts.copy },
          { role: 'paste', label: texts.paste },
          { role: 'selectAll', label: texts.selectAll },
        ],
      },
      {
        label: texts.view,
        submenu: [item('palette', 'CmdOrCtrl+K'), { role: 'togglefullscreen', label: texts.fullScreen }],
      },
      { label: texts.help, role: 'help', submenu: [item('shortcuts')] },
    ]),
  );
}
