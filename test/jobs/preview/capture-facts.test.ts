import { describe, expect, it } from 'vitest';
import type { CaptureSummary } from '../../../src-core/io/capture/inspect-capture.ts';
import { formatMessage } from '../../../src-core/messages/message.ts';
import { type Entry, healthEntries, summaryEntries } from '../../../src-main/jobs/preview/capture-facts.ts';
import { health } from '../../project/fixtures.ts';

const RECORDED = Date.UTC(2024, 4, 14, 10, 23, 45) / 1000;
const summary: CaptureSummary = {
  name: 'a.pcap',
  bytes: 1e6,
  container: 'pcap',
  gzip: false,
  linkTypes: [],
  streams: [],
  topics: [],
  sensorMetadata: null,
  hostFrom: RECORDED,
  hostTo: RECORDED + 200,
  identities: [],
  usedChannels: null,
  phaseLocked: null,
  health: health(1),
};

function wordsOf(entries: readonly Entry[], label: string): string {
  const value = entries.find(([name]) => name === label)?.[1] ?? null;
  return typeof value === 'object' && value !== null ? formatMessage(value, 'en') : String(value);
}

const recorded = (hostFrom: number, hostTo: number): string =>
  wordsOf(summaryEntries({ ...summary, hostFrom, hostTo }), 'recorded');
const clock = (firstStampNs: bigint, lastStampNs: bigint): string =>
  wordsOf(healthEntries({ ...health(1), firstStampNs, lastStampNs }, false), 'sensor clock');

describe('dates and durations of a capture', () => {
  it('are those a person reads', () => {
    expect(recorded(RECORDED, RECORDED + 200)).toBe('2024-05-14 10:23:45 UTC, 3 min 20 s');
    expect(recorded(RECORDED, RECORDED + 7500)).toBe('2024-05-14 10:23:45 UTC, 2 h 05 min');
    expect(clock(BigInt(RECORDED) * 10n ** 9n, BigInt(RECORDED + 12) * 10n ** 9n)).toBe(
      '12.0 s, from 2024-05-14 10:23:45 UTC',
    );
  });

  it('count from the start of a sensor whose clock is not synchronised', () => {
    expect(clock(90_000_000_000n, 120_500_000_000n)).toBe(
      '30.5 s, from 1 min 30 s after the sensor was started',
    );
  });

  it('say so where a clock was not set, or was set meanwhile', () => {
    expect(recorded(60, 90)).toBe('1970-01-01 00:01:00 UTC (the clock was not set), 30.0 s');
    // The sensor got its time half-way: 4651873 h 21 min.
    expect(clock(30_000_000_000n, 16_746_743_660_000_000_000n)).toBe(
      'unknown: the clock was set while recording, from 30.0 s after the sensor was started',
    );
  });
});
