import { describe, expect, it } from 'vitest';
import { memorySink, memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { logSo3, multiply3, rigidFromMatrix4, transpose3 } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { simulateImu } from '../../src-simulate/motion/imu.ts';
import { ImuDistortion } from '../../src-simulate/motion/imu-errors.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { IMU_TO_SENSOR } from '../../src-simulate/os1-16.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { driveTruth } from '../../src-simulate/truth.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { SHORT_DRIVE } from './short-drive.ts';

const SEED = 9;
const BASE: SimulateOptions = { ...SHORT_DRIVE, seed: SEED, speed: 2 };

/** Angle between two rotations, degrees. */
function degreesBetween(a: Float64Array, b: Float64Array): number {
  const turned = new Float64Array(9);
  multiply3(transpose3(a), b, turned);
  return (Math.hypot(...logSo3(turned)) * 180) / Math.PI;
}

describe(`rough handling (seed ${SEED})`, () => {
  const calm = simulateDrive(BASE);
  const jolt = { chainage: 6, rollDeg: 4, pitchDeg: 3, yawDeg: 0, seconds: 0.2 };
  const jolted = simulateDrive({ ...BASE, jolts: [jolt] });
  const at = jolted.schedule.timeAt(6);

  it('jolts the sensor by its angle, once, and nothing before or after', () => {
    expect(jolted.schedule.at(at).chainage).toBeCloseTo(6, 6);
    const tilt = (t: number) => degreesBetween(calm.trajectory.poseAt(t).R, jolted.trajectory.poseAt(t).R);
    expect(tilt(at - 0.05)).toBeLessThan(1e-9);
    expect(tilt(at + 0.25)).toBeLessThan(1e-9);
    // A spline through control values 20 ms apart rounds the peak of a jolt of 0.2 s.
    const peak = Math.max(...Array.from({ length: 41 }, (_, i) => tilt(at + 0.005 * i)));
    expect(peak).toBeGreaterThan(0.9 * 5);
    expect(peak).toBeLessThan(5.01);
  });

  it('has angular rates and accelerations that are those of the jolted pose', () => {
    const h = 1e-4;
    for (let t = at - 0.03; t < at + 0.23; t += 0.0137) {
      const [before, now, after] = [t - h, t, t + h].map((time) => jolted.trajectory.motionAt(time));
      const turned = new Float64Array(9);
      multiply3(transpose3(before.T_world_sensor.R), after.T_world_sensor.R, turned);
      logSo3(turned).forEach((angle, i) => {
        expect(Math.abs(angle / (2 * h) - now.angularVelocity[i])).toBeLessThan(2e-3);
        const rate = (after.angularVelocity[i] - before.angularVelocity[i]) / (2 * h);
        expect(Math.abs(rate - now.angularAcceleration[i])).toBeLessThan(0.6);
      });
    }
  });

  it('lifts the sensor by hand and puts it back', () => {
    const lifted = simulateDrive({
      ...BASE,
      manoeuvres: [{ kind: 'lift', chainage: 6, height: 0.4, seconds: 2 }],
    });
    const stop = lifted.schedule.timeAt(6 - 1e-9);
    const heights = Array.from({ length: 70 }, (_, i) => lifted.trajectory.poseAt(stop + 0.1 * i).t[2]);
    expect(Math.max(...heights) - heights[0]).toBeCloseTo(0.4, 2);
    const { lift, chainage } = lifted.schedule.at(stop + 7);
    expect(lift).toBe(0);
    expect(chainage).toBeGreaterThan(6);
  });

  it('covers the sensor: nothing returns for so long', () => {
    const drive = simulateDrive({ ...BASE, recorder: { covers: [{ chainage: 6, seconds: 1 }] } });
    const [{ from, to }] = drive.recording.covers;
    expect(to - from).toBeCloseTo(1, 12);
    const inside = castScan(drive, Math.ceil(from * 10) + 3);
    expect(inside.rangeMm.every((r) => r === 0)).toBe(true);
    expect(inside.columnValid.every((valid) => valid === 1)).toBe(true);
    expect(castScan(drive, Math.floor(from * 10) - 2)).toEqual(castScan(calm, Math.floor(from * 10) - 2));
  });

  it('loses whole packets, by their share', () => {
    const drive = simulateDrive({ ...BASE, recorder: { lostPackets: 0.1 } });
    let lost = 0;
    for (let i = 0; i < 20; i++) {
      const { columnValid, stampNs, rangeMm } = castScan(drive, i);
      for (let first = 0; first < 1024; first += 16) {
        const block = columnValid.subarray(first, first + 16);
        expect(new Set(block).size).toBe(1);
        if (block[0] === 1) continue;
        lost++;
        expect([stampNs[first], rangeMm[first + 3]]).toEqual([0n, 0]);
      }
    }
    const sigma = Math.sqrt((0.1 * 0.9) / (20 * 64));
    expect(Math.abs(lost / (20 * 64) - 0.1)).toBeLessThan(4 * sigma);
  });
});

describe(`a recorder that stops (seed ${SEED})`, () => {
  const hole = { chainage: 6, seconds: 0.75 };
  const whole = simulateDrive(BASE);
  const drive = simulateDrive({ ...BASE, recorder: { holes: [hole] } });
  const [{ from, to }] = drive.recording.holes;

  it('leaves out the rotations and readings of the hole, and no others', async () => {
    const scans = simulateScans({ ...BASE, recorder: { holes: [hole] } }, SILENT_CONTEXT);
    expect(scans.count).toBeLessThan(drive.scans - 6);
    expect(driveTruth(drive, null, []).effects?.rotations).toHaveLength(scans.count);
    const last = await scans.read(scans.count - 1);
    expect([last.index, last.rotation]).toEqual([scans.count - 1, drive.scans - 1]);
    expect(last.scan).toEqual(castScan(whole, drive.scans - 1));
    expect(drive.imuSeconds.some((t) => t >= from && t < to)).toBe(false);
    expect(whole.imu.length - drive.imu.length).toBeGreaterThanOrEqual(74);
    const on = simulateDrive({ ...BASE, recorder: { holes: [{ ...hole, imuGoesOn: true }] } });
    expect(on.imu.length).toBe(whole.imu.length);
  });

  it('starts the clock anew after a restart, and the capture says so', async () => {
    const restarted = simulateDrive({
      ...BASE,
      recorder: { holes: [{ ...hole, clockRestarts: true }], lostPackets: 0.02 },
    });
    const sinks = new Map<string, ReturnType<typeof memorySink>>();
    const written = await writeCapture(
      { ...restarted, scans: Math.ceil(to * 10) + 4 },
      { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' },
      async (name) => {
        const sink = memorySink(name);
        sinks.set(name, sink);
        return sink;
      },
      SILENT_CONTEXT,
    );
    expect(written.lidarPackets).toBeLessThan(64 * (Math.ceil(to * 10) + 4 - 7));
    const metadata = parseSensorMetadata(
      new TextDecoder().decode(sinks.get('metadata.json')!.bytes()),
      'metadata.json',
    );
    const { items } = await openCapture(
      [memorySource('capture.pcap', sinks.get('capture.pcap')!.bytes())],
      metadata,
    );
    const scans: Scan[] = [];
    for await (const item of items) if (item.kind === 'scan') scans.push(item.scan);
    const first = Math.ceil(to * 10 - 1e-9);
    const after = castScan(restarted, first);
    const read = scans.find(({ frameId }) => frameId === after.frameId);
    expect(after.frameId).toBeLessThan(2);
    expect(read?.rangeMm).toEqual(after.rangeMm);
    expect(after.stampNs.find((stamp) => stamp > 0n)).toBeLessThan(13_000_000_000n);
    expect(castScan(restarted, 2).stampNs[1000]).toBeGreaterThan(100_000_000_000n);
  });
});

describe(`an individual IMU (seed ${SEED})`, () => {
  const T_sensor_imu = rigidFromMatrix4(IMU_TO_SENSOR, 1e-3);
  const quiet = {
    ...BASE.imu,
    accelNoise: 0,
    gyroNoise: 0,
    accelBias: 0,
    gyroBias: 0,
    accelWalk: 0,
    gyroWalk: 0,
  };
  const { trajectory } = simulateDrive(BASE);
  const readings = (distortion: ImuDistortion | null) =>
    simulateImu(trajectory, T_sensor_imu, quiet, 0n, SEED, distortion);
  const perfect = readings(null);

  it('without errors reads as a perfect one', () => {
    expect(readings(new ImuDistortion({}, SEED))).toEqual(perfect);
  });

  it('scales its axes, turns them, and stamps late', () => {
    const scaled = readings(new ImuDistortion({ accelScale: [0.01, 0, -0.02] }, SEED));
    const late = readings(new ImuDistortion({ timeOffset: 0.01 }, SEED));
    const turned = readings(new ImuDistortion({ misalignmentDeg: [0, 0, 2] }, SEED));
    const angle = (2 * Math.PI) / 180;
    for (let k = 50; k < 200; k += 10) {
      expect(scaled[k].accel[0]).toBeCloseTo(1.01 * perfect[k].accel[0], 9);
      expect(scaled[k].accel[2]).toBeCloseTo(0.98 * perfect[k].accel[2], 9);
      // Ten milliseconds late is the reading before, at a rate of 100 Hz.
      expect(late[k].gyro[1]).toBeCloseTo(perfect[k - 1].gyro[1], 6);
      const [x, y] = [perfect[k].gyro[0], perfect[k].gyro[1]];
      expect(turned[k].gyro[0]).toBeCloseTo(x * Math.cos(angle) + y * Math.sin(angle), 9);
    }
  });

  it('shakes with the machine', () => {
    const vibration = { frequency: 27, accel: 0.4, gyro: 0.01 };
    const shaken = readings(new ImuDistortion({ vibration }, SEED));
    const off = shaken.map((reading, k) => reading.accel[0] - perfect[k].accel[0]);
    const rms = Math.sqrt(off.reduce((sum, v) => sum + v * v, 0) / off.length);
    // Two harmonics of amplitude 1 and 1/2.
    expect(Math.abs(rms / (0.4 * Math.sqrt(0.625)) - 1)).toBeLessThan(0.05);
  });
});
