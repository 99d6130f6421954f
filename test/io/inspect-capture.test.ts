import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import {
  metadataCandidates,
  metadataMisfit,
  rankMetadata,
} from '../../src-core/io/capture/metadata-candidates.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { concat, ethernet, FIRST_SECOND, ipv4, pcap, udp } from './frame-builders.ts';
import { imuPacket, metadataOf, rotation, stampOf } from './packet-builders.ts';

const inspect = (bytes: Uint8Array, name = 'drive.pcap') => inspectCapture(memorySource(name, bytes));

describe('what a capture holds, without metadata', () => {
  it('container, streams, rotations, stamps, channels', async () => {
    const slotOfBeam = Array.from({ length: 16 }, (_, i) => 4 * i + 2);
    const lidar = [4, 5, 6].flatMap((frameId) => rotation({ slots: 64, slotOfBeam, frameId }));
    const frames = [
      ...lidar.map((packet) => udp(packet, { port: 7502 })),
      udp(imuPacket(stampOf(4, 0)), { port: 7503 }),
      udp(new Uint8Array(20), { port: 5353 }),
      udp(new Uint8Array(20), { port: 5353 }),
    ].map((datagram) => ethernet(ipv4(datagram)));
    const file = gzipSync(pcap(frames));
    const summary = await inspect(file);
    expect(summary).toMatchObject({
      name: 'drive.pcap',
      bytes: file.length,
      container: 'pcap',
      gzip: true,
      linkTypes: ['Ethernet'],
      hostFrom: FIRST_SECOND,
      usedChannels: 16,
      identities: [],
      streams: [
        { port: 7502, size: 12_608, kind: 'lidar', guesses: ['LEGACY of 64 channels'], count: 192 },
        { port: 5353, size: 20, kind: 'other', guesses: [], count: 2 },
        { port: 7503, size: 48, kind: 'imu', guesses: [], count: 1 },
      ],
      health: {
        lidarPackets: 192,
        imuPackets: 1,
        scans: 3,
        firstStampNs: stampOf(4, 0),
        lastStampNs: stampOf(6, 1023),
      },
    });
    expect(summary.hostTo).toBeCloseTo(FIRST_SECOND + 0.194, 6);
  });

  it('names every layout that a size allows, and the sensor that the packets name', async () => {
    const packets = rotation({
      profile: 'RNG19_RFL8_SIG16_NIR16_DUAL',
      slots: 32,
      frameId: 1,
      initId: 9_599_938,
      serial: 992_137_000_142,
    });
    const summary = await inspect(pcap(packets.map((packet) => ethernet(ipv4(udp(packet))))));
    expect(summary.streams[0].guesses).toEqual([
      'RNG19_RFL8_SIG16_NIR16_DUAL of 32 channels',
      'RNG15_RFL8_NIR8 of 128 channels',
      'RNG15_RFL8_NIR8_DUAL of 64 channels',
    ]);
    expect(summary.identities).toEqual([{ initId: 9_599_938, serial: '992137000142' }]);
    expect(summary.usedChannels).toBeNull();
  });

  it('a donut file has no ports and no host clock', async () => {
    const summary = await inspect(concat(rotation({ frameId: 1 })), 'donut.bin');
    expect(summary).toMatchObject({ container: 'donut', hostFrom: null, hostTo: null, linkTypes: [] });
    expect(summary.streams).toEqual([
      { port: 0, size: 3392, kind: 'lidar', guesses: ['LEGACY of 16 channels'], count: 64 },
    ]);
  });

  it('a capture without a lidar packet is told, not refused', async () => {
    const summary = await inspect(pcap([ethernet(ipv4(udp(new Uint8Array(1206), { port: 2368 })))]));
    expect(summary.health).toMatchObject({ lidarPackets: 0, scans: 0 });
    expect(summary.streams).toEqual([{ port: 2368, size: 1206, kind: 'other', guesses: [], count: 1 }]);
  });
});

describe('the search for metadata', () => {
  it('knows the usual names', () => {
    expect(metadataCandidates('drive.pcap.gz')).toEqual([
      'drive.json',
      'drive_0.json',
      'drive_metadata.json',
      'metadata.json',
      'metadata_0.json',
    ]);
    expect(metadataCandidates('OS-1_v2.3.0.pcap')[0]).toBe('OS-1_v2.3.0.json');
  });

  it('ranks the files beside the capture: usual names, then names that begin alike', () => {
    const names = [
      'OS-1-128_v2.3.0_1024x10.json',
      'OS-1-64_sensor_config_reduced.json',
      'OS-1-64_1024x10_fw20.pcap',
      'metadata.json',
      'notes.json',
      'OS-0-32.json',
    ];
    expect(rankMetadata('OS-1-64_1024x10_fw20.pcap', names)).toEqual([
      'metadata.json',
      'OS-1-64_sensor_config_reduced.json',
      'OS-1-128_v2.3.0_1024x10.json',
      'OS-0-32.json',
    ]);
    expect(rankMetadata('OS-1-128_v2.3.0_1024x10_lb_n3.pcap', names).slice(0, 2)).toEqual([
      'metadata.json',
      'OS-1-128_v2.3.0_1024x10.json',
    ]);
    expect(rankMetadata('a.pcap', ['b.json'])).toEqual([]);
  });

  it('tells by sizes, initialisation id and serial number what cannot belong together', async () => {
    const profile = 'RNG19_RFL8_SIG16_NIR16';
    const packets = rotation({ profile, frameId: 1, initId: 5, serial: 992_000_000_001 });
    const capture = await inspect(pcap(packets.map((packet) => ethernet(ipv4(udp(packet))))));
    const misfit = (changes: Record<string, unknown>, beams = 16) => {
      const text = metadataOf(beams, { data_format: { udp_profile_lidar: profile }, ...changes });
      const result = metadataMisfit(parseSensorMetadata(text, 'a.json'), capture);
      return result && formatMessage(result.why, 'en');
    };
    expect(misfit({})).toBeNull();
    expect(misfit({ initialization_id: 5 })).toBeNull();
    expect(misfit({}, 32)).toBe(
      'it describes packets of 6400 bytes (RNG19_RFL8_SIG16_NIR16 of 32 channels), the capture holds 3328',
    );
    expect(misfit({ initialization_id: 6 })).toBe('its initialisation id is 6, the packets carry 5');
    expect(misfit({ prod_sn: '1' })).toBe('its serial number is 1, the packets carry 992000000001');
  });
});

describe('position packets of a Velodyne', () => {
  it('whose IP header states more than they have are known, and nothing is lost', async () => {
    const frame = ethernet(ipv4(udp(new Uint8Array(512), { port: 8308 }), { totalLength: 1234 }));
    const source = memorySource('position.pcap', pcap([frame, frame]));
    const { streams, health } = await inspectCapture(source);
    expect(streams).toEqual([expect.objectContaining({ kind: 'position', product: 'Velodyne', count: 2 })]);
    expect(health).toMatchObject({ incompleteDatagrams: 0, damagedPackets: 0, warnings: [] });
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
      'position.pcap holds 2 position packets of a Velodyne (port 8308), which state time and place, and no lidar data',
    );
  });
});
