import type { Message } from '../../messages/message.ts';
import { remarkOf } from '../../messages/remark.ts';
import type { CaptureHealth } from '../../model/scan.ts';

/** Initial counters. */
export function newCaptureHealth(): CaptureHealth {
  return {
    lidarPackets: 0,
    imuPackets: 0,
    otherPackets: new Map(),
    foreignPackets: 0,
    incompleteDatagrams: 0,
    damagedPackets: 0,
    zonePackets: 0,
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

/** Adds a warning once, however often its cause occurs. */
export function warnOnce(health: CaptureHealth, said: Message): void {
  const warning = remarkOf(said);
  if (health.warnings.every((known) => known.message !== warning.message)) health.warnings.push(warning);
}

/** Maximum number of distinct `port:size` kinds of foreign packets; the rest is counted together. */
const OTHER_KINDS = 256;

/** Counts an unused packet, by port and size. */
export function countOther(health: CaptureHealth, port: number, size: number): void {
  const kind = `${port}:${size}`;
  const key = health.otherPackets.has(kind) || health.otherPackets.size < OTHER_KINDS ? kind : 'more';
  health.otherPackets.set(key, (health.otherPackets.get(key) ?? 0) + 1);
}
