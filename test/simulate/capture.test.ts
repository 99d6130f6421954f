import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { memorySink, memorySource, type WriteSink } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { CaptureHealth, ImuSample, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { type CaptureLayout, simulatedSensor } from '../../src-simulate/os1-16.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import {
  WRITE_CAPTURE_DEFAULTS,
  type WriteCaptureOptions,
  writeCapture,
} from '../../src-simulate/write-capture.ts';
import { SHORT_DRIVE } from './short-drive.ts';

const { seed: SEED } = SHORT_DRIVE;

async function capture(
  drive: Drive,
  options: Partial<WriteCaptureOptions>,
): Promise<Map<string, Uint8Array>> {
  const sinks = new Map<string, ReturnType<typeof memorySink>>();
  await writeCapture(
    drive,
    { ...WRITE_CAPTURE_DEFAULTS, ...options },
    async (name) => {
      const sink = memorySink(name);
      sinks.set(name, sink);
      return sink;
    },
    SILENT_CONTEXT,
  );
  return new Map([...sinks].map(([name, sink]) => [name, sink.bytes()]));
}

async function decode(
  files: Map<string, Uint8Array>,
  names: string[],
): Promise<{ scans: Scan[]; imu: ImuSample[]; health: CaptureHealth }> {
  const metadata = parseSensorMetadata(new TextDecoder().decode(files.get('metadata.json')), 'metadata.json');
  const opened = await openCapture(
    names.map((name) => memorySource(name, files.get(name)!)),
    metadata,
  );
  const [scans, imu]: [Scan[], ImuSample[]] = [[], []];
  for await (const item of opened.items) {
    if (item.kind === 'scan') scans.push(item.scan);
    else imu.push(item.sample);
  }
  return { scans, imu, health: opened.health };
}

const hashes = (files: Map<string, Uint8Array>): string[] =>
  [...files].map(([name, bytes]) => `${name} ${createHash('sha256').update(bytes).digest('hex')}`);

/** The first scans of a drive: what a capture is made of shows in few. */
const firstScans = (options: typeof SHORT_DRIVE): Drive => ({ ...simulateDrive(options), scans: 8 });
const drive = firstScans(SHORT_DRIVE);

describe.each(['thesis64', 'legacy16'] as CaptureLayout[])(
  `capture in layout %s (seed ${SEED})`,
  (layout) => {
    let files: Map<string, Uint8Array>;
    beforeAll(async () => {
      files = await capture(drive, { layout, donuts: true });
    });

    it('decodes to the scans and readings that were cast', async () => {
      const { scans, imu, health } = await decode(files, ['capture.pcap']);
      expect(scans.length).toBe(drive.scans);
      expect([health.missingColumns, health.repeatedPackets, health.truncatedBytes]).toEqual([0, 0, 0]);
      for (const index of [0, 5, drive.scans - 1]) {
        const cast = castScan(drive, index);
        expect(scans[index].frameId).toBe(cast.frameId);
        expect(scans[index].rangeMm).toEqual(cast.rangeMm);
        expect(scans[index].reflectivity).toEqual(cast.reflectivity);
        expect(scans[index].signal).toEqual(cast.signal);
        expect(scans[index].nearIr).toEqual(cast.nearIr);
        expect(scans[index].stampNs).toEqual(cast.stampNs);
      }
      imu.forEach(({ stampNs, accel, gyro }, i) => {
        const sent = drive.imu[i];
        expect(stampNs).toBe(sent.gyroStampNs);
        for (let k = 0; k < 3; k++) {
          // f32 in g and deg/s on the wire.
          expect(accel[k]).toBeCloseTo(sent.accel[k], 5);
          expect(gyro[k]).toBeCloseTo(sent.gyro[k], 6);
        }
      });
      expect(imu.length).toBe(80);
    });

    it('carries metadata that reads as the simulated sensor', () => {
      const text = new TextDecoder().decode(files.get('metadata.json'));
      const read = parseSensorMetadata(text, 'metadata.json');
      const simulated = simulatedSensor(layout);
      for (const key of Object.keys(simulated) as (keyof SensorModel)[]) {
        if (key === 'assumptions' || key === 'pixelShiftByRow') continue;
        if (key !== 'T_sensor_lidar' && key !== 'T_sensor_imu') {
          expect(read[key], key).toEqual(simulated[key]);
          continue;
        }
        expect(read[key].R, key).toEqual(simulated[key].R);
        // Millimetres to metres may round in the last bit.
        read[key].t.forEach((value, i) => {
          expect(value, key).toBeCloseTo(simulated[key].t[i], 15);
        });
      }
    });

    it('keeps each rotation as a raw donut file of 64 packets', async () => {
      const donuts = [...files.keys()].filter((name) => name.startsWith('donuts/'));
      expect(donuts.length).toBe(drive.scans);
      expect(files.get(donuts[0])!.length).toBe(64 * (layout === 'thesis64' ? 12608 : 3392));
      const { scans } = await decode(files, donuts.slice(0, 3));
      expect(scans.map((scan) => scan.rangeMm)).toEqual([0, 1, 2].map((i) => castScan(drive, i).rangeMm));
    });

    it('holds no frame longer than the link takes, and fragments that add up', () => {
      const bytes = files.get('capture.pcap')!;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const sizes = new Map<number, number>();
      let before = 0;
      for (let at = 24; at < bytes.length; at += 16 + view.getUint32(at + 8, true)) {
        const length = view.getUint32(at + 8, true);
        expect(length).toBeLessThanOrEqual(14 + 1500);
        const stamp = view.getUint32(at, true) * 1e6 + view.getUint32(at + 4, true);
        expect(stamp).toBeGreaterThanOrEqual(before);
        before = stamp;
        const ip = at + 16 + 14;
        let sum = 0;
        for (let i = 0; i < 20; i += 2) sum += view.getUint16(ip + i);
        expect(((sum & 0xffff) + (sum >>> 16)) & 0xffff).toBe(0xffff);
        sizes.set(view.getUint16(ip + 4), (sizes.get(view.getUint16(ip + 4)) ?? 0) + length - 34);
      }
      const lidar = 8 + (layout === 'thesis64' ? 12608 : 3392);
      expect([...new Set(sizes.values())].sort((a, b) => a - b)).toEqual([56, lidar]);
    });
  },
);

