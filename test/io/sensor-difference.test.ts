import { describe, expect, it } from 'vitest';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { sensorDifference } from '../../src-core/io/capture/sensor-difference.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { metadataOf } from './packet-builders.ts';

/** Evidence of legacy packets, which name no sensor. */
const evidence = (changes: Record<string, unknown>) => ({
  summary: { streams: [], identities: [], usedChannels: null },
  metadata: parseSensorMetadata(metadataOf(16, changes), 'a.json'),
});

describe('captures of one sensor whose firmware was changed between them', () => {
  it('are no parts of one recording', () => {
    const difference = sensorDifference(evidence({ build_rev: 'v2.0.0' }), evidence({ build_rev: 'v3.1.0' }));
    expect(difference && formatMessage(difference, 'en')).toBe(
      'the firmware of the sensor is 2.0.0 in the first, 3.1.0 in the other',
    );
  });

  it('are where the metadata says the same', () => {
    expect(sensorDifference(evidence({ build_rev: 'v2.0.0' }), evidence({ build_rev: 'v2.0.0' }))).toBeNull();
  });
});
