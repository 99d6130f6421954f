import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORT_PICTURES, reportPages } from './pictures/report-pages.ts';
import { smallPictures } from './pictures/small-pictures.ts';

/*
 * All pictures of the documentation, made by the program itself:
 *
 *     npm run pictures             the window in every size, language and theme, and all pages of a report: out/pictures
 *     npm run pictures -- --docs   of those, the ones that README and docs show, as small WebP files: docs/images
 *
 * `out` is not in git; `docs/images` is. Needs Chromium and poppler's pdftoppm, and some minutes.
 */

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'out/pictures');

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--docs');
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an option; there is --docs only.\n`);
  process.exitCode = 2;
} else if (options.length > 0) {
  await smallPictures({ root: ROOT, from: PICTURES });
} else {
  rmSync(PICTURES, { recursive: true, force: true });
  reportPages(join(PICTURES, REPORT_PICTURES));
  process.exitCode = windowPictures(join(PICTURES, 'window'));
}

/**
 * Runs the test that looks at every panel, which also keeps its pictures.
 *
 * @returns its exit status
 */
function windowPictures(folder: string): number {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/e2e/look.long.test.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SOCAVON_TIER: 'long', SOCAVON_SCREENSHOTS: folder },
  });
  return status ?? 1;
}
