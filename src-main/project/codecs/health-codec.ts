import { z } from 'zod';
import type { CaptureHealth } from '../../../src-core/model/scan.ts';
import { REMARK } from './remark-codec.ts';

/**
 * Encodes capture health as JSON, which has neither maps nor 64-bit integers: the map becomes pairs, the stamps
 * decimal text.
 */
export function encodeHealth(health: CaptureHealth): string {
  return JSON.stringify({
    ...health,
    otherPackets: [...health.otherPackets],
    firstStampNs: health.firstStampNs?.toString() ?? null,
    lastStampNs: health.lastStampNs?.toString() ?? null,
  });
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeHealth` */
export function decodeHealth(text: string): CaptureHealth {
  return HEALTH.parse(JSON.parse(text));
}

const count = z.int();
const stamp = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => BigInt(digits))
  .nullable();

const HEALTH: z.ZodType<CaptureHealth> = z.object({
  lidarPackets: count,
  imuPackets: count,
  otherPackets: z.array(z.tuple([z.string(), count])).transform((pairs) => new Map(pairs)),
  foreignPackets: count,
  incompleteDatagrams: count,
  // Projects of before these counters.
  damagedPackets: count.default(0),
  zonePackets: count.default(0),
  repeatedPackets: count,
  reorderedPackets: count,
  missingColumns: count,
  invalidColumns: count,
  scans: count,
  incompleteScans: count,
  truncatedBytes: count,
  firstStampNs: stamp,
  lastStampNs: stamp,
  warnings: z.array(REMARK),
});
