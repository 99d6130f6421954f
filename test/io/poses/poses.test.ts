import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapIndexedReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { exportPoses, type HandedPose } from '../../../src-core/io/poses/export-poses.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { compose, exp, quaternionOf } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { formatsOf, type TrajectoryFormat } from '../../../src-core/model/survey-content.ts';
import { memoryFolder } from '../export/clouds.ts';

const SEED = 41;
const START = [352_118.25, 9_123_456.789, 4310.123];
const NOTES = { frame: 'mine-grid', application: { name: 'Socavon', version: '0.0.0' } } as const;

/** Poses of a walk at the northing of a Peruvian mine, with covariances of full rank. */
function randomPoses(count: number): HandedPose[] {
  const random = seededRandom(SEED);
  let T: Rigid = { R: exp([0.1, 0.2, 0.3, 0, 0, 0]).R, t: Float64Array.from(START) };
  return Array.from({ length: count }, (_, i) => {
    const noise = (): number => random.normal();
    T = compose(T, exp([0.3 * noise(), 0.3 * noise(), 2 * noise(), 0.2, 0.01, 0.01]));
    const root = Float64Array.from({ length: 36 }, () => 0.01 * noise());
    const covariance = new Float64Array(36);
    for (let a = 0; a < 6; a++)
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += root[6 * a + k] * root[6 * b + k];
        covariance[6 * a + b] = covariance[6 * b + a] = sum;
      }
    return {
      scanIndex: i + (i > 20 ? 3 : 0),
      stampNs: 1_700_000_000_123_456_789n + BigInt(i) * 99_999_999n,
      T_map_sensor: T,
      covariance,
    };
  });
}

const poses = randomPoses(60);

async function written(
  formats: readonly TrajectoryFormat[],
  of: readonly HandedPose[] = poses,
  folder = memoryFolder(),
): Promise<Map<string, Uint8Array>> {
  await exportPoses(of, folder, { ...NOTES, formats, baseName: 'trajectory' }, SILENT_CONTEXT);
  return folder.files;
}

