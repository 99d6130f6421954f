import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { parseSender } from '../../src-core/io/capture/sender.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { ethernet, ipv4, pcap, udp } from './frame-builders.ts';
import { metadataOf, rotation } from './packet-builders.ts';
import { pcapOf } from './reading.ts';

const NEW = { profile: 'RNG19_RFL8_SIG16_NIR16', slots: 16 } as const;
const SENSOR = parseSensorMetadata(
  metadataOf(16, { data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16 } }),
  'metadata.json',
);

async function refused(file: Uint8Array, chosen: string | null): Promise<SocavonError> {
  const error = await openCapture([memorySource('two.pcap', file)], SENSOR, undefined, {
    chosen: chosen === null ? null : parseSender(chosen),
    refuseSeveral: true,
  }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SocavonError);
  return error as SocavonError;
}

describe('a capture of several sensors', () => {
  const from = (source: number[], payloads: Uint8Array[]) =>
    payloads.map((payload) => ethernet(ipv4(udp(payload), { source })));
  const [a, b] = [
    from([10, 0, 0, 1], rotation({ ...NEW, frameId: 1, serial: 111_111_111 })),
    from([10, 0, 0, 2], rotation({ ...NEW, frameId: 2, serial: 222_222_222 })),
  ];
  const file = pcap(a.flatMap((frame, i) => [frame, b[i]]));

  it('is refused with the list of them, and how to choose', async () => {
    const error = await refused(file, null);
    expect(error.code).toBe('capture-sensors');
    expect(formatMessage(error.sentence!, 'en', 'cli')).toBe(
      'two.pcap holds lidar packets of several sensors: 10.0.0.1, port 7502, serial number 111111111 (64 packets), 10.0.0.2, port 7502, serial number 222222222 (64 packets). Name the one to read by its address, port or serial number with --sensor-address.',
    );
  });

  it('is refused where the chosen one is not there, with the list of those that are', async () => {
    const error = await refused(file, '10.0.0.3');
    expect(error.code).toBe('capture-sensors');
    expect(error.message).toContain(
      'no lidar packets of 10.0.0.3 that fit; it holds those of 10.0.0.1, port 7502',
    );
  });

  it.each(['', 'os1', '10.0.0', '12', ':', '10.0.0.1:123456'])('"%s" names no sensor', (text) => {
    expect(() => parseSender(text)).toThrow('does not name a sensor');
  });
});

describe('packets of the right size whose columns are not in order', () => {
  it('are named as damaged, not as another profile', async () => {
    const frames = rotation({ ...NEW, frameId: 1 });
    for (const frame of frames) frame[32 + 204 + 8] ^= 1;
    const error = await refused(pcapOf(frames), null);
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toContain('64 packets of the size of lidar packets');
    expect(error.message).not.toContain('were expected, found');
  });
});
