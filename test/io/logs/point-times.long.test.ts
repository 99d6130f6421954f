import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { livoxDrive, livoxMessages } from '../livox-drive.ts';
import { taken } from '../reading.ts';
import { type CloudOptions, cloudMessages, standingPoints } from './cloud-messages.ts';
import { type Message, mcapOf, rosBagOf } from './log-writers.ts';

const ROTATIONS = 8;
const POINTS = standingPoints(ROTATIONS);
const CLOUDS: CloudOptions = {
  topic: '/points',
  everyNs: 100_000_000n,
  encoding: 'cdr',
  time: { name: 'time', kind: 'Float64', of: (ns, stamp) => Number(ns - stamp) * 1e-9 },
  hasRing: true,
  ringOf: (beam) => beam,
};

async function read(log: Uint8Array) {
  const source = memorySource('drive', log);
  const recognised = await recogniseCapture(source, SILENT_CONTEXT);
  if (recognised.kind !== 'other') throw new Error('recognised as an Ouster');
  const { items, sensor, health } = await openCapture([source], recognised.sensor);
  const scans: Scan[] = [];
  for await (const item of items) if (item.kind === 'scan') scans.push(taken(item.scan));
  return { scans, sensor, health, said: sensor.assumptions.map(({ message }) => message) };
}

type TimeOf = (ns: bigint, stampNs: bigint) => number;
const after: TimeOf = (ns, stamp) => Number(ns - stamp);

/** Field, datatype, time of a point, the unit that is said and whether it is a clock of its own; null: nothing is to be said. */
const KINDS: readonly (readonly [string, 'Float32' | 'Float64' | 'Uint32', TimeOf, string | null])[] = [
  ['seconds', 'Float32', (ns, stamp) => after(ns, stamp) * 1e-9, null],
  ['seconds before a stamp at the end', 'Float32', (ns, stamp) => after(ns, stamp) * 1e-9 - 0.1, null],
  ['nanoseconds in whole numbers', 'Uint32', after, null],
  ['seconds since 1970', 'Float64', (ns) => Number(ns) * 1e-9, null],
  ['nanoseconds since 1970', 'Float64', (ns) => Number(ns), null],
  ['microseconds', 'Float32', (ns, stamp) => after(ns, stamp) * 1e-3, 'microseconds'],
  ['milliseconds', 'Float32', (ns, stamp) => after(ns, stamp) * 1e-6, 'milliseconds'],
  ['nanoseconds with a fraction', 'Float32', after, 'nanoseconds'],
  ['microseconds in whole numbers', 'Uint32', (ns, stamp) => after(ns, stamp) / 1000, 'microseconds'],
  ['shares of a rotation', 'Float32', (ns, stamp) => after(ns, stamp) / 1e8, 'shares of a rotation'],
  ['seconds since the start of the sensor', 'Float64', (ns) => Number(ns) * 1e-9 - 1.69e9, 'seconds'],
  [
    'microseconds of the hour, which begins anew in the drive',
    'Uint32',
    (ns) => Number(ns / 1000n - 1_700_000_000_000_000n + 3_600_000_000n - 350_000n) % 3_600_000_000,
    'microseconds',
  ],
];

describe.each([
  ['with rings', true],
  ['without rings', false],
])('times of the points of clouds %s', (_, hasRing) => {
  const options = { ...CLOUDS, hasRing };
  const right = read(rosBagOf(cloudMessages(POINTS, { ...options, encoding: 'ros1' })));

  it.each(KINDS)('%s', async (_kind, kind, of, unit) => {
    const log = await mcapOf(cloudMessages(POINTS, { ...options, time: { name: 'time', kind, of } }));
    const { scans, sensor, said } = await read(log);
    const expected = await right;
    expect(sensor.rotationHz).toBeCloseTo(10, 2);
    const counts = (all: readonly Scan[]) => all.map(({ rangeMm }) => rangeMm.filter(Boolean).length);
    expect(counts(scans).reduce((sum, count) => sum + count)).toBe(POINTS.length);
    // A firing on the seam falls on either side by the rounding of its time, once a rotation.
    for (const [i, count] of counts(expected.scans).entries())
      expect(Math.abs(counts(scans)[i] - count)).toBeLessThanOrEqual(16 * ROTATIONS);
    // A clock of its own is put where the first points of the messages have it.
    const [shift] = of === KINDS[1][2] ? [-100_000_000n] : [0n];
    for (const [i, { stampNs }] of scans.entries())
      for (const [column, ns] of stampNs.entries()) {
        if (ns === 0n || expected.scans[i].stampNs[column] === 0n) continue;
        expect(Math.abs(Number(ns - expected.scans[i].stampNs[column] - shift))).toBeLessThanOrEqual(
          625_000 * ROTATIONS,
        );
      }
    const reported = said.filter((text) => text.includes('times of the points'));
    if (unit === null) expect(reported).toEqual([]);
    else expect(reported.join()).toContain(unit);
  });

  it('of no unit are refused with what they span', async () => {
    const of: TimeOf = (ns, stamp) => after(ns, stamp) * 3e-12;
    const log = await mcapOf(
      cloudMessages(POINTS, { ...options, time: { name: 'time', kind: 'Float32', of } }),
    );
    await expect(read(log)).rejects.toThrow(
      /^The times of the points of \/points in drive span 0\.000298\d in a message, and the messages come 0\.1 s apart/,
    );
  });
});

describe('times of the points in the messages of a Livox', () => {
  const drive = livoxDrive(6, 20_000);
  const messages = livoxMessages(drive, 'ros1');

  /** The same with the times of the points in another unit. */
  function scaled(divisor: number): Message[] {
    return messages.map((message) => {
      if (!message.type.endsWith('CustomMsg')) return message;
      const data = message.data.slice();
      const view = new DataView(data.buffer);
      const frameBytes = view.getUint32(12, true);
      const from = 16 + frameBytes + 8 + 4 + 4;
      for (let at = from + 4; at < data.length; at += 19)
        view.setUint32(at, view.getUint32(at, true) / divisor, true);
      return { ...message, data };
    });
  }

  it.each([
    ['nanoseconds', 1, false],
    ['microseconds', 1000, true],
  ])('%s', async (unit, divisor, isTold) => {
    const right = await read(rosBagOf(messages));
    const { scans, said } = await read(rosBagOf(scaled(divisor)));
    expect(scans.length).toBe(right.scans.length);
    for (const [i, { stampNs }] of scans.entries())
      expect(Math.abs(Number(stampNs[1023] - right.scans[i].stampNs[1023]))).toBeLessThan(20_000);
    expect(said.some((text) => text.includes(`taken for ${unit}`))).toBe(isTold);
  });
});
