import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { compose, identity, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../src-core/odometry/frame/scan-points.ts';
import { globalStart } from '../../src-lab/global/global-start.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { moved } from '../gpu/clouds.ts';
import { kittiPoses } from '../support/maker-poses.ts';
import { asWideAsSaddle, missing, readBunny, sampleOf } from './clouds.ts';
import type { PaperBench } from './paper-bench.ts';

/** Two views of one thing by a real instrument. */
interface RealPair {
  readonly source: PointSet;
  readonly target: PointSet;
  /** Where the alignment starts. */
  readonly start: Rigid;
  /** Where it should end, by something else than the method that is measured. */
  readonly reference: Rigid;
  /** Greatest distance of a match: only part of either view is in the other. */
  readonly maxDistance: number;
}

/** How far the views of the bunny are moved from where they belong: as far as it still finds back from. */
const BUNNY_START = moved([0, 0, 5], [0.1, 0, 0]);
const BUNNY_MAX_DISTANCE = 0.2;

/** The first two scans of the Stanford bunny, from the front and from 45 degrees, scaled as the thesis' surface. */
export async function bunnyViews(bench: Pick<PaperBench, 'bunnyFolder'>, points: number): Promise<RealPair> {
  const [front, side] = await Promise.all([readBunny(bench, 'bun000.ply'), readBunny(bench, 'bun045.ply')]);
  const toSaddle = asWideAsSaddle(front);
  const [target, source] = [toSaddle(front), toSaddle(side)];
  // All points of both scans, with a robust kernel: a reference for the thinned ones.
  const { T_target_source: reference } = register(source, target, {
    method: 'gicp',
    T_target_source: globalStart(source, target).T_target_source,
    maxDistance: BUNNY_MAX_DISTANCE / 2,
    robust: { kernel: 'geman-mcclure' },
  });
  return {
    source: sampleOf(source, points, 1),
    target: sampleOf(target, points, 2),
    start: compose(reference, BUNNY_START),
    reference,
    maxDistance: BUNNY_MAX_DISTANCE,
  };
}

const CAPTURE = 'OS-1-128_v2.3.0_1024x10_lb_n3';
/** Every so many beams of the 128 are those of an OS1-16. */
const EVERY_BEAM = 8;
const STREET_MAX_DISTANCE = 2;

/** Two rotations of a real OS1 on a car, thinned to 16 beams; the reference is the pose by the maker's SLAM. */
export async function os1Rotations({ bunnyFolder }: PaperBench): Promise<RealPair> {
  const folder = join(dirname(bunnyFolder), 'ouster');
  const read = (name: string): Buffer => {
    if (!existsSync(join(folder, name))) throw missing(name, folder);
    return readFileSync(join(folder, name));
  };
  const metadata = 'OS-1-128_v2.3.0_1024x10.json';
  const capture = await openCapture(
    [memorySource(`${CAPTURE}.pcap`, read(`${CAPTURE}.pcap`))],
    parseSensorMetadata(read(metadata).toString(), metadata),
  );
  const geometry = beamGeometry(capture.sensor);
  const rotations: PointSet[] = [];
  for await (const item of capture.items) {
    if (item.kind !== 'scan') continue;
    const points = scanToPoints(item.scan, geometry, RANGE_FILTER_DEFAULTS, scanPointsBuffer(geometry));
    const xyz: number[] = [];
    for (let i = 0; i < points.count; i++) {
      const beam = Math.floor(points.pixel[i] / geometry.columns);
      if (beam % EVERY_BEAM === 0) xyz.push(...points.xyz.subarray(3 * i, 3 * i + 3));
    }
    rotations.push({ count: xyz.length / 3, xyz: Float64Array.from(xyz) });
  }
  const poses = kittiPoses(read(`${CAPTURE}_poses_kitti.txt`).toString());
  return {
    source: rotations[1],
    target: rotations[0],
    start: identity(),
    reference: compose(invert(poses[0]), poses[1]),
    maxDistance: STREET_MAX_DISTANCE,
  };
}
