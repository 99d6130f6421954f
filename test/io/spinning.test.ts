import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { PUCK_HI_RES } from '../../src-core/io/capture/spinning/puck-hi-res.ts';
import { StampClock } from '../../src-core/io/capture/spinning/stamp-clock.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { decodeScan, encodeScan } from '../../src-main/project/codecs/scan-codec.ts';
import { concat, ethernet, ipv4, pcapngBlocks, udp } from './frame-builders.ts';
import { pcapOf } from './reading.ts';
import { vlpCapture, vlpScans } from './velodyne-drive.ts';

const SCANS = 4;
const HOUR = 3_600_000_000_000n;
const packets: Uint8Array[] = [];
for await (const { port, payload } of readDatagrams(
  memorySource('vlp.pcap', await vlpCapture(SCANS, 'strongest')),
))
  if (port === 2368) packets.push(payload.slice());
const read = (payloads: Uint8Array[]) => vlpScans(pcapOf(payloads, { port: 2368 }));
const whole = await read(packets);
const firingsOf = (scans: readonly Scan[]): number =>
  scans.reduce((sum, { columnValid }) => sum + columnValid.reduce((a, b) => a + b, 0), 0);

describe('packets of a spinning sensor that do not come as they were sent', () => {
  it('lost ones: the firings that never arrived are counted, the rest stays where it was', async () => {
    const lost = [100, 101, 150];
    const { scans, health } = await read(packets.filter((_, i) => !lost.includes(i)));
    expect(health.missingColumns).toBe(24 * lost.length);
    expect(health.incompleteScans).toBe(2);
    expect(firingsOf(scans)).toBe(firingsOf(whole.scans) - 24 * lost.length);
    const [column] = [...scans[2].columnValid.keys()].filter((c) => scans[2].columnValid[c] !== 0);
    expect(scans[2].rangeMm[column]).toBe(whole.scans[2].rangeMm[column]);
  });

  it('repeated ones are counted and skipped', async () => {
    const { scans, health } = await read([...packets.slice(0, 90), packets[89], ...packets.slice(90)]);
    expect(health.repeatedPackets).toBe(1);
    expect(scans).toEqual(whole.scans);
  });

  it('a whole rotation lost: frame ids go on with the time', async () => {
    const { scans } = await read(packets.filter((_, i) => i < 80 || i >= 200));
    expect(scans.map(({ frameId }) => frameId).at(-1)).toBeGreaterThanOrEqual(3);
  });
});

