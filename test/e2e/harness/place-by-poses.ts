import type { Page } from 'playwright-core';
import type { TEXTS } from './look.ts';

type Texts = (typeof TEXTS)['es' | 'en'];

/** Places the first scans of an earlier and a later survey by their poses, on the panel of the epochs. */
export async function placeByPoses(
  page: Page,
  texts: Texts,
  [earlier, later]: readonly [string, string],
): Promise<void> {
  const { epochs } = texts;
  await page.getByText(epochs.origins, { exact: true }).click();
  await placeByPose(page, texts, epochs.earlierSurvey, earlier);
  await placeByPose(page, texts, epochs.laterSurvey, later);
}

/** Places the first scan of a survey by its pose, where the fields of its placement are unfolded. */
export async function placeByPose(
  page: Page,
  { placement }: Texts,
  survey: string,
  pose: string,
): Promise<void> {
  const placing = page.getByRole('group', { name: survey });
  await placing.getByRole('combobox').selectOption({ label: placement.ways.quaternion });
  const field = placing.getByRole('textbox', { name: survey });
  await field.fill(pose);
  await field.blur();
}
