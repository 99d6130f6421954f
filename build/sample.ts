import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { makeSample, SAMPLE_NAME } from '../src-main/jobs/survey/make-sample.ts';
import { sourcesHash } from './sources-hash.ts';

/**
 * Makes the sample project that the program opens, in `out/sample`; the last step of `npm run build`. It takes some 45 s of
 * processor time and is skipped while what it is made of has not changed.
 */
const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, process.env.SOCAVON_OUT ?? 'out', 'sample');
const PROJECT = join(FOLDER, 'sample.socavon');
const MADE_OF = join(FOLDER, 'made-of.txt');
/** What decides its content: the drives, how they are put into it, and the tables of a project. */
const INGREDIENTS = ['src-simulate', 'src-main/jobs/survey/make-sample.ts', 'src-main/project/migrations'];

const hash = sourcesHash(ROOT, INGREDIENTS);
if (!existsSync(PROJECT) || !existsSync(MADE_OF) || readFileSync(MADE_OF, 'utf8') !== hash) {
  process.stdout.write('Making the sample project (under a minute, once)...\n');
  const making = join(FOLDER, 'making');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await makeSample({ path: join(making, SAMPLE_NAME) }, SILENT_CONTEXT);
  renameSync(join(making, SAMPLE_NAME), PROJECT);
  rmSync(making, { recursive: true });
  writeFileSync(MADE_OF, hash);
}
