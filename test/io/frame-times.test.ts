import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { type FrameFolder, openFrames, surveyFrames } from '../../src-core/io/capture/open-frames.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { taken } from './reading.ts';

const FRAMES = 9;
const POINTS = 600;

type Kind = 'F4' | 'F8' | 'U4';

/** A frame of a sensor that stands: points about it, with a time each. */
function pcd(time: ((i: number) => number) | null, kind: Kind = 'F4'): Uint8Array {
  const fields =
    time === null
      ? ['x y z', '4 4 4', 'F F F', '1 1 1']
      : [`x y z time`, `4 4 4 ${kind[1]}`, `F F F ${kind[0]}`, '1 1 1 1'];
  const header = `VERSION 0.7\nFIELDS ${fields[0]}\nSIZE ${fields[1]}\nTYPE ${fields[2]}\nCOUNT ${fields[3]}\nWIDTH ${POINTS}\nHEIGHT 1\nDATA binary\n`;
  const stride = 12 + (time === null ? 0 : Number(kind[1]));
  const bytes = new Uint8Array(stride * POINTS);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < POINTS; i++) {
    const angle = (2 * Math.PI * i) / POINTS;
    const at = stride * i;
    view.setFloat32(at, 3 * Math.cos(angle), true);
    view.setFloat32(at + 4, 3 * Math.sin(angle), true);
    view.setFloat32(at + 8, (i % 7) / 5, true);
    if (time === null) continue;
    if (kind === 'F4') view.setFloat32(at + 12, time(i), true);
    else if (kind === 'F8') view.setFloat64(at + 12, time(i), true);
    else view.setUint32(at + 12, time(i), true);
  }
  return new Uint8Array(Buffer.concat([Buffer.from(header), bytes]));
}

interface Made {
  /** Time of a point by its share of the frame and the frame. */
  readonly time: ((share: number, frame: number) => number) | null;
  readonly kind?: Kind;
  /** Time from a frame to the next in a file of times; null: there is none. */
  readonly step?: number | null;
  readonly pauseAt?: number;
}

function folderOf({ time, kind = 'F4', step = 0.1, pauseAt = Number.POSITIVE_INFINITY }: Made): FrameFolder {
  const files = Array.from({ length: FRAMES }, (_, frame) => {
    const name = `${String(frame).padStart(4, '0')}.pcd`;
    const bytes = pcd(time && ((i) => time(i / POINTS, frame)), kind);
    return {
      name,
      use: <T>(read: (source: ReturnType<typeof memorySource>) => Promise<T>) =>
        read(memorySource(name, bytes)),
    };
  });
  const lines = files.map((_, i) => (100 + i * (step ?? 0) + (i >= pauseAt ? 3.5 : 0)).toFixed(6));
  const times = step === null ? null : { name: 'times.txt', text: `${lines.join('\n')}\n` };
  return { name: 'frames', files, times, units: {} };
}

async function read(built: Made) {
  const { items, health, sensor } = await openFrames(folderOf(built), SILENT_CONTEXT);
  const spans: number[] = [];
  const starts: number[] = [];
  for await (const item of items) {
    if (item.kind !== 'scan') continue;
    const { stampNs } = taken(item.scan);
    spans.push(Number(stampNs[1023] - stampNs[0]) * 1e-9);
    starts.push(Number(stampNs[0]) * 1e-9);
  }
  const said = [...health.warnings, ...sensor.assumptions].map(({ message }) => message);
  return { spans, starts, said };
}

describe('times of the points of frames, with the times of the frames in a file', () => {
  it.each<[string, Kind, (share: number, frame: number) => number, string | null]>([
    ['seconds', 'F4', (share) => 0.1 * share, null],
    ['milliseconds', 'F4', (share) => 100 * share, 'milliseconds'],
    ['microseconds', 'F4', (share) => 1e5 * share, 'microseconds'],
    ['nanoseconds with a fraction', 'F4', (share) => 1e8 * share, 'nanoseconds'],
    ['nanoseconds in whole numbers', 'U4', (share) => 1e8 * share, null],
    ['microseconds in whole numbers', 'U4', (share) => 1e5 * share, 'microseconds'],
    ['shares of a rotation', 'F4', (share) => share, 'shares of a rotation'],
    ['seconds that go on', 'F8', (share, frame) => 5000 + 0.1 * (frame + share), null],
    ['milliseconds that go on', 'F8', (share, frame) => 5e6 + 100 * (frame + share), 'milliseconds'],
  ])('%s', async (_, kind, time, unit) => {
    const { spans, starts, said } = await read({ time, kind });
    expect(spans).toHaveLength(FRAMES);
    for (const span of spans) expect(span).toBeCloseTo(0.1, 3);
    for (const [i, start] of starts.entries()) expect(start).toBeCloseTo(100 + i / 10, 3);
    expect(said.filter((text) => text.startsWith('The times of the points'))).toEqual(
      unit === null ? [] : [expect.stringContaining(`taken for ${unit}: the frames come 0.1 s apart`)],
    );
  });

  it('that fit between no two frames are refused', async () => {
    await expect(surveyFrames(folderOf({ time: (share) => 3e-4 * share }), SILENT_CONTEXT)).rejects.toThrow(
      /^The times of the points of frames span 0\.0002995 in a frame, and the frames come 0\.1 s apart/,
    );
  });

  it('a pause between two frames is told', async () => {
    const { said } = await read({ time: (share) => 0.1 * share, pauseAt: 5 });
    expect(said.join()).toContain(
      'The recording has 1 pause without point clouds, 3.5 s together (3.5 s at 0.4 s)',
    );
  });
});

describe('times of the points of frames that have no times', () => {
  it('microseconds are told by their size: no frame lasts for a day', async () => {
    const { spans, said } = await read({ time: (share) => 1e5 * share, step: null });
    for (const span of spans) expect(span).toBeCloseTo(0.1, 3);
    expect(said.join()).toContain('taken for microseconds');
  });

  it('frames that last longer than a tenth of a second come no faster', async () => {
    const { spans, starts, said } = await read({ time: (share) => 0.2 * share, step: null });
    for (const span of spans) expect(span).toBeCloseTo(0.2, 3);
    for (let i = 1; i < starts.length; i++) expect(starts[i] - starts[i - 1]).toBeCloseTo(0.2, 2);
    expect(said.join()).toMatch(/5(\.01)? a second were assumed/);
  });

  it('half a minute is no frame, as before', async () => {
    const folder = folderOf({ time: (share) => 30 * share, step: null });
    await expect(surveyFrames(folder, SILENT_CONTEXT)).rejects.toThrow(
      /longer than a frame of a moving sensor/,
    );
  });
});
