import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { HDL_64E } from '../../src-core/io/capture/spinning/hdl-64e.ts';
import { spinningSensor, withAnglesOf } from '../../src-core/io/capture/spinning/spinning-sensor.ts';
import { parseVelodyneCalibration } from '../../src-core/io/capture/spinning/velodyne-calibration.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../../src-core/odometry/frame/scan-points.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { decodeSensor, encodeSensor } from '../../src-main/project/codecs/sensor-codec.ts';
import { castFiring, emptyBlock, type SimulatedLasers } from '../../src-simulate/sensor/cast-firing.ts';
import { pcapOf } from './reading.ts';
import { vlpDrive } from './velodyne-drive.ts';

const SEED = 64;
const YAML_PATH = join(import.meta.dirname, 'hdl-64e', '64e_s2.1-sztaki.yaml');
const YAML = readFileSync(YAML_PATH, 'utf8');
const LASERS = 64;
const HERTZ = 10;

/** A laser as a calibration states it, m and radians. */
interface Laser {
  rot: number;
  vert: number;
  far: number;
  x: number;
  y: number;
  height: number;
  sideways: number;
}

/** The lasers of the file, read line by line, not as the reader does. */
const REAL: Laser[] = Array.from({ length: LASERS }, () => ({}) as Laser);
for (const block of YAML.split(/^- /m).slice(1)) {
  const value = (key: string) => Number(new RegExp(`\\b${key}: (\\S+)`).exec(block)?.[1]);
  REAL[value('laser_id')] = {
    rot: value('rot_correction'),
    vert: value('vert_correction'),
    far: value('dist_correction'),
    x: value('dist_correction_x'),
    y: value('dist_correction_y'),
    height: value('vert_offset_correction'),
    sideways: value('horiz_offset_correction'),
  };
}

/** Firing times of a laser, s, by the manuals. */
const SERIES = {
  S2: { cycle: 48e-6, seconds: (n: number) => (6 * Math.floor(n / 4) + [0, 1.26, 2.46, 3.66][n % 4]) * 1e-6 },
  S3: {
    cycle: 57.6e-6,
    seconds: (n: number) => (7.2 * Math.floor(n / 4) + [0, 1.3, 2.5, 3.7][n % 4]) * 1e-6,
  },
} as const;
type Series = keyof typeof SERIES;

/** Counts of the distance of a laser in a round. */
type Counts = (round: number, laser: number) => number;

/** Packets from azimuth 0 on at ten rotations a second. @param second counts of the second return; absent: one return */
function packets(series: Series, rounds: number, counts: Counts, second?: Counts): Uint8Array[] {
  const { cycle } = SERIES[series];
  const perPacket = second ? 3 : 6;
  return Array.from({ length: Math.floor(rounds / perPacket) }, (_, index) => {
    const bytes = new Uint8Array(1206);
    const view = new DataView(bytes.buffer);
    for (let k = 0; k < perPacket; k++) {
      const round = index * perPacket + k;
      const azimuth = Math.round(36_000 * HERTZ * cycle * round) % 36_000;
      [counts, ...(second ? [second] : [])].forEach((of, pair) => {
        for (let bank = 0; bank < 2; bank++) {
          const at = 100 * ((second ? 4 : 2) * k + 2 * pair + bank);
          view.setUint16(at, bank === 0 ? 0xeeff : 0xddff, true);
          view.setUint16(at + 2, azimuth, true);
          for (let n = 0; n < 32; n++) {
            view.setUint16(at + 4 + 3 * n, of(round, 32 * bank + n), true);
            view.setUint8(at + 6 + 3 * n, n + 1);
          }
        }
      });
    }
    view.setUint32(1200, Math.round(1e6 * index * perPacket * cycle) + 5_000_000, true);
    view.setUint8(1204, 'HMSDNYGTV1234567'.charCodeAt(index % 16));
    return bytes;
  });
}

