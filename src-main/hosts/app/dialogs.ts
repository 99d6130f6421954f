import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, shell } from 'electron';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { fileError } from '../../files/file-errors.ts';
import { isInside } from '../../files/is-inside.ts';
import type { EngineRelay } from '../common/engine-relay.ts';
import { EXTENSIONS, type FileKind, isReport, isReportPage, isWordReport } from '../common/file-kinds.ts';
import type { FileChoice } from '../common/host-handlers.ts';
import type { MenuTexts } from '../common/menu-texts.ts';

/** Current state of the program that native dialogs need. */
interface DialogHost {
  readonly window: () => BrowserWindow | null;
  readonly texts: () => MenuTexts;
  readonly relay: EngineRelay;
}

/** File choice by native dialogs; the chosen paths are granted for reading or writing. */
export function dialogFiles({ window, texts, relay }: DialogHost): FileChoice {
  const shown = new Set<string>();

  const isShown = (path: string): boolean => [...shown].some((folder) => isInside(folder, resolve(path)));

  const open = async (options: OpenDialogOptions): Promise<string[] | null> => {
    const parent = window();
    const { canceled, filePaths } = await (parent === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(parent, options));
    return canceled || filePaths.length === 0 ? null : filePaths;
  };

  return {
    async chooseFiles({ kind, many }) {
      const properties: OpenDialogOptions['properties'] = many
        ? ['openFile', 'multiSelections']
        : ['openFile'];
      const paths = await open({ properties, filters: filtersOf(kind, texts()) });
      // A project is always opened for writing.
      for (const path of paths ?? []) relay.grant(path, 'file', kind === 'project');
      return paths;
    },
    async chooseFolder({ write }) {
      const properties: OpenDialogOptions['properties'] = write
        ? ['openDirectory', 'createDirectory']
        : ['openDirectory'];
      const paths = await open({ properties });
      if (paths === null) return null;
      const [folder] = paths;
      relay.grant(folder, 'folder', write);
      if (write) shown.add(folder);
      return folder;
    },
    async chooseNewFile({ kind, name }) {
      const [extension] = EXTENSIONS[kind];
      // Only a name: a path would open the dialog in an unexpected folder.
      const options = { defaultPath: basename(name), filters: filtersOf(kind, texts()) };
      const parent = window();
      const { canceled, filePath } = await (parent === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(parent, options));
      if (canceled || !filePath) return null;
      const path = filePath.toLowerCase().endsWith(`.${extension}`) ? filePath : `${filePath}.${extension}`;
      relay.grant(path, 'file', true);
      return path;
    },
    async list() {
      throw new SocavonError('usage', message('dialog-desktop'));
    },
    async makeFolder() {
      throw new SocavonError('usage', message('dialog-desktop'));
    },
    async reveal(path) {
      // The file manager opens only folders that the user granted for writing.
      const real = resolve(path);
      if (!isShown(real)) throw new SocavonError('path-refused', message('path-no-folder', { path }));
      shell.showItemInFolder(real);
      return true;
    },
    async canOpen(path) {
      const isThere = isShown(path) && existsSync(path);
      return { file: isThere && opens(path), page: isThere && isReportPage(path), folder: isThere };
    },
    async openFile(path) {
      if (!isShown(path) || !opens(path))
        throw new SocavonError('path-refused', message('path-no-folder', { path }));
      const why = await shell.openPath(resolve(path));
      if (why !== '') throw new SocavonError('file-unreadable', message('file-no-program', { path, why }));
      return { address: null };
    },
    async readPage(path) {
      if (!isShown(path) || !isReportPage(path))
        throw new SocavonError('path-refused', message('path-no-folder', { path }));
      return readFile(resolve(path), 'utf8').catch((cause) => {
        throw fileError(path, 'read', cause);
      });
    },
  };
}

function filtersOf(kind: FileKind, texts: MenuTexts): FileFilter[] {
  return [
    { name: texts.kinds[kind], extensions: [...EXTENSIONS[kind]] },
    { name: texts.allFiles, extensions: ['*'] },
  ];
}

/** True for the files that the program of the system opens: reports with pages. */
function opens(path: string): boolean {
  return isReport(path) || isWordReport(path);
}
