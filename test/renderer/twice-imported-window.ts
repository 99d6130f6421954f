import { join } from 'node:path';
import { expect } from 'vitest';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import { twiceImported } from '../fixtures/twice-imported.ts';
import { type OwnWindow, ownWindow } from './own-window.ts';

/** A window with a project of two sessions open. */
export async function twiceImportedWindow(): Promise<OwnWindow & { readonly path: string }> {
  const window = await ownWindow();
  const path = join(window.folder, 'drive.socavon');
  await twiceImported(path);
  await useProject().attach();
  await useProject().open(path);
  return {
    ...window,
    path,
    async close() {
      // Nothing of this window is to run in the next test.
      await useWork().flush();
      await window.close();
      expect(window.logged).toEqual([]);
    },
  };
}
