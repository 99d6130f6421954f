import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { poseLayout } from '../../src-core/io/bytes/pose-layout.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { KITTI as KITTI_POSES, POSES_CSV, TUM } from '../../src-core/io/poses/text-poses.ts';
import { parseTrajectory } from '../../src-core/io/tables/trajectory-text.ts';
import { formatTum } from '../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { quaternionOf, rotationOf } from '../../src-core/math/se3.ts';

const { normal, uniform } = seededRandom(1);
const START = 1_403_636_580_838_555_648n;
const POSES = Array.from({ length: 40 }, (_, i) => {
  const q = [normal(), normal(), normal(), normal()];
  const R = rotationOf(q.map((value) => value / Math.hypot(...q)) as [number, number, number, number]);
  return {
    stampNs: START + BigInt(i) * 5_000_000n,
    T_map_sensor: { R, t: Float64Array.of(10 * uniform(), 10 * uniform(), uniform()) },
  };
});

const place = ({ T_map_sensor: { t } }: (typeof POSES)[0]): string[] =>
  [...t].map((value) => value.toFixed(6));
const turn = ({ T_map_sensor: { R } }: (typeof POSES)[0]): string[] =>
  quaternionOf(R).map((value) => value.toFixed(9));
const wFirst = (q: readonly string[]): string[] => [q[3], q[0], q[1], q[2]];

const KITTI = POSES.map(({ T_map_sensor: { R, t } }) =>
  [0, 1, 2]
    .map(
      (i) =>
        `${[...R.subarray(3 * i, 3 * i + 3)].map((v) => v.toExponential(6)).join(' ')} ${t[i].toExponential(6)}`,
    )
    .join(' '),
).join('\n');
const KITTI_TIMES = POSES.map((_, i) => (1.5 + 0.1 * i).toExponential(6)).join('\n');
const EUROC_NAMES =
  '#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], v_RS_R_x [m s^-1], v_RS_R_y [m s^-1], v_RS_R_z [m s^-1], b_w_RS_S_x [rad s^-1], b_w_RS_S_y [rad s^-1], b_w_RS_S_z [rad s^-1], b_a_RS_S_x [m s^-2], b_a_RS_S_y [m s^-2], b_a_RS_S_z [m s^-2]';
const eurocRows = POSES.map((pose) =>
  [pose.stampNs, ...place(pose), ...wFirst(turn(pose)), ...Array(9).fill('0.001000')].join(','),
);
const euroc8 = POSES.map((pose) => [pose.stampNs, ...place(pose), ...wFirst(turn(pose))].join(','));
const CSV = [
  'scan,stamp,easting,northing,elevation,qx,qy,qz,qw',
  ...POSES.map((pose, i) =>
    [i, `${Number(pose.stampNs / 1_000_000n) / 1000}`, ...place(pose), ...turn(pose)].join(','),
  ),
].join('\n');

const NOTES = {} as Parameters<typeof TUM.files>[1];
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const TRAJECTORIES: [string, string, string][] = [
  ['TUM', 'TUM', formatTum(POSES)],
  ['KITTI', 'KITTI', `${KITTI}\n`],
  ['EuRoC, 17 columns with their names', 'EuRoC', text([EUROC_NAMES, ...eurocRows])],
  ['EuRoC, 17 columns without names', 'EuRoC', text(eurocRows)],
  ['EuRoC, 8 columns without names', 'EuRoC', text(euroc8)],
  ['CSV with names, as this program writes it', 'CSV', `${CSV}\n`],
];