describe('the recording of a spinning sensor', () => {
  /** The packets with later stamps and, in their places, later times of the recorder from one on. */
  const recorded = (from: number, stampUs: number, hostSeconds: number) => {
    const { section, interface: described, enhanced } = pcapngBlocks();
    const frames = packets.map((packet, i) => {
      const own = packet.slice();
      const view = new DataView(own.buffer);
      const stamp = view.getUint32(1200, true) + (i < from ? 0 : stampUs);
      view.setUint32(1200, stamp, true);
      const host = 1_700_000_000e6 + i * 1327 + (i < from ? 0 : 1e6 * hostSeconds);
      return enhanced(0, Math.round(host), ethernet(ipv4(udp(own, { port: 2368 }))));
    });
    return concat([section(), described(1), ...frames]);
  };
  const said = async (bytes: Uint8Array) => {
    const { health, scans } = await vlpScans(bytes);
    return { warnings: health.warnings.map(({ message }) => message), scans };
  };

  it('that pauses says so', async () => {
    const { warnings } = await said(recorded(100, 3_500_000, 3.5));
    expect(warnings).toEqual([
      expect.stringMatching(/^The recording has 1 pause without lidar packets, 3\.5 s together/),
    ]);
  });

  it('whose clock goes back says so, and its scans go on', async () => {
    const { warnings, scans } = await said(recorded(200, -5_000_000, 0));
    expect(warnings).toEqual([expect.stringMatching(/^The sensor's clock went back by 5\.0 s/)]);
    const starts = scans.map(({ stampNs }) => stampNs.find((ns) => ns > 0n)!);
    for (let i = 1; i < starts.length; i++) expect(starts[i] > starts[i - 1]).toBe(true);
    expect(scans.length).toBe(whole.scans.length);
  });
});

describe('the clock of a sensor that states the time of the hour', () => {
  it.each([
    ['no clock of the recorder', Number.NaN, 0n],
    ['synchronised', 1_700_000_000 + 3_599, 472_222n * HOUR],
  ])('%s: goes on over the hour', (_, hostSeconds, base) => {
    const clock = new StampClock(HOUR);
    const last = 3_599_999_000_000n;
    const synchronised = Number.isNaN(hostSeconds) ? hostSeconds : Number(base + last) * 1e-9 + 0.2;
    expect(clock.next(last, synchronised)).toBe(base + last + 1n);
    expect(clock.next(500_000n, synchronised)).toBe(base + HOUR + 500_000n + 1n);
    // A packet of before the hour that is late.
    expect(clock.next(last, synchronised)).toBe(base + last + 1n);
  });

  it('set back in the drive, goes on from where it was', () => {
    const clock = new StampClock(HOUR);
    expect(clock.next(100_000_000_000n, Number.NaN)).toBe(100_000_000_001n);
    expect(clock.next(95_000_000_000n, Number.NaN)).toBe(100_000_000_001n);
    expect(clock.next(95_001_000_000n, Number.NaN)).toBe(100_001_000_001n);
    expect(clock.countedNs).toBe(95_001_000_000n);
  });
});

describe('what is stored and stated of it', () => {
  it('scans with turned columns and two returns come back to the bit', () => {
    const [scan] = whole.scans;
    const second = { rangeMm: scan.rangeMm, reflectivity: scan.reflectivity, signal: scan.signal };
    for (const each of [scan, { ...scan, second }]) expect(decodeScan(encodeScan(each))).toEqual(each);
    expect(() => decodeScan(encodeScan(scan).subarray(0, 40))).toThrow();
  });

  it('the bound of the ranges is the data sheet’s', () => {
    expect(instrumentRangeOf('Velodyne VLP-16')).toMatchObject({ rangeBias: 0.03, beams: 16 });
    expect(instrumentRangeOf('Velodyne VLP-32C')).toMatchObject({ rangeBias: 0.03, beams: 32 });
    expect(instrumentRangeOf('PointCloud2, 32 rings')).toMatchObject({ rangeBias: 0.03, beams: 32 });
  });
});

describe('the beams of a Puck Hi-Res', () => {
  it('stand from 10 to -10 degrees, each off by 42 mm times the sine of its elevation', () => {
    expect(PUCK_HI_RES.altitudeDeg[0]).toBe(10);
    PUCK_HI_RES.altitudeDeg.forEach((altitude, beam) => {
      expect(altitude).toBeCloseTo(10 - (beam * 20) / 15, 1);
      // The lasers meet in one point of the axis that lies before them.
      expect(Math.abs(PUCK_HI_RES.heightMm[beam] + 42 * Math.sin((altitude * Math.PI) / 180))).toBeLessThan(
        0.6,
      );
    });
  });

  it('are read by the product id of its packets', async () => {
    const own = packets.slice(0, 100).map((packet) => {
      const changed = packet.slice();
      changed[1205] = 0x24;
      return changed;
    });
    const source = memorySource('hires.pcap', pcapOf(own, { port: 2368 }));
    const recognised = await recogniseCapture(source, SILENT_CONTEXT);
    expect(recognised.kind === 'other' && recognised.sensor.productLine).toBe('Velodyne Puck Hi-Res');
  });
});

describe('packets of sensors that are not read are named', () => {
  const velodyne = packets[5].slice();
  velodyne[1205] = 0x63;
  const unnamed = packets[5].slice();
  unnamed[1205] = 0x70;
  const modelless = packets[5].slice();
  modelless.fill(0, 1204);
  const hdl64 = modelless.slice();
  for (let block = 1; block < 12; block += 2) hdl64[block * 100 + 1] = 0xdd;
  const of = (size: number, ...first: number[]): Uint8Array => {
    const packet = new Uint8Array(size);
    packet.set(first);
    return packet;
  };
  it.each([
    ['Velodyne VLS-128 of an unknown layout', velodyne],
    ['Velodyne 0x70', unnamed],
    ['Velodyne of a firmware that states no model', modelless],
    ['Velodyne HDL-64E of an unknown layout', hdl64],
    ['RoboSense RS-LiDAR', of(1248, 0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0)],
    ['Hesai PandarXT of an unknown layout', of(1080, 0xee, 0xff, 0x06, 0x01)],
  ])('%s', async (product, packet) => {
    const source = memorySource('other.pcap', pcapOf([packet, packet, packet], { port: 2368 }));
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
      `other.pcap holds packets of a ${product} (3 of ${packet.length} bytes to port 2368), which are not read`,
    );
  });

  /** A packet of points of a Livox whose header states `length` bytes. */
  const livox = (size: number, length: number, points: number, type: number): Uint8Array => {
    const packet = of(size, 0, length & 0xff, length >> 8, 0, 0, points, 0, 0, 0, 0, type);
    return packet;
  };
  it.each([['Livox Mid-40, Horizon, Tele-15 or Avia', of(1362, 5, 0, 0, 0, 0, 0, 0, 0, 0, 2)]])(
    '%s: what can be done with its older protocol is said',
    async (product, packet) => {
      const source = memorySource('livox.pcap', pcapOf([packet, packet], { port: 56301 }));
      await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
        new RegExp(
          `livox.pcap holds packets of a ${product} .*older protocol, which is not read: record the messages of its driver`,
        ),
      );
    },
  );

  it('packets that only look like a Livox’s are not named', async () => {
    const source = memorySource('x.pcap', pcapOf([livox(1380, 1380, 95, 1), of(1361, 5)], { port: 56301 }));
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(/x.pcap holds no lidar packets/);
  });

  it('packets of nobody: what the file holds is said, not that metadata is missing', async () => {
    const source = memorySource('other.pcap', pcapOf([of(700, 1, 2, 3)], { port: 9000 }));
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
      /other.pcap holds no lidar packets; it holds 1 packet of 700 bytes to port 9000/,
    );
  });
});
