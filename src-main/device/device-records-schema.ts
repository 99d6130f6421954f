import { z } from 'zod';
import { GPU_TUNING_DEFAULTS, isSoundTuning } from '../../src-core/gpu/tuning.ts';

/** Format tag that identifies the file, whatever its name. */
const DEVICE_RECORDS_FORMAT = 'socavon-devices';
const DEVICE_RECORDS_VERSION = 1;

const Milliseconds = z.number().nonnegative();

const Tuning = z.object({
  softwareVersion: z.string(),
  measuredAt: z.iso.datetime(),
  tuning: z
    .object({
      workgroupSize: z.int().min(32).max(1024),
      maxWorkgroups: z.int().min(1).max(65_535),
      lanesPerQuery: z.int().min(1).max(8),
      // Files written before the soft methods were tuned lack them.
      softWorkgroupSize: z.int().min(8).max(1024).default(GPU_TUNING_DEFAULTS.softWorkgroupSize),
      softLanes: z.int().min(8).max(1024).default(GPU_TUNING_DEFAULTS.softLanes),
      softStepThreads: z.int().min(8).max(1024).default(GPU_TUNING_DEFAULTS.softStepThreads),
    })
    .refine(isSoundTuning, 'numbers of threads that do not fit each other'),
});

const CostLine = z.object({
  startMs: Milliseconds,
  small: z.object({ work: z.number().positive(), ms: Milliseconds }),
  large: z.object({ work: z.number().positive(), ms: Milliseconds }),
});

const Choice = z.object({
  softwareVersion: z.string(),
  measuredAt: z.iso.datetime(),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('costs'), adapter: z.string(), cpu: CostLine, gpu: CostLine }),
    z.object({ kind: z.literal('cpu-only'), reason: z.string() }),
  ]),
});

/** Schema of the device records: tunings by adapter, running times of the engines by machine and workload. */
export const DeviceRecordsSchema = z.object({
  format: z.literal(DEVICE_RECORDS_FORMAT),
  version: z.literal(DEVICE_RECORDS_VERSION),
  tunings: z.record(z.string(), Tuning),
  choices: z.record(z.string(), Choice),
});

export type DeviceRecords = z.infer<typeof DeviceRecordsSchema>;
export type RecordedChoice = z.infer<typeof Choice>;
