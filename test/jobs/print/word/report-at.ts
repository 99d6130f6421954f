import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { reportDocument } from '../../../../src-core/report/report-document.ts';
import { readLogoFile } from '../../../../src-main/jobs/print/stored-logo.ts';
import { wordReport } from '../../../../src-main/jobs/print/word-report.ts';
import { reportInput } from '../../../report/drive.ts';

/** A report in Word with a logo, written at a time. As a program: prints its SHA-256; `node report-at.ts TIME`. */
export async function reportAt(reportedAt: Date): Promise<Uint8Array> {
  const input = reportInput({ length: 6, every: 1, withDesign: true });
  const logo = await readLogoFile(resolve(import.meta.dirname, '../../../fixtures/logos/logo.svg'));
  return await wordReport(reportDocument({ ...input, project: { ...input.project, reportedAt, logo } }));
}

if (import.meta.main) {
  const bytes = await reportAt(new Date(process.argv[2]));
  process.stdout.write(`${createHash('sha256').update(bytes).digest('hex')}\n`);
}
