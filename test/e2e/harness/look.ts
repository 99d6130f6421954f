import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import en from '../../../src-renderer/locales/en.ts';
import es from '../../../src-renderer/locales/es.ts';
import { tiered } from '../../support/tier.ts';
import { layoutFaults } from './layout-faults.ts';
import { settledPicture } from './settled-picture.ts';
import { FIELD_LAPTOP } from './window.ts';

const FOUR_K = { width: 3840, height: 2160 };
/** Pictures for the documentation are written where this is set. */
const PICTURES = process.env.SOCAVON_SCREENSHOTS;

export interface Look {
  readonly language: 'es' | 'en';
  readonly theme: 'dark' | 'light';
  readonly size: { readonly width: number; readonly height: number };
}

/** All of them; neighbours differ in as little as can be. */
const LOOKS: readonly Look[] = [FIELD_LAPTOP, FOUR_K].flatMap((size) =>
  (['es', 'en'] as const).flatMap((language) =>
    (['dark', 'light'] as const).map((theme) => ({ size, language, theme })),
  ),
);

/** Both languages and both themes, each once: Spanish in the dark, English in the light. */
export const FEW_LOOKS: readonly Look[] = LOOKS.filter(
  ({ size, language, theme }) => size === FIELD_LAPTOP && (language === 'es') === (theme === 'dark'),
);

/** Every pair of size and language, of language and theme, and of size and theme. */
const PAIRED_LOOKS: readonly Look[] = LOOKS.filter(
  ({ size, language, theme }) => (size === FIELD_LAPTOP) === ((language === 'es') === (theme === 'dark')),
);

/**
 * What a panel or dialog is looked at in: once in `npm test`, by turns in either language and theme; in the long tier in
 * the others that make every pair. What is cut or overlaps hangs on size and language, contrast on the theme, and no fault
 * needs a third to be seen. All looks where pictures are kept.
 *
 * @param place among those that are looked at
 */
export function looksAt(place: number): readonly Look[] {
  if (PICTURES !== undefined) return LOOKS;
  return tiered(PAIRED_LOOKS, [FEW_LOOKS[place % FEW_LOOKS.length]]);
}

/**
 * What a dialog, or a panel with something rare in it, is looked at in: one language and theme, by turns. All four of them
 * are seen on panels of the same parts. The few looks where pictures are kept.
 *
 * @param place among those that are looked at
 */
export function oneLookAt(place: number): readonly Look[] {
  return PICTURES === undefined ? [FEW_LOOKS[place % FEW_LOOKS.length]] : FEW_LOOKS;
}

export const TEXTS = { es, en } as const;

/** As its picture is named. */
export function nameOf({ language, theme, size }: Look): string {
  return `${language}-${theme}-${size.width}`;
}

/** Sets the window to a look as a person would, in its preferences. */
export async function wear(page: Page, { language, theme, size }: Look): Promise<void> {
  await page.setViewportSize(size);
  const root = page.locator(`html[lang="${language}"][data-theme="${theme}"]`);
  if ((await root.count()) > 0) return;
  await page.getByRole('banner').getByRole('button').last().click();
  const choices = page.getByRole('dialog').getByRole('combobox');
  await choices.nth(0).selectOption(language);
  await choices.nth(1).selectOption(theme);
  await root.waitFor();
  // By the hand: the keyboard would leave a ring around what has the focus.
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What keeps a person from using what the window shows now, or should not be seen; one line each. */
export async function faultsOf(page: Page, language: Look['language']): Promise<string[]> {
  return [
    ...(await seriousFaults(page)),
    ...(await wrongTexts(page, language)),
    ...(await layoutFaults(page)),
  ];
}

async function seriousFaults(page: Page): Promise<string[]> {
  // The page has no context of its own kind for the other mode, which opens a second page.
  const { passes, violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
}

/** Keys of the locales that stand where their text should, and texts of the other language. */
async function wrongTexts(page: Page, language: Look['language']): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const keys = text.match(new RegExp(`\\b(?:${Object.keys(en).join('|')})\\.\\w+`, 'g')) ?? [];
  const own = new Set(textsIn(TEXTS[language]));
  const other = new Set(textsIn(TEXTS[language === 'es' ? 'en' : 'es']).filter((words) => !own.has(words)));
  // A key of the keyboard is called the same in both languages, and one of its letters may be a word of the other: O, west.
  const keyboard = new Set((await page.locator('kbd').allInnerTexts()).map((words) => words.trim()));
  // A language is called by its own name in both.
  const strangers = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => other.has(line) && !keyboard.has(line));
  return [...keys.map((key) => `raw key ${key}`), ...strangers.map((line) => `other language: ${line}`)];
}

type Texts = { readonly [key: string]: string | Texts };

function textsIn(texts: Texts): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));
}

/** Keeps a picture of the window, if any are kept, when two one after another are the same. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  // Where the project lies is of this machine only.
  await page.locator('p.path, .way code').evaluateAll((paths) => {
    for (const path of paths) (path as HTMLElement).style.visibility = 'hidden';
  });
  await page.mouse.move(0, 0);
  writeFileSync(resolve(PICTURES, `${name}.png`), await settledPicture(page));
}
