import type { Page } from 'playwright-core';
import type { TEXTS } from './look.ts';

/** Places the first scans of an earlier and a later survey by their poses, on the panel of the epochs. */
export async function placeByPoses(
  page: Page,
  { epochs, placement }: (typeof TEXTS)['es' | 'en'],
  [earlier, later]: readonly [string, string],
): Promise<void> {
  await page.getByText(epochs.origins, { exact: true }).click();
  for (const [survey, pose] of [
    [epochs.earlierSurvey, earlier],
    [epochs.laterSurvey, later],
  ] as const) {
    const placing = page.getByRole('group', { name: survey });
    await placing.getByRole('combobox').selectOption({ label: placement.ways.quaternion });
    const field = placing.getByRole('textbox', { name: survey });
    await field.fill(pose);
    await field.blur();
  }
}
