import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { livoxDrive, livoxMessages } from '../livox-drive.ts';
import { taken } from '../reading.ts';
import { type CloudOptions, cloudMessages, standingPoints } from './cloud-messages.ts';
import { imuMessage } from './imu-message.ts';
import { type Message, rosBagOf } from './log-writers.ts';

const POINTS = standingPoints(20);
const RINGS: CloudOptions = {
  topic: '/points',
  everyNs: 100_000_000n,
  encoding: 'ros1',
  time: { name: 't', kind: 'Uint32' },
  hasRing: true,
  ringOf: (beam) => beam,
};

const SECOND = 1_000_000_000n;
const ns = (seconds: number): bigint => BigInt(Math.round(seconds * 1e9));

/** Messages of a rotation each, of which those from one on have other stamps, and were recorded later. */
function shifted(options: CloudOptions, from: number, stamp: number, host: number): Message[] {
  return Array.from({ length: 20 }, (_, i) => {
    const points = POINTS.slice(2560 * i, 2560 * (i + 1));
    const moved = points.map((point) => ({ ...point, ns: point.ns + (i < from ? 0n : ns(stamp)) }));
    const [message] = cloudMessages(moved, { ...options, everyNs: SECOND });
    return { ...message, ns: points[0].ns + (i < from ? 0n : ns(host)) };
  });
}

async function read(messages: readonly Message[]) {
  const source = memorySource('drive', rosBagOf(messages, { messagesPerChunk: 1 }));
  const recognised = await recogniseCapture(source, SILENT_CONTEXT);
  if (recognised.kind !== 'other') throw new Error('recognised as an Ouster');
  const { items, health } = await openCapture([source], recognised.sensor);
  const starts: number[] = [];
  const readings: bigint[] = [];
  for await (const item of items)
    if (item.kind === 'imu') readings.push(item.sample.stampNs);
    else starts.push(Number(taken(item.scan).stampNs.find((stamp) => stamp > 0n)! - POINTS[0].ns) * 1e-9);
  return { starts, readings, health, warnings: health.warnings.map(({ message }) => message) };
}

/** A tenth of a second from a scan to the next, but where something else is said. */
function expectSteps(starts: readonly number[], gap: number, from: number): void {
  for (let i = 1; i < starts.length; i++)
    expect(starts[i] - starts[i - 1], `scan ${i}`).toBeCloseTo(i === from ? gap : 0.1, 2);
}

describe.each([
  ['with rings', RINGS],
  ['without rings', { ...RINGS, hasRing: false }],
  ['without times', { ...RINGS, hasRing: false, time: null }],
])('the clock of clouds %s', (_, options) => {
  const said = (warnings: readonly string[]) => warnings.filter((text) => /pause|clock of/.test(text));

  it('that goes on is not spoken of', async () => {
    const { starts, warnings } = await read(shifted(options, 0, 0, 0));
    expect(said(warnings)).toEqual([]);
    expectSteps(starts, 0.1, 0);
  });

  it.each([
    [0.4, '0.4'],
    [3.5, '3.5'],
  ])('that pauses for %s s is told with the place, and the pause stays', async (pause, text) => {
    const { starts, warnings } = await read(shifted(options, 12, pause, pause));
    expect(said(warnings)).toEqual([
      `The recording has 1 pause without point clouds, ${text} s together (${text} s at 1.1 s): the recorder, the driver or the network stopped there, and how the sensor moved meanwhile is not measured.`,
    ]);
    expectSteps(starts, 0.1 + pause, 12);
  });

  it.each([
    ['5 s, told by the clock of the recorder', -5, 0],
    ['5 s, and that of the recorder with it', -5, -5],
    ['5 s in a pause of 2 s', -5, 2],
  ])('that goes back by %s is told and goes on', async (_back, stamp, host) => {
    const { starts, warnings } = await read(shifted(options, 12, stamp, host));
    expect(said(warnings)).toEqual([
      'The clock of the point clouds went back by 5.0 s, 1.1 s after the first one: the sensor was restarted, or its clock was set, while recording. They go on from where they were.',
    ]);
    expect(starts).toHaveLength(20);
    expectSteps(starts, host > 0 ? 0.1 + host : 0.1, 12);
  });

  it('that goes back by half a second is told once more than two clouds show it, which are counted', async () => {
    const { starts, warnings, health } = await read(shifted(options, 12, -0.5, 0));
    expect(said(warnings)).toEqual([
      expect.stringMatching(/^The clock of the point clouds went back by 0\.\d s/),
    ]);
    expect(health.reorderedPackets).toBe(2);
    expect(starts).toHaveLength(18);
    for (let i = 1; i < starts.length; i++) expect(starts[i]).toBeGreaterThan(starts[i - 1]);
  });

  it('that jumps ahead is told and goes on', async () => {
    const { starts, warnings } = await read(shifted(options, 12, 50, 0));
    expect(said(warnings)).toEqual([
      expect.stringMatching(/^The clock of the point clouds jumped ahead by 50\.0 s, 1\.1 s after/),
    ]);
    expectSteps(starts, 0.1, 12);
  });

  it('is that of the sensor where a recording was played with a halt and recorded again', async () => {
    const { starts, warnings } = await read(shifted(options, 12, 0, 30));
    expect(said(warnings)).toEqual([]);
    expectSteps(starts, 0.1, 12);
  });

  it('a cloud that comes late is left out and counted', async () => {
    const messages = shifted(options, 0, 0, 0);
    const [late] = messages.splice(8, 1);
    messages.splice(9, 0, { ...late, ns: messages[8].ns });
    const { starts, health } = await read(messages);
    expect(health.reorderedPackets).toBe(1);
    for (let i = 1; i < starts.length; i++) expect(starts[i]).toBeGreaterThan(starts[i - 1]);
  });
});

it('readings of an inertial unit go on with the clouds of their sensor', async () => {
  const back = ns(-5);
  const clouds = shifted({ ...RINGS, hasRing: false }, 12, -5, 0);
  const readings = Array.from({ length: 200 }, (_, i) => {
    const at = POINTS[0].ns + BigInt(i) * 10_000_000n;
    const message = imuMessage('/imu', 'sensor', at + (i < 120 ? 0n : back), 'ros1');
    return { ...message, ns: at + 1n };
  });
  const { readings: stamps } = await read([...clouds, ...readings].sort((a, b) => Number(a.ns - b.ns)));
  expect(stamps.length).toBeGreaterThan(195);
  for (let i = 1; i < stamps.length; i++) expect(Number(stamps[i] - stamps[i - 1])).toBeLessThan(3e7);
  for (let i = 1; i < stamps.length; i++) expect(stamps[i]).toBeGreaterThan(stamps[i - 1]);
});

it('the messages of a Livox whose clock goes back', async () => {
  const drive = livoxDrive(12, 20_000);
  const messages = livoxMessages(drive, 'ros1');
  const points = messages.filter(({ type }) => type.endsWith('CustomMsg'));
  const from = points[6].ns;
  const set = messages.map((message) => {
    if (message.ns < from) return message;
    const data = message.data.slice();
    const view = new DataView(data.buffer);
    view.setUint32(4, view.getUint32(4, true) - 5, true);
    return { ...message, data };
  });
  const { warnings, starts } = await read(set);
  expect(warnings.join()).toContain('The clock of the point clouds went back by 5.0 s');
  for (let i = 1; i < starts.length; i++) expect(starts[i] - starts[i - 1]).toBeCloseTo(0.1, 2);
});
