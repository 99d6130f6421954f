import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimsDoc } from '../src-core/report/claims-doc.ts';

/** Writes docs/claims.yaml from the table of the promises. */
writeFileSync(join(import.meta.dirname, '../docs/claims.yaml'), claimsDoc());
