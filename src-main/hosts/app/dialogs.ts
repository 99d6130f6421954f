import { basename, resolve } from 'node:path';
import { type BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, shell } from 'electron';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { isInside } from '../../files/is-inside.ts';
import type { EngineRelay } from '../common/engine-relay.ts';
import { EXTENSIONS, type FileKind } from '../common/file-kinds.ts';
import type { FileChoice } from '../common/host-handlers.ts';
import type { MenuTexts } from '../common/menu-texts.ts';

/** What native dialogs need to know of the program as it is now. */
export interface DialogHost {
  readonly window: () => BrowserWindow | null;
  readonly texts: () => MenuTexts;
  readonly relay: EngineRelay;
}

/** Files are chosen in the system's dialogs; what the person chose may be read, or written, from then on. */
export function dialogFiles({ window, texts, relay }: DialogHost): FileChoice {
  const shown = new Set<string>();

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
      // A project is written to as it is worked on.
      for (const path of paths ?? []) relay.grant(path, 'file', kind === 'project');
      return paths;
    },
    async chooseFolder() {
      const paths = await open({ properties: ['openDirectory', 'createDirectory'] });
      if (paths === null) return null;
      const [folder] = paths;
      relay.grant(folder, 'folder', true);
      shown.add(folder);
      return folder;
    },
    async chooseNewFile({ kind, name }) {
      const [extension] = EXTENSIONS[kind];
      // Only a name: a path would begin the dialog elsewhere than the person expects.
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
      throw new SocavonError('usage', 'In the desktop window files are chosen in the dialog of the system.');
    },
    async reveal(path) {
      // The file manager is shown no other folder than those that the person chose to write to.
      const real = resolve(path);
      if (![...shown].some((folder) => isInside(folder, real)))
        throw new SocavonError('path-refused', `${path} is in no folder that was chosen to be written to.`);
      shell.showItemInFolder(real);
      return true;
    },
  };
}

function filtersOf(kind: FileKind, texts: MenuTexts): FileFilter[] {
  return [
    { name: texts.kinds[kind], extensions: [...EXTENSIONS[kind]] },
    { name: texts.allFiles, extensions: ['*'] },
  ];
}
