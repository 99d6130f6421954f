import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { concat, ethernet, ipv4, pcapngBlocks, udp } from './frame-builders.ts';
import { rotation } from './packet-builders.ts';
import { importAll } from './reading.ts';

interface Part {
  frames: number[];
  /** Added to the sensor's stamps, s, and to the recorder's clock. */
  shift?: number;
  hostShift?: number;
}

/** Rotations at 10 Hz, recorded as they were sent. */
function recording(parts: readonly Part[]): Uint8Array {
  const { section, interface: described, enhanced } = pcapngBlocks();
  const frames = parts.flatMap(({ frames: ids, shift = 0, hostShift = 0 }) =>
    ids.flatMap((frameId) =>
      rotation({ frameId, stampShiftNs: BigInt(Math.round(shift * 1e9)) }).map((packet, i) =>
        enhanced(
          0,
          Math.round(1e6 * (100 + hostShift + frameId / 10 + i / 640)),
          ethernet(ipv4(udp(packet))),
        ),
      ),
    ),
  );
  return concat([section(), described(1), ...frames]);
}

async function warningsOf(parts: readonly Part[]): Promise<string[]> {
  const file = recording(parts);
  const { health } = await importAll([file]);
  const read = health.warnings.map(({ message }) => message);
  const looked = (await inspectCapture(memorySource('a.pcapng', file))).health.warnings;
  expect(looked.map(({ message }) => message)).toEqual(read);
  return read;
}

describe('where a recording lacks packets', () => {
  it('a pause is named with its place and length', async () => {
    expect(await warningsOf([{ frames: [1, 2, 3] }, { frames: [24, 25] }])).toEqual([
      'The recording has 1 pause without lidar packets, 2.0 s together (2.0 s at 0.3 s): the recorder or its network stopped there, and how the sensor moved meanwhile is not measured.',
    ]);
  });

  it('many pauses are listed up to five', async () => {
    const [said] = await warningsOf(Array.from({ length: 7 }, (_, i) => ({ frames: [1 + 10 * i] })));
    expect(said).toMatch(
      /^The recording has 6 pauses without lidar packets, 5\.4 s together \(0\.9 s at .*, 1 more\)/,
    );
  });

  it('a lost rotation is none, and is counted by its columns', async () => {
    expect(await warningsOf([{ frames: [1, 2, 4, 5] }])).toEqual([]);
  });
});

describe('a clock that was set while recording', () => {
  it('ahead', async () => {
    expect(await warningsOf([{ frames: [1, 2] }, { frames: [3, 4], shift: 50 }])).toEqual([
      "The sensor's clock jumped ahead by 50.0 s, 0.2 s after the first packet: it was set while recording.",
    ]);
  });

  it('back: a restart', async () => {
    expect(await warningsOf([{ frames: [900, 901] }, { frames: [1, 2], hostShift: 95 }])).toEqual([
      expect.stringMatching(
        /^The sensor's clock went back by 90\.\d s, 0\.2 s after the first packet: the sensor was restarted/,
      ),
    ]);
  });
});

describe('phase lock', () => {
  it('is told by the start of the rotations', async () => {
    const frames = Array.from({ length: 25 }, (_, i) => i + 1);
    const locked = await inspectCapture(memorySource('a.pcapng', recording([{ frames }])));
    expect(locked.phaseLocked).toBe(true);
    const drifting = frames.map((frame) => ({ frames: [frame], shift: 1e-4 * frame }));
    expect((await inspectCapture(memorySource('a.pcapng', recording(drifting)))).phaseLocked).toBe(false);
    expect(
      (await inspectCapture(memorySource('a.pcapng', recording([{ frames: [1, 2] }])))).phaseLocked,
    ).toBeNull();
  });
});

describe('a snap length', () => {
  it('is named', async () => {
    const { section, interface: described, enhanced } = pcapngBlocks();
    const frames = rotation({ frameId: 1 }).map((packet) => ethernet(ipv4(udp(packet))));
    const file = concat([
      section(),
      described(1),
      ...frames.map((frame, i) =>
        enhanced(0, 1000 * i, i < 60 ? frame : frame.subarray(0, 1500), frame.length),
      ),
    ]);
    const { health } = await importAll([file]);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      '4 frames of file0.pcap were cut by the recorder at 1500 bytes (its snap length): record with the full one, tcpdump -s 0.',
    ]);
  });
});
