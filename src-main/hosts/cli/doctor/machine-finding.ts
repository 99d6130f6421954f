import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import type { Finding } from './finding.ts';

const ENOUGH_CORES = 2;
const ENOUGH_MEMORY_BYTES = 4 * 2 ** 30;

export function machineFinding(cores = availableParallelism(), memoryBytes = totalmem()): Finding {
  const enough = cores >= ENOUGH_CORES && memoryBytes >= 0.9 * ENOUGH_MEMORY_BYTES;
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return {
    name: 'Machine',
    state: enough ? 'works' : 'limited',
    required: false,
    found: `${cores} cores (${model}), ${(memoryBytes / 2 ** 30).toFixed(1)} GiB memory, ${(freemem() / 2 ** 30).toFixed(1)} GiB free`,
    ...(!enough && {
      advice: `Everything works, slower; ${ENOUGH_CORES} cores and 4 GiB are what it is made for.`,
    }),
    details: { cores, memoryBytes },
  };
}
