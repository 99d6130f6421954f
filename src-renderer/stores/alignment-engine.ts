import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { GpuOffer } from '../../src-core/contract/alignment-requests.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { useHost } from './host.ts';

/** Store: the selected engine of the alignment, and the graphics card of this machine. */
export const useAlignmentEngine = defineStore('alignmentEngine', () => {
  const host = useHost();
  const wanted = ref<EngineName>('auto');
  /** Null until known. */
  const gpu = shallowRef<GpuOffer | null>(null);

  /** Probes the graphics card; the first time it may take a second. */
  async function look(): Promise<void> {
    gpu.value ??= await host.call('alignment.gpu', {});
  }

  return { wanted, gpu, look };
});
