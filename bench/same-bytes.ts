import type { Command } from 'commander';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import {
  differences,
  keepReference,
  keptReference,
  REFERENCE_DRIVES,
  type ReferenceDrive,
  referenceOf,
  surveyReference,
} from './support/reference-surveys.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface SameBytesOptions {
  readonly write?: boolean;
  readonly keep?: boolean;
  readonly threads?: string;
}

/** `npm run bench -- same-bytes` */
export function registerSameBytes(program: Command): void {
  benchCommand(
    program,
    'same-bytes',
    'whether four surveys give the same files, byte by byte, as an earlier version',
  )
    .option('--keep', 'take what this program gives as the reference of later ones: bench/reference')
    .option(
      '--threads <list>',
      'with so many threads, one after another: 1,2,8; left out: as many as it would use',
    )
    .action((options: SameBytesOptions) => present('same-bytes', options, () => sameBytes(options)));
}

async function sameBytes({ keep = false, threads = '' }: SameBytesOptions): Promise<BenchReport> {
  const counts = threads === '' ? [undefined] : threads.split(',').map(Number);
  const lines: string[] = [];
  // In one folder, as the cloud is made of a drive before it.
  for (const count of counts)
    await inTemporaryFolder(async (folder) => {
      for (const drive of REFERENCE_DRIVES) {
        const survey = await surveyReference(drive, folder, count);
        if (keep) await keepReference(drive, survey);
        const differing = differences(await keptReference(drive), survey);
        lines.push(lineOf(drive, count, differing));
      }
    });
  return {
    title: 'The same bytes as before',
    body: [
      '`volume.json` (without version, sentences and later parameters), trajectory, map and sections of surveys against bench/reference.',
      lines.join('\n'),
    ],
    boundsMet: !lines.some((line) => line.includes('**')),
  };
}

function lineOf(drive: ReferenceDrive, threads: number | undefined, differing: readonly string[]): string {
  const using = threads === undefined ? '' : `, ${threads} threads`;
  const outcome =
    differing.length === 0
      ? 'the same'
      : `**${differing.length} differences**: ${differing.slice(0, 12).join(', ')}`;
  return `- \`${drive}\`${using} (${referenceOf(drive)}): ${outcome}`;
}
