import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { say } from '../words.ts';
import type { Finding } from './finding.ts';

const ENOUGH_CORES = 2;
const ENOUGH_MEMORY_BYTES = 4 * 2 ** 30;

export function machineFinding(cores = availableParallelism(), memoryBytes = totalmem()): Finding {
  const enough = cores >= ENOUGH_CORES && memoryBytes >= 0.9 * ENOUGH_MEMORY_BYTES;
  const model = cpus()[0]?.model.trim() ?? say('doctor-processor');
  return {
    name: say('doctor-computer'),
    state: enough ? 'works' : 'limited',
    required: false,
    found: say('doctor-machine', {
      cores,
      model,
      memory: (memoryBytes / 2 ** 30).toFixed(1),
      free: (freemem() / 2 ** 30).toFixed(1),
    }),
    ...(!enough && {
      advice: say('doctor-machine-advice', { cores: ENOUGH_CORES }),
    }),
    details: { cores, memoryBytes },
  };
}
