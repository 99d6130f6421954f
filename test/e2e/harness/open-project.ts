import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import en from '../../../src-renderer/locales/en/project.ts';
import es from '../../../src-renderer/locales/es/project.ts';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import type { OpenedWindow } from './window.ts';

const TEXTS = { es, en };

/** Opens a project of the window's folder as a person does on the panel of the project. */
export async function openProject(
  { page, host, answerDialogs }: OpenedWindow,
  path: string,
  language: 'es' | 'en' = 'en',
): Promise<void> {
  if (host !== 'serve') await answerDialogs([path]);
  await page.getByRole('button', { name: TEXTS[language].open }).first().click();
  if (host === 'serve')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: basename(path) })
      .dblclick();
}

/** Opens a copy of the surveyed project, which is aligned, as `drive.socavon`. */
export async function openSurveyed(window: OpenedWindow, language: 'es' | 'en' = 'en'): Promise<void> {
  const path = join(window.folder, 'drive.socavon');
  copyFileSync((await surveyedDrive()).project, path);
  await openProject(window, path, language);
  await window.page.getByRole('heading', { level: 1, name: 'drive' }).waitFor();
}