const farthest = (a: readonly number[], b: ArrayLike<number>): number =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i])));
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const rows = (bytes: Uint8Array | undefined): number[][] =>
  text(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').map(Number));

describe(`poses of a walk at a northing of 9,123,456.789 m (seed ${SEED})`, () => {
  it('are written in every format, named by it', async () => {
    const files = await written(formatsOf('trajectory'));
    expect([...files.keys()]).toEqual([
      'trajectory.tum',
      'trajectory-kitti.txt',
      'trajectory-kitti-times.txt',
      'trajectory.csv',
      'trajectory.mcap',
    ]);
    for (const [name, bytes] of await written(formatsOf('trajectory')))
      expect(bytes).toEqual(files.get(name));
  });

  it('as KITTI are 12 numbers a line, a rotation each as evo requires, and a stamp a line', async () => {
    const files = await written(['kitti']);
    const matrices = rows(files.get('trajectory-kitti.txt'));
    const times = text(files.get('trajectory-kitti-times.txt')).trimEnd().split('\n');
    expect(times).toEqual(
      poses.map(
        ({ stampNs }) => `${stampNs / 10n ** 9n}.${(stampNs % 10n ** 9n).toString().padStart(9, '0')}`,
      ),
    );
    expect(matrices).toHaveLength(poses.length);
    matrices.forEach((m, i) => {
      expect(m).toHaveLength(12);
      const R = [0, 1, 2].map((k) => m.slice(4 * k, 4 * k + 3));
      // evo: R' R is the identity to 1e-6, and the determinant is 1.
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          const dot = R.reduce((sum, row) => sum + row[a] * row[b], 0);
          expect(Math.abs(dot - (a === b ? 1 : 0))).toBeLessThan(1e-11);
        }
      const [x, y, z] = R;
      const det =
        x[0] * (y[1] * z[2] - y[2] * z[1]) -
        x[1] * (y[0] * z[2] - y[2] * z[0]) +
        x[2] * (y[0] * z[1] - y[1] * z[0]);
      expect(Math.abs(det - 1)).toBeLessThan(1e-11);
      const { R: rotation, t } = poses[i].T_map_sensor;
      expect(farthest([m[3], m[7], m[11]], t)).toBeLessThan(1e-6);
      expect(farthest(R.flat(), rotation)).toBeLessThan(1e-11);
    });
  });

  it('as CSV have scan, stamp, pose and the upper triangle of the covariance', async () => {
    const [head, ...lines] = text((await written(['csv'])).get('trajectory.csv'))
      .trimEnd()
      .split('\n');
    const columns = head.split(',');
    expect(columns).toHaveLength(9 + 21);
    lines.forEach((line, i) => {
      const values = line.split(',').map(Number);
      const of = (name: string): number => values[columns.indexOf(name)];
      const { scanIndex, T_map_sensor, covariance } = poses[i];
      expect(of('scan')).toBe(scanIndex);
      expect(farthest(['easting', 'northing', 'elevation'].map(of), T_map_sensor.t)).toBeLessThan(1e-6);
      expect(of('cov_e_e')).toBeCloseTo(covariance![0], 12);
      expect(of('cov_n_rz')).toBeCloseTo(covariance![11], 12);
      expect(of('cov_rz_rz')).toBeCloseTo(covariance![35], 12);
    });
  });

  it('as MCAP are read by an indexed reader and another decoder of CDR, by the schema in the file', async () => {
    const bytes = (await written(['mcap'])).get('trajectory.mcap')!;
    const reader = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(bytes.length),
        read: async (offset, size) => bytes.slice(Number(offset), Number(offset + size)),
      },
    });
    expect(reader.statistics?.messageCount).toBe(BigInt(poses.length));
    const [channel] = reader.channelsById.values();
    const schema = reader.schemasById.get(channel.schemaId)!;
    expect([channel.topic, channel.messageEncoding, schema.name, schema.encoding]).toEqual([
      '/pose',
      'cdr',
      'geometry_msgs/msg/PoseWithCovarianceStamped',
      'ros2msg',
    ]);
    const decoder = new MessageReader(parse(text(schema.data), { ros2: true }));
    let i = 0;
    for await (const { data, logTime } of reader.readMessages()) {
      const { stampNs, T_map_sensor, covariance } = poses[i++];
      const { header, pose } = decoder.readMessage<{
        header: { stamp: { sec: number; nanosec: number }; frame_id: string };
        pose: { pose: { position: object; orientation: object }; covariance: Float64Array };
      }>(data);
      expect(logTime).toBe(stampNs);
      expect(BigInt(header.stamp.sec) * 10n ** 9n + BigInt(header.stamp.nanosec)).toBe(stampNs);
      expect(header.frame_id).toBe('mine_grid');
      expect(Object.values(pose.pose.position)).toEqual([...T_map_sensor.t]);
      expect(Object.values(pose.pose.orientation)).toEqual([...quaternionOf(T_map_sensor.R)]);
      expect([...pose.covariance]).toEqual([...covariance!]);
    }
    expect(i).toBe(poses.length);
  });

  it('without covariance have no columns of it, and zeros in MCAP, which ROS takes for unknown', async () => {
    const plain = poses.map((pose) => ({ ...pose, covariance: null }));
    const files = await written(['csv', 'mcap'], plain);
    expect(text(files.get('trajectory.csv')).split('\n')[0].split(',')).toHaveLength(9);
    const view = new DataView(files.get('trajectory.mcap')!.buffer);
    expect(view.byteLength).toBeGreaterThan(poses.length * 36 * 8);
  });

  it('of no scan at all are files without rows', async () => {
    const files = await written(formatsOf('trajectory'), []);
    expect(text(files.get('trajectory-kitti.txt'))).toBe('');
    expect(text(files.get('trajectory.csv')).trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('poses that cannot be handed on', () => {
  it('as MCAP beyond January 2038 are refused, with the formats that hold them', async () => {
    const late = [{ ...poses[0], stampNs: 2n ** 31n * 1_000_000_000n }];
    await expect(written(['mcap'], late)).rejects.toMatchObject({
      code: 'export-range',
      message: expect.stringMatching(/2147483648 s .*TUM, KITTI or CSV/),
    });
    expect((await written(['tum', 'kitti', 'csv'], late)).size).toBe(4);
  });

  it.each(formatsOf('trajectory'))('%s: are refused for a coordinate that is no number', async (format) => {
    const T_map_sensor = { ...poses[0].T_map_sensor, t: Float64Array.of(0, Number.NaN, 0) };
    const folder = memoryFolder();
    await expect(written([format], [{ ...poses[0], T_map_sensor }], folder)).rejects.toMatchObject({
      code: 'export-range',
    });
    expect(folder.files.size).toBe(0);
  });

  it.each(
    formatsOf('trajectory').flatMap((format) => [0.1, 0.5, 0.9].map((share) => [format, share] as const)),
  )('%s damaged at %d of its length: is refused and removed', async (format, share) => {
    const folder = memoryFolder((_, bytes) => {
      bytes[Math.floor(share * bytes.length)] ^= 0x04;
    });
    await expect(written([format], poses, folder)).rejects.toMatchObject({ code: 'export-mismatch' });
    expect(folder.files.size).toBe(0);
  });

  it('leave neither file of KITTI where the disk is full at the second one', async () => {
    const disk = memoryFolder();
    let created = 0;
    const full = {
      ...disk,
      create: async (name: string) => {
        const sink = await disk.create(name);
        if (++created === 2)
          sink.write = async () => {
            throw new SocavonError('disk-full', message('disk-full', { path: name }));
          };
        return sink;
      },
    };
    await expect(written(['kitti'], poses, full)).rejects.toMatchObject({ code: 'disk-full' });
    expect(disk.files.size).toBe(0);
  });
});