describe('a trajectory, seed 1', () => {
  it.each(TRAJECTORIES)(
    'is recognised and refused as a cloud by its format: %s',
    async (_, format, content) => {
      expect(poseLayout(content.slice(0, 2048))?.format).toBe(format);
      await expect(openCloud(memorySource('a.txt', new TextEncoder().encode(content)))).rejects.toThrow(
        `a.txt is a trajectory (${format}`,
      );
    },
  );

  it.each(TRAJECTORIES)('is read with its poses and stamps: %s', (_, format, content) => {
    const read = parseTrajectory(content, 'a.txt');
    expect(read).toMatchObject({ format, hasTimes: format !== 'KITTI' });
    read.poses.forEach(({ stampNs, T_map_sensor: { R, t } }, i) => {
      const meant = POSES[i];
      for (let k = 0; k < 3; k++) expect(t[k]).toBeCloseTo(meant.T_map_sensor.t[k], 5);
      for (let k = 0; k < 9; k++) expect(R[k]).toBeCloseTo(meant.T_map_sensor.R[k], 5);
      if (format === 'KITTI') expect(stampNs).toBe(BigInt(i + 1));
      // Milliseconds in the CSV of this test, all digits elsewhere.
      else if (format === 'CSV') expect(Number(stampNs - meant.stampNs)).toBeLessThan(1_000_000);
      else expect(stampNs).toBe(meant.stampNs);
    });
    expect(read.poses).toHaveLength(POSES.length);
  });

  it('of KITTI takes the times beside it, and refuses another number of them', () => {
    const { poses, hasTimes } = parseTrajectory(KITTI, 'a.txt', {
      name: 'times.txt',
      text: `${KITTI_TIMES}\n`,
    });
    expect(hasTimes).toBe(true);
    expect(poses.map(({ stampNs }) => stampNs)).toEqual(
      POSES.map((_, i) => 1_500_000_000n + 100_000_000n * BigInt(i)),
    );
    expect(() => parseTrajectory(KITTI, 'a.txt', { name: 'times.txt', text: '1\n2\n' })).toThrow('2 times');
  });

  it.each([
    ['TUM', TUM],
    ['KITTI', KITTI_POSES],
    ['CSV', POSES_CSV],
  ])('that this program writes is read again: %s', async (_, { files }) => {
    const own = POSES.map((pose, scanIndex) => ({ ...pose, scanIndex, covariance: null }));
    const [poses, times] = (await files(own, NOTES)).map((bytes) => new TextDecoder().decode(bytes));
    const read = parseTrajectory(
      poses,
      'a.txt',
      times === undefined ? null : { name: 'a-times.txt', text: times },
    );
    expect(read.hasTimes).toBe(true);
    expect(read.poses.map(({ stampNs }) => stampNs)).toEqual(POSES.map(({ stampNs }) => stampNs));
    read.poses.forEach(({ T_map_sensor: { t } }, i) => {
      for (let k = 0; k < 3; k++) expect(t[k]).toBeCloseTo(POSES[i].T_map_sensor.t[k], 5);
    });
  });

  it.each(TRAJECTORIES)('is read in millimetres of a grid, which are no metres on Earth: %s', (_, format) => {
    const east = 8_123_400_250;
    const line = {
      TUM: `1.5 ${east} 0 0 0 0 0 1`,
      KITTI: `1 0 0 ${east} 0 1 0 0 0 0 1 0`,
      EuRoC: `#timestamp,p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n1500000000,${east},0,0,1,0,0,0`,
      CSV: `time,x,y,z,qx,qy,qz,qw\n1.5,${east},0,0,0,0,0,1`,
    }[format as 'TUM'];
    const { poses } = parseTrajectory(`${line}\n`, 'a.txt', null, 0.001);
    expect(poses[0].T_map_sensor.t[0]).toBeCloseTo(8_123_400.25, 6);
    if (format !== 'KITTI') expect(() => parseTrajectory(`${line}\n`, 'a.txt')).toThrow('line');
  });

  it('names the line that is no pose', () => {
    const broken = [...eurocRows];
    broken[7] = broken[7].replace(/,[^,]*,/, ',x,');
    expect(() => parseTrajectory(text(broken), 'a.csv')).toThrow('line 8');
  });

  const points: [string, string[]][] = [
    ['eight numbers, the last four a unit', ['5 1 2 30 0 0 1 0', '3 1 2 31 0 1 0 0', '4 1 2 32 1 0 0 0']],
    ['twelve numbers that are no rotation', ['1 2 3 4 5 6 7 8 9 10 11 12', '2 2 3 4 5 6 7 8 9 10 11 12']],
    ['twelve numbers, mirrored', ['1 0 0 5 0 1 0 5 0 0 -1 5']],
    ['seventeen numbers with a normal', ['10 1 2 3 0 0 1 0.5 9 9 9 9 9 9 9 9 9']],
    ['eastings, northings and colours', ['356789.1 9123456.2 4210.3 12 200 100 50 0']],
  ];
  it.each(points)('is not what points are: %s', (_, lines) => {
    expect(poseLayout(text(lines))).toBeNull();
  });
});
