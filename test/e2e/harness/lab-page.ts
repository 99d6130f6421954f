import { join } from 'node:path';
import type { OpenedWindow } from './window.ts';

const CLOUDS = [
  ['Moving cloud…', 'moves.xyz', '900 points'],
  ['Reference cloud…', 'stays.xyz', `1\u202f600 points`],
] as const;

/** Goes to the lab and chooses both clouds of `writeLabClouds`. */
export async function chooseClouds({ page, folder, host, answerDialogs }: OpenedWindow): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Registration lab' }).click();
  for (const [name, file, points] of CLOUDS) {
    if (host !== 'serve') await answerDialogs([join(folder, file)]);
    await page.getByRole('button', { name }).click();
    if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name: file }).dblclick();
    await page.getByText(points).waitFor();
  }
}
