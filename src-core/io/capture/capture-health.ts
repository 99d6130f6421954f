import type { CaptureHealth } from '../../model/scan.ts';
import type { Sentence } from '../../model/sentences.ts';

/** Counters before the first byte was read. */
export function newCaptureHealth(): CaptureHealth {
  return {
    lidarPackets: 0,
    imuPackets: 0,
    otherPackets: new Map(),
    foreignPackets: 0,
    incompleteDatagrams: 0,
    repeatedPackets: 0,
    reorderedPackets: 0,
    missingColumns: 0,
    invalidColumns: 0,
    scans: 0,
    incompleteScans: 0,
    truncatedBytes: 0,
    firstStampNs: null,
    lastStampNs: null,
    warnings: [],
  };
}

/** Says a thing once, however often it happens. */
export function warnOnce(health: CaptureHealth, message: string, sentence: Sentence): void {
  if (health.warnings.every((known) => known.message !== message))
    health.warnings.push({ message, sentence });
}

/** `port:size` of packets that are not the sensor's, at most this many kinds; the rest is counted together. */
const OTHER_KINDS = 256;

/** Counts a packet of no use, by port and size. */
export function countOther(health: CaptureHealth, port: number, size: number): void {
  const kind = `${port}:${size}`;
  const key = health.otherPackets.has(kind) || health.otherPackets.size < OTHER_KINDS ? kind : 'more';
  health.otherPackets.set(key, (health.otherPackets.get(key) ?? 0) + 1);
}
