import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { Scan } from '../src-core/model/scan.ts';
import type { StoredScan } from '../src-core/survey/scan-store.ts';
import { importFiles } from '../src-main/project/import-files.ts';
import { Project } from '../src-main/project/project.ts';
import type { Session } from '../src-main/project/sessions.ts';
import { alignWithMaker } from './support/maker-poses.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import { sharedData } from './support/shared-data.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

/** Files in the folder of real captures. */
interface RealCapture {
  readonly capture: string;
  readonly metadata: string;
  /** Digests of the maker's own decoder. */
  readonly digest?: string;
  /** Poses by the maker's SLAM. */
  readonly poses?: string;
}

const CAPTURES: readonly RealCapture[] = [
  {
    capture: 'OS-2-32-U0_v2.0.0_1024x10.pcap',
    metadata: 'OS-2-32-U0_v2.0.0_1024x10.json',
    digest: 'OS-2-32-U0_v2.0.0_1024x10_digest.json',
  },
  {
    capture: 'OS-0-32-U1_v2.2.0_1024x10.pcap',
    metadata: 'OS-0-32-U1_v2.2.0_1024x10.json',
    digest: 'OS-0-32-U1_v2.2.0_1024x10_digest.json',
  },
  { capture: 'OS-1-64_1024x10_fw20.pcap', metadata: 'OS-1-64_sensor_config_reduced.json' },
  {
    capture: 'OS-1-128_v2.3.0_1024x10_lb_n3.pcap',
    metadata: 'OS-1-128_v2.3.0_1024x10.json',
    poses: 'OS-1-128_v2.3.0_1024x10_lb_n3_poses_kitti.txt',
  },
];

/** The maker's names of the fields whose digests must be equal. */
const FIELDS: Record<string, (scan: Scan) => ArrayBufferView> = {
  RANGE: ({ rangeMm }) => rangeMm,
  SIGNAL: ({ signal }) => signal,
  NEAR_IR: ({ nearIr }) => nearIr,
  TIMESTAMP: ({ stampNs }) => stampNs,
};

/** `npm run bench -- real` */
export function registerRealCaptures(program: Command): void {
  benchCommand(program, 'real', 'captures of real sensors against their maker`s decoder and SLAM').action(
    (options: { readonly write?: boolean }) => present('real', options, realCaptures),
  );
}

async function realCaptures(): Promise<BenchReport> {
  const folder = sharedData('ouster');
  const rows: string[][] = [];
  const aligned: string[] = [];
  let boundsMet = true;
  for (const real of CAPTURES) {
    const { session, scans } = await throughProject(folder, real);
    const equal = real.digest ? equalDigests(scans, await readFile(join(folder, real.digest), 'utf8')) : null;
    boundsMet &&= equal === null || Object.values(equal).every(Boolean);
    rows.push(rowOf(real, session, scans, equal));
    if (real.poses) {
      const poses = await readFile(join(folder, real.poses), 'utf8');
      aligned.push(`\`${real.capture}\`, aligned:`, ...(await alignWithMaker(session.sensor, scans, poses)));
    }
  }
  return {
    title: 'Real captures',
    body: [
      'Each capture is imported into a project and read back from it; digests are those of the maker`s own decoder.',
      markdownTable(
        ['capture', 'profile', 'scans', 'IMU', 'columns missing', 'returns %', ...Object.keys(FIELDS)],
        rows,
      ),
      ...aligned,
    ],
    boundsMet,
  };
}

async function throughProject(
  folder: string,
  { capture, metadata }: RealCapture,
): Promise<{ session: Session; scans: StoredScan[] }> {
  return inTemporaryFolder(async (temporary) => {
    const project = Project.open(join(temporary, 'bench.socavon'), { create: true });
    try {
      const choice = { metadata: join(folder, metadata) };
      const { session } = await importFiles(project, [join(folder, capture)], choice, SILENT_CONTEXT);
      const store = project.scanStore(session);
      const scans: StoredScan[] = [];
      for (let index = 0; index < store.count; index++) scans.push(await store.read(index));
      return { session, scans };
    } finally {
      project.close();
    }
  });
}

function rowOf(
  { capture }: RealCapture,
  { sensor, health }: Session,
  scans: readonly StoredScan[],
  equal: Record<string, boolean> | null,
): string[] {
  const pixels = scans.flatMap(({ scan }) => [scan.rangeMm.length]).reduce((sum, count) => sum + count, 0);
  const returns = scans.reduce((sum, { scan }) => sum + scan.rangeMm.filter((range) => range > 0).length, 0);
  return [
    capture,
    sensor.profile,
    String(scans.length),
    String(health.imuPackets),
    String(health.missingColumns),
    ((100 * returns) / pixels).toFixed(1),
    ...Object.keys(FIELDS).map((field) =>
      equal === null ? 'no digest' : equal[field] ? 'equal' : 'NOT EQUAL',
    ),
  ];
}

function equalDigests(scans: readonly StoredScan[], text: string): Record<string, boolean> {
  const digests: Record<string, string>[] = JSON.parse(text).scans;
  return Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [
      name,
      scans.length === digests.length && scans.every(({ scan }, i) => md5(field(scan)) === digests[i][name]),
    ]),
  );
}

function md5({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return createHash('md5')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
}
