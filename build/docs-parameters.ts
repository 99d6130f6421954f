import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parametersDoc } from '../src-core/question/parameters-doc.ts';

/** Writes docs/parameters.md from the tables of the options. */
writeFileSync(join(import.meta.dirname, '../docs/parameters.md'), parametersDoc());
