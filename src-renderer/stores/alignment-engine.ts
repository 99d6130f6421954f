import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { GpuOffer } from '../../src-core/contract/alignment-requests.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { useHost } from './host.ts';

/** Which engine the person wants the alignment from, and what this machine has. */
export const useAlignmentEngine = defineStore('alignmentEngine', () => {
  const host = useHost();
  const wanted = ref<EngineName>('auto');
  /** Null while it is not known. */
  const gpu = shallowRef<GpuOffer | null>(null);

  /** Looks what the machine has; the first time it may take a second. */
  async function look(): Promise<void> {
    gpu.value ??= await host.call('alignment.gpu', {});
  }

  return { wanted, gpu, look };
});
