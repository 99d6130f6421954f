import type { Command } from 'commander';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import {
  differences,
  keepReference,
  keptReference,
  REFERENCE_DRIVES,
  surveyReference,
} from './support/reference-surveys.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface SameBytesOptions {
  readonly write?: boolean;
  readonly keep?: boolean;
}

/** `npm run bench -- same-bytes` */
export function registerSameBytes(program: Command): void {
  benchCommand(
    program,
    'same-bytes',
    'whether two drives give the same files, byte by byte, as an earlier version',
  )
    .option('--keep', 'take what this program gives as the reference of later ones: bench/reference')
    .action((options: SameBytesOptions) => present('same-bytes', options, () => sameBytes(options)));
}

async function sameBytes({ keep = false }: SameBytesOptions): Promise<BenchReport> {
  const lines: string[] = [];
  for (const drive of REFERENCE_DRIVES) {
    const survey = await inTemporaryFolder((folder) => surveyReference(drive, folder));
    if (keep) await keepReference(drive, survey);
    const found = differences(await keptReference(drive), survey);
    lines.push(
      `- \`${drive}\`: ${found.length === 0 ? 'the same' : `**${found.length} differences**: ${found.slice(0, 12).join(', ')}`}`,
    );
  }
  return {
    title: 'The same bytes as before',
    body: [
      '`volume.json` (without version, sentences and later parameters), `trajectory.tum` and `map.las` of two drives against bench/reference: `simulate --preset niche --length 40`, and the rough drive of the data folder.',
      lines.join('\n'),
    ],
    boundsMet: !lines.some((line) => line.includes('**')),
  };
}