describe(`simulated captures (seed ${SEED})`, () => {
  it('are the same bytes for the same seed, and others for another', async () => {
    const [first, second, other] = [
      await capture(drive, {}),
      await capture(firstScans(SHORT_DRIVE), {}),
      await capture(firstScans({ ...SHORT_DRIVE, seed: SEED + 1 }), {}),
    ];
    expect(hashes(second)).toEqual(hashes(first));
    const same = hashes(other).filter((line) => hashes(first).includes(line));
    // Only the sensor's metadata and the line, which has no chance in it, are alike.
    expect(same.map((line) => line.split(' ')[0])).toEqual(['metadata.json', 'truth_axis.csv']);
  });

  it('go out whole on a jumbo link', async () => {
    const files = await capture(drive, { layout: 'legacy16', mtu: 9000 });
    const { scans } = await decode(files, ['capture.pcap']);
    expect(scans.length).toBe(drive.scans);
    const view = new DataView(files.get('capture.pcap')!.buffer);
    const lengths = new Set<number>();
    for (let at = 24; at < view.byteLength; at += 16 + view.getUint32(at + 8, true))
      lengths.add(view.getUint32(at + 8, true));
    expect([...lengths].sort((a, b) => a - b)).toEqual([14 + 20 + 8 + 48, 14 + 20 + 8 + 3392]);
  });

  it('stop within a scan when cancelled and leave no half-written output', async () => {
    const states = new Map<string, string>();
    const cancel = { cancelled: false };
    const work = writeCapture(
      drive,
      WRITE_CAPTURE_DEFAULTS,
      async (name): Promise<WriteSink> => ({
        name,
        write: async () => {},
        close: async () => void states.set(name, 'closed'),
        abort: async () => void states.set(name, 'aborted'),
      }),
      {
        cancel,
        emit: (event) => {
          if (event.kind === 'progress' && event.done === 2) cancel.cancelled = true;
        },
      },
    );
    await expect(work).rejects.toThrow(CancelledError);
    expect(states.get('capture.pcap')).toBe('aborted');
  });

  it('in memory hold the same scans and every reading once', async () => {
    const store = simulateScans(SHORT_DRIVE, SILENT_CONTEXT);
    expect(store.count).toBe(30);
    expect((await store.read(7)).scan).toEqual(castScan(drive, 7));
    const stamps: bigint[] = [];
    for (let i = 0; i < store.count; i++) {
      const { imu, scan } = await store.read(i);
      for (const { stampNs } of imu) {
        expect(stampNs).toBeLessThan(scan.stampNs[1023] + 200_000n);
        stamps.push(stampNs);
      }
    }
    expect(stamps).toEqual(drive.imu.slice(0, stamps.length).map((reading) => reading.gyroStampNs));
  });
});
