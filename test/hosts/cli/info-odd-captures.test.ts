import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ethernet, ipv4, ipv4Fragments, pcap, udp } from '../../io/frame-builders.ts';
import { imuPacket, metadataOf, rotation } from '../../io/packet-builders.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const frames = (payloads: readonly Uint8Array[], port = 7502): Uint8Array[] =>
  payloads.map((payload) => ethernet(ipv4(udp(payload, { port }))));

const lidar = [1, 2].flatMap((frameId) => rotation({ frameId }));
const imu = Array.from({ length: 30 }, (_, i) => imuPacket(BigInt(i + 1) * 1_000_000n));
/** A recorder that is stopped writes half a record. */
const stopped = (file: Uint8Array): Uint8Array => file.subarray(0, file.length - 7);
const arp = Array.from({ length: 5 }, () => ethernet(new Uint8Array(46), { type: 0x0806 }));

/** Captures without a scan, and the reason that has to be said. */
const WITHOUT_SCANS: readonly (readonly [what: string, file: Uint8Array, reason: RegExp])[] = [
  ['only an IMU', pcap(frames(imu, 7503)), /holds 30 packets of an IMU: check .* lidar port \(7502\)/],
  ['only an IMU, stopped within a record', stopped(pcap(frames(imu, 7503))), /holds 29 packets of an IMU/],
  ['only an IMU, gzip, cut', gzipSync(pcap(frames(imu, 7503))).subarray(0, 200), /packets? of an IMU/],
  ['frames cut by a snap length', pcap(frames(lidar).map((frame) => frame.subarray(0, 262))), /snap length/],
  [
    'first fragments alone',
    pcap(lidar.map((packet, i) => ethernet(ipv4Fragments(udp(packet), i)[0]))),
    /lack a fragment/,
  ],
  ['packets of nobody', pcap(frames([new Uint8Array(1206)], 2368)), /1 packet of 1206 bytes to port 2368/],
  ['no UDP', pcap(arp), /no UDP packets at all/],
  ['no frame', pcap([]), /no UDP packets at all/],
  ['another link layer', pcap(frames(lidar), { linkType: 105 }), /frames of link type 105/],
  ['a cut first record', pcap(frames(lidar)).subarray(0, 500), /cut before the end of its first rotation/],
];

describe('socavon info never tells zero scans without the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-odd-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each([true, false])('with metadata beside it: %s', (hasMetadata) => {
    const info = async (what: string, file: Uint8Array) => {
      const inner = join(folder, `${what}-${hasMetadata}`);
      mkdirSync(inner);
      writeFileSync(join(inner, 'drive.pcap'), file);
      if (hasMetadata) writeFileSync(join(inner, 'drive.json'), metadataOf(16));
      const info = await runHere('info', join(inner, 'drive.pcap'), '--json');
      const said = lastJson(info) as { summary: { health: { scans: number } }; warnings: string[] };
      return { ...said, status: info.status };
    };

    it.each(WITHOUT_SCANS)('%s', async (what, file, reason) => {
      const { status, summary, warnings } = await info(what, file);
      expect(status).toBe(1);
      expect(summary.health.scans).toBe(0);
      expect(warnings.join('\n')).toMatch(reason);
      // Metadata would not help: to ask for it would send the reader the wrong way.
      expect(warnings.join('\n')).not.toMatch(/No sensor metadata/);
    });

    it('and tells scans that were sent to another port', async () => {
      const { status, summary } = await info('other-port', pcap(frames(lidar, 9999)));
      expect([status, summary.health.scans]).toEqual([0, 2]);
    });
  });
});