/** The point of a laser by the coordinate algorithm of the manuals, x to the right, y ahead, z up, m; and its corrections. */
function manualPoint(
  { rot, vert, far, x: nearX, y: nearY, height, sideways }: Laser,
  counts: number,
  azimuth: number,
) {
  const measured = counts * 0.002;
  const [sv, cv] = [Math.sin(vert), Math.cos(vert)];
  const [s, c] = [Math.sin(azimuth - rot), Math.cos(azimuth - rot)];
  let across = (measured + far) * cv;
  const xx = Math.min(25.04, Math.abs(across * s - sideways * c));
  const yy = Math.min(25.04, Math.abs(across * c + sideways * s));
  const dx = ((far - nearX) * (xx - 2.4)) / (25.04 - 2.4) + nearX;
  const dy = ((far - nearY) * (yy - 1.93)) / (25.04 - 1.93) + nearY;
  across = (measured + dx) * cv;
  const x = across * s - sideways * c;
  across = (measured + dy) * cv;
  const y = across * c + sideways * s;
  return {
    point: [x, y, (measured + dy) * sv + height],
    ray: [cv * s, cv * c, sv],
    dx,
    dy,
  };
}

function calibrated(lasers: readonly Laser[]): SensorModel {
  const mm = (of: (laser: Laser) => number) => lasers.map((laser) => 1000 * of(laser));
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  const stated = {
    elevationDeg: lasers.map(({ vert }) => degrees(vert)),
    azimuthDeg: lasers.map(({ rot }) => -degrees(rot)),
    distances: {
      farMm: mm(({ far }) => far),
      nearXMm: mm(({ x }) => x),
      nearYMm: mm(({ y }) => y),
      heightMm: mm(({ height }) => height),
      sidewaysMm: mm(({ sideways }) => sideways),
    },
  };
  return spinningSensor(HDL_64E.angles!.with(stated));
}

async function read(bytes: Uint8Array[], sensor: SensorModel) {
  const source = memorySource('hdl.pcap', pcapOf(bytes, { port: 2368 }));
  const opened = await openCapture([source], sensor);
  const scans: Scan[] = [];
  for await (const item of opened.items) if (item.kind === 'scan') scans.push(item.scan);
  return { scans, sensor: opened.sensor, health: opened.health };
}

/**
 * How far points are from those of the manual, m: the largest difference, and what is left of it once the corrections of x and
 * of y, dx and dy, are put along the ray, dx sin^2 + dy cos^2 of the azimuth, where the manual has dx, dy, dy in x, y, z.
 */
function offManual(
  series: Series,
  scan: Scan,
  sensor: SensorModel,
  lasers: readonly Laser[],
  counts: Counts,
) {
  const geometry = beamGeometry(sensor);
  const range = { minRange: 0.5, maxRange: 200 };
  const { xyz, pixel, count } = scanToPoints(scan, geometry, range, scanPointsBuffer(geometry));
  const { cycle, seconds } = SERIES[series];
  let [largest, left] = [0, 0];
  const first = Number(scan.stampNs.find((_, i) => scan.columnValid[i] === 1)!);
  for (let i = 0; i < count; i++) {
    const column = pixel[i] % scan.columns;
    const laser = sensor.slotOfBeam![Math.floor(pixel[i] / scan.columns)];
    const round = Math.round(((Number(scan.stampNs[column]) - first) * 1e-9) / cycle);
    const block = ((Math.round(36_000 * HERTZ * cycle * round) % 36_000) / 18_000) * Math.PI;
    const azimuth = block + 2 * Math.PI * HERTZ * seconds(laser % 32);
    const { point, ray, dx, dy } = manualPoint(lasers[laser], counts(round, laser), azimuth);
    const off = point.map((value, k) => value - xyz[3 * i + k]);
    largest = Math.max(largest, Math.hypot(...off) - Math.abs(dx - dy));
    const { rot } = lasers[laser];
    const along = dx * Math.sin(azimuth - rot) ** 2 + dy * Math.cos(azimuth - rot) ** 2;
    const known = [dx, dy, dy].map((own, k) => (own - along) * ray[k]);
    left = Math.max(left, Math.hypot(...off.map((value, k) => value - known[k])));
  }
  return { largest, left, count };
}

