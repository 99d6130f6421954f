import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { parseTum } from '../src-core/io/tables/tum.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { BOUNDS_TEXT, endKept, trajectoryTable, volumeKept, volumeTable } from './support/drive-tables.ts';
import { type KnownDrive, surveyKnownDrive } from './support/known-drive.ts';
import { verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import { sharedData } from './support/shared-data.ts';

/** Largest end error on walls that do not constrain the motion, share of the path; beyond it a warning is required. */
const SMOOTH_BOUND = 0.01;
/** That warning. */
const UNOBSERVED = 'length-unobserved';

/** `npm run bench -- drift` */
export function registerOtherGenerator(program: Command): void {
  benchCommand(program, 'drift', 'the same on drives by another generator, one of them degenerate').action(
    (options: { readonly write?: boolean }) => present('drift', options, otherGenerator),
  );
}

async function otherGenerator(): Promise<BenchReport> {
  const rough = await surveyKnownDrive(await foreignDrive('drift'));
  const smooth = await surveyKnownDrive(await foreignDrive('drift-smooth'));
  const warned = smooth.ranges.every(({ warnings }) => warnings.includes(UNOBSERVED));
  const isHonest = warned || smooth.endError < SMOOTH_BOUND * smooth.path;
  return {
    title: 'Accuracy on drives by another generator',
    body: [
      '`socavon run` on drives of an independent simulator (OS1-16 with a real beam table, 1 m/s, range noise 20 mm, 2 % dropouts). `drift` is blast-rough and curved; `drift-smooth` is degenerate along its axis: the shape of its walls does not constrain the motion.',
      BOUNDS_TEXT,
      trajectoryTable([rough]),
      volumeTable([rough]),
      `\`drift-smooth\` ends within ${100 * SMOOTH_BOUND} % of the path, or with the warning \`${UNOBSERVED}\`: ${verdict(isHonest)}.`,
      trajectoryTable([smooth], false),
      volumeTable([smooth], false),
    ],
    boundsMet: endKept(rough) && rough.ranges.every(volumeKept) && isHonest,
  };
}

interface Truth {
  readonly volumes: readonly { readonly s0: number; readonly s1: number; readonly void_m3: number }[];
}

async function foreignDrive(name: string): Promise<KnownDrive> {
  const folder = sharedData(name);
  const { volumes }: Truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  return {
    name,
    capture: join(folder, 'capture.pcap.gz'),
    metadata: join(folder, 'metadata.json'),
    axis: join(folder, 'truth_centreline.csv'),
    trajectory: join(folder, 'truth_tum.txt'),
    truePoseAt: await packetPoses(join(folder, 'truth_tum_packets.txt.gz')),
    ranges: volumes.map(({ s0, s1, void_m3 }) => ({ from: s0, to: s1, volume: void_m3 })),
  };
}

/** The text has whole nanoseconds; the packets may round them otherwise. A column takes 97 656. */
const ROUNDING_NS = 10n;

/** This generator casts the columns of one packet from one pose: that of the last packet begun at that time. */
async function packetPoses(path: string): Promise<(stampNs: bigint) => Rigid> {
  const poses = parseTum(gunzipSync(await readFile(path)).toString('utf8'), 'truth_tum_packets.txt');
  let at = 0;
  return (stampNs) => {
    if (stampNs < poses[at].stampNs) at = 0;
    while (at + 1 < poses.length && poses[at + 1].stampNs <= stampNs + ROUNDING_NS) at++;
    return poses[at].T_map_sensor;
  };
}
