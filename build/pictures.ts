import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MINE_FOLDER, MINE_PICTURES, minePages, surveyMine } from './pictures/mine-drive.ts';
import { REPORT_PICTURES, reportPages } from './pictures/report-pages.ts';
import { smallPictures } from './pictures/small-pictures.ts';

/*
 * All pictures of the documentation, made by the program itself:
 *
 *     npm run pictures             the window in every size, language and theme, and all pages of a report: out/pictures
 *     npm run pictures -- mine     of those, only the drive with water, mesh and objects; surveyed once, until out is cleared
 *     npm run pictures -- --docs   of those, the ones that README and docs show, as small WebP files: docs/images
 *     npm run pictures -- mine --docs    the same of that drive only; the other files stay
 *
 * `out` is not in git; `docs/images` is. Needs Chromium and poppler's pdftoppm and pdftotext, and some minutes.
 */

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'out/pictures');

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--docs' && option !== 'mine');
const onlyMine = options.includes('mine');
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an option; there are mine and --docs only.\n`);
  process.exitCode = 2;
} else if (options.includes('--docs')) {
  await smallPictures({ root: ROOT, from: PICTURES, only: onlyMine ? MINE_PICTURES : '' });
} else {
  if (!onlyMine) rmSync(PICTURES, { recursive: true, force: true });
  const status = onlyMine ? 0 : picturesOfDrives();
  process.exitCode = picturesOfMine() || status;
}

/** A report of a plain drive, every panel of the window, and the map of the sample. @returns the exit status of the tests that look at them */
function picturesOfDrives(): number {
  reportPages(join(PICTURES, REPORT_PICTURES));
  return windowPictures('test/e2e/look.long.test.ts') || windowPictures('test/e2e/map-look.long.test.ts');
}

/** Water, mesh and objects in the window and in the report. @returns the exit status of the test that looks at them */
function picturesOfMine(): number {
  const mine = join(PICTURES, MINE_FOLDER);
  // Its tables are the last that a survey writes.
  if (!existsSync(join(mine, 'out/volume.json'))) {
    rmSync(mine, { recursive: true, force: true });
    surveyMine(mine);
  }
  minePages(mine, join(PICTURES, REPORT_PICTURES));
  return windowPictures('test/e2e/mine-look.long.test.ts', { SOCAVON_MINE: mine });
}

/**
 * Runs a test that looks at panels, which also keeps its pictures.
 *
 * @returns its exit status
 */
function windowPictures(test: string, env: NodeJS.ProcessEnv = {}): number {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', test], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SOCAVON_TIER: 'long', SOCAVON_SCREENSHOTS: join(PICTURES, 'window'), ...env },
  });
  return status ?? 1;
}