describe(`packets of an HDL-64E (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const table = Uint16Array.from({ length: 2100 * LASERS }, () => 300 + random.below(14_000));
  const counts: Counts = (round, laser) => table[(round % 2100) * LASERS + laser];

  it.each(['S2', 'S3'] as const)(
    'of the series %s give the points of the manual, with a real calibration',
    async (series) => {
      const rounds = 300;
      const { scans, sensor, health } = await read(packets(series, rounds, counts), calibrated(REAL));
      expect([sensor.rotationHz, health.lidarPackets, scans.length]).toEqual([HERTZ, 50, 1]);
      const { largest, left, count } = offManual(series, scans[0], sensor, REAL, counts);
      expect(count).toBe(rounds * LASERS);
      // Ranges are whole millimetres; the azimuths of columns are f32.
      expect(left).toBeLessThan(0.001);
      expect(largest).toBeLessThan(0.001);
    },
  );

  it('give the points of the manual to a millimetre where x and y are corrected alike', async () => {
    const alike = REAL.map((laser) => ({ ...laser, x: laser.far, y: laser.far }));
    const { scans, sensor } = await read(packets('S3', 300, counts), calibrated(alike));
    const { largest } = offManual('S3', scans[0], sensor, alike, counts);
    expect(largest).toBeLessThan(0.0006);
  });

  it('with two returns have the strongest first', async () => {
    const last: Counts = (round, laser) => counts(round, laser) + 200;
    const dual = await read(packets('S3', 300, counts, last), calibrated(REAL));
    const single = await read(packets('S3', 300, counts), calibrated(REAL));
    expect(dual.sensor.columnsPerFrame).toBe(single.sensor.columnsPerFrame);
    const valid = (scan: Scan) => scan.rangeMm.filter((_, i) => scan.columnValid[i % scan.columns] === 1);
    expect(valid(dual.scans[0])).toEqual(valid(single.scans[0]));
    const { rangeMm, second } = dual.scans[0];
    const more = [...rangeMm].flatMap((range, i) => (range > 0 ? [second!.rangeMm[i] - range] : []));
    // 0.4 m, less by what the near corrections are farther out.
    expect(Math.max(...more)).toBeLessThanOrEqual(400 + 1);
    expect(Math.min(...more)).toBeGreaterThan(400 - 6);
  });

  it('without a return stay without one, whatever the calibration adds', async () => {
    const { scans } = await read(
      packets('S3', 300, (round, laser) => (laser % 2 ? 0 : counts(round, laser))),
      calibrated(REAL),
    );
    expect(scans[0].rangeMm.filter((range) => range > 0).length).toBe(300 * 32);
  });

  it('of another pace are refused, as are those without a calibration', async () => {
    const slow = packets('S3', 120, counts);
    for (const [i, packet] of slow.entries()) new DataView(packet.buffer).setUint32(1200, 1000 * i, true);
    await expect(read(slow, calibrated(REAL))).rejects.toThrow(
      'every 1000 microseconds, which is that of no series S2 or S3',
    );
    const source = memorySource('a.pcap', pcapOf(packets('S2', 120, counts), { port: 2368 }));
    const recognised = await recogniseCapture(source, SILENT_CONTEXT);
    expect(recognised).toMatchObject({
      kind: 'other',
      spinning: { product: 'Velodyne HDL-64E', angles: { isNeeded: true } },
    });
  });

  it('keep their calibration in the sensor model, and in a project', async () => {
    const sensor = calibrated(REAL);
    const stored = decodeSensor(encodeSensor(sensor));
    expect(stored).toEqual(sensor);
    const back = withAnglesOf(HDL_64E, stored);
    const own = HDL_64E.angles!.with(parseVelodyneCalibration(YAML, 'a.yaml', LASERS, 'HDL-64E'));
    for (const key of ['channelOfBeam', 'firingSeconds'] as const) expect(back[key]).toEqual(own[key]);
    const near = (a: readonly number[], b: readonly number[]) => {
      for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i], 9);
    };
    near(back.altitudeDeg, own.altitudeDeg);
    near(back.azimuthDeg, own.azimuthDeg);
    near(back.heightMm, own.heightMm);
    near(back.sidewaysMm!, own.sidewaysMm!);
    for (const key of ['far', 'nearX', 'nearY'] as const) near(back.distanceMm![key], own.distanceMm![key]);
  });
});

describe('a drive of an HDL-64E that was cast', () => {
  // Near and far alike, so that counts follow from ranges.
  const lasers = REAL.map((laser) => ({ ...laser, x: laser.far, y: laser.far }));
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  const cast: SimulatedLasers = {
    elevationDeg: lasers.map(({ vert }) => degrees(vert)),
    azimuthDeg: lasers.map(({ rot }) => -degrees(rot)),
    heightMm: lasers.map(({ height }) => 1000 * height),
    sidewaysMm: lasers.map(({ sideways }) => 1000 * sideways),
    secondsOf: (laser) => SERIES.S3.seconds(laser % 32),
  };
  const ROUNDS = 2 * 1740;

  it('has its points on the rock that was cast, each from its own place and instant', async () => {
    const drive = vlpDrive(3);
    const random = seededRandom(SEED);
    const firings = Array.from({ length: ROUNDS }, (_, round) => {
      const block = emptyBlock(LASERS);
      castFiring(drive, cast, round * SERIES.S3.cycle, round * LASERS, block, 0, random);
      return block.rangeMm;
    });
    const counts: Counts = (round, laser) => {
      const range = firings[round]?.[laser] ?? 0;
      return range === 0 ? 0 : Math.round((range - 1000 * lasers[laser].far) / 2);
    };
    const { scans, sensor } = await read(packets('S3', ROUNDS, counts), calibrated(lasers));
    const geometry = beamGeometry(sensor);
    const start = scans[0].stampNs.find((_, i) => scans[0].columnValid[i] === 1)!;
    const off: number[] = [];
    for (const scan of scans) {
      const range = { minRange: 1.6, maxRange: 12 };
      const { xyz, pixel, count } = scanToPoints(scan, geometry, range, scanPointsBuffer(geometry));
      for (let i = 0; i < count; i += 37) {
        const laser = sensor.slotOfBeam![Math.floor(pixel[i] / scan.columns)];
        const { rot, vert, height, sideways } = lasers[laser];
        const seconds = Number(scan.stampNs[pixel[i] % scan.columns] - start) * 1e-9 + cast.secondsOf(laser);
        const azimuth = 2 * Math.PI * HERTZ * seconds - rot;
        // The rock along the laser from its true place, against the point that was read.
        const origin = [-sideways * Math.cos(azimuth), sideways * Math.sin(azimuth), height];
        const ray = [0, 1, 2].map((k) => xyz[3 * i + k] - origin[k]);
        const length = Math.hypot(...ray);
        expect(Math.asin(ray[2] / length)).toBeCloseTo(vert, 3);
        const { R, t } = drive.trajectory.poseAt(seconds);
        const world = (v: readonly number[]) =>
          [0, 1, 2].map((k) => R[3 * k] * v[0] + R[3 * k + 1] * v[1] + R[3 * k + 2] * v[2]);
        const [ox, oy, oz] = world(origin).map((value, k) => value + t[k]);
        const [dx, dy, dz] = world(ray).map((value) => value / length);
        const { chainage } = drive.schedule.at(seconds);
        const rock = drive.caster.cast(ox, oy, oz, dx, dy, dz, chainage, 60);
        off.push(Math.abs(rock - length) * drive.caster.cosine);
      }
    }
    expect(off.length).toBeGreaterThan(2000);
    off.sort((a, b) => a - b);
    // Counts of 2 mm.
    expect(off[Math.floor(0.5 * off.length)]).toBeLessThan(0.001);
    expect(off[Math.floor(0.98 * off.length)]).toBeLessThan(0.004);
  });
});

/** The calibration as the maker's file states it, cm and degrees. */
function dbXml(lasers: readonly Laser[], resolution = '0.2'): string {
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  const items = lasers.map(
    ({ rot, vert, far, x, y, height, sideways }, id) => `<item><px><id_>${id}</id_>
<rotCorrection_>${degrees(rot)}</rotCorrection_><vertCorrection_>${degrees(vert)}</vertCorrection_>
<distCorrection_>${100 * far}</distCorrection_><distCorrectionX_>${100 * x}</distCorrectionX_><distCorrectionY_>${100 * y}</distCorrectionY_>
<vertOffsetCorrection_>${100 * height}</vertOffsetCorrection_><horizOffsetCorrection_>${100 * sideways}</horizOffsetCorrection_></px></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="4">
<DB class_id="0"><distLSB_>${resolution}</distLSB_><points_><count>64</count>${items.join('\n')}</points_></DB>
</boost_serialization>`;
}

/** Nine lists of nine of the one before. */
function bomb(): string {
  const lists = [...'bcdefghi'].map(
    (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`)}]`,
  );
  return `lasers:\n- laser_id: 0\na: &a [1]\n${lists.join('\n')}\n`;
}

describe('the calibration of an HDL-64E', () => {
  const parse = (text: string) => parseVelodyneCalibration(text, 'unit', LASERS, 'Velodyne HDL-64E');

  it('is the same in the file of the maker and in the YAML of the ROS driver', () => {
    const [xml, yaml] = [parse(dbXml(REAL)), parse(YAML)];
    expect(yaml.elevationDeg[0]).toBeCloseTo(-8.76863, 4);
    expect(yaml.distances!.sidewaysMm[0]).toBeCloseTo(26, 3);
    const all = (of: typeof xml) => [of.elevationDeg, of.azimuthDeg, ...Object.values(of.distances!)].flat();
    for (const [i, value] of all(xml).entries()) expect(value).toBeCloseTo(all(yaml)[i], 6);
  });

  it('has heights at which the lasers cross the axis: of each bank, linear in the tangent of the elevation', () => {
    for (const bank of [REAL.slice(0, 32), REAL.slice(32)]) {
      const [a, b] = [bank[0], bank[29]];
      const slope = (b.height - a.height) / (Math.tan(b.vert) - Math.tan(a.vert));
      for (const { height, vert } of bank)
        expect(a.height + slope * (Math.tan(vert) - Math.tan(a.vert))).toBeCloseTo(height, 5);
    }
  });

  it('without near corrections, or with those of 0, has that of 25 m everywhere', () => {
    const without = YAML.replace(/^ {2}dist_correction_[xy]: .*\n/gm, '');
    const zero = YAML.replace(/^( {2}dist_correction_[xy]:) .*$/gm, '$1 0');
    for (const text of [without, zero]) {
      const { farMm, nearXMm, nearYMm } = parse(text).distances!;
      expect([nearXMm, nearYMm]).toEqual([farMm, farMm]);
    }
  });

  it.each([
    ['another file', 'lasers of a drive\n', 'unit is no calibration of the Velodyne HDL-64E'],
    ['a laser missing', dbXml(REAL.slice(1)), 'unit states 63 lasers where the Velodyne HDL-64E has 64'],
    ['those of another sensor', dbXml(REAL.slice(0, 32)), 'unit states 32 lasers'],
    ['a laser twice', YAML.replace('laser_id: 63', 'laser_id: 62'), 'unit states 63 lasers'],
    ['an angle missing', YAML.replace(/rot_correction: .*\n/, '\n'), 'no possible rot_correction of laser 0'],
    [
      'a word for a number',
      YAML.replace(/dist_correction: .*\n/, 'dist_correction: far\n'),
      'dist_correction of laser 0',
    ],
    [
      'a length in centimetres',
      YAML.replace(/dist_correction: .*\n/, 'dist_correction: 151.9\n'),
      'dist_correction of laser 0',
    ],
    ['counts of another size', dbXml(REAL, '0.4'), 'unit states distances of 4 mm a count'],
    ['broken YAML', YAML.replace('focal_slope: 1.4', 'focal_slope: [1.4'), 'unit cannot be read ('],
    ['aliases that multiply', bomb(), 'unit cannot be read ('],
    [
      'more than one has',
      `${YAML}${'# \n'.repeat(20_000)}`,
      'holds far more than the calibration of a sensor',
    ],
    ['marks that nest', `${YAML}x: ${'[\n'.repeat(2000)}`, 'holds far more than the calibration of a sensor'],
    ['broken XML', dbXml(REAL).replace('</DB>', ''), 'unit cannot be read ('],
  ])('with %s is refused in a sentence', (_, text, said) => {
    expect(() => parse(text)).toThrow(said);
  });

  it('beside a capture is taken and named, and asked for where it is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'socavon-hdl64-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'drive.pcap');
    writeFileSync(
      path,
      pcapOf(
        packets('S2', 240, () => 2000),
        { port: 2368 },
      ),
    );
    await expect(resolveSensor(path, {})).rejects.toThrow(
      'drive.pcap has packets of a Velodyne HDL-64E, which cannot be read without the calibration of its 64 lasers',
    );
    writeFileSync(join(folder, 'drawing.xml'), '<LandXML></LandXML>');
    copyFileSync(YAML_PATH, join(folder, 'unit.yaml'));
    const { sensor, metadata } = await resolveSensor(path, {});
    expect(metadata?.name).toBe('unit.yaml');
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'The angles of the Velodyne HDL-64E are those of unit.yaml, the correction file beside the capture.',
    ]);
    writeFileSync(join(folder, 'db.xml'), dbXml(REAL));
    await expect(resolveSensor(path, {})).rejects.toThrow(/Several correction files.*db\.xml, unit\.yaml/);
    expect((await resolveSensor(path, { metadata: join(folder, 'db.xml') })).metadata?.name).toBe('db.xml');
  });
});
