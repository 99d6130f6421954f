import type { GpuOffer } from '../../src-core/contract/alignment-requests.ts';
import { remark } from '../../src-core/messages/remark.ts';
import { adapterName } from './adapter-key.ts';
import { mayHaveGpu } from './graphics-hardware.ts';
import { type AdapterProbe, probeAdapter } from './probe-adapter.ts';

/** How the machine is looked at; other than the defaults in tests. */
export interface OfferHost {
  readonly mayHaveGpu: () => boolean;
  readonly probe: () => Promise<AdapterProbe>;
}

const THIS_MACHINE: OfferHost = { mayHaveGpu, probe: probeAdapter };

/** The graphics card that may be chosen, or why there is none; a driver is loaded in a process of its own. */
export async function gpuOffer(machine: OfferHost = THIS_MACHINE): Promise<GpuOffer> {
  if (!machine.mayHaveGpu()) return NONE;
  const probe = await machine.probe();
  if (probe.kind === 'none') return NONE;
  if (probe.kind === 'crashed')
    return {
      adapter: null,
      why: {
        ...remark('gpu-driver-fails', { why: probe.reason }),
      },
    };
  const adapter = adapterName(probe.adapter);
  if (!probe.adapter.isSoftware) return { adapter, why: null };
  return {
    adapter: null,
    why: {
      ...remark('gpu-software', { adapter }),
    },
  };
}

const NONE: GpuOffer = {
  adapter: null,
  why: {
    ...remark('gpu-none'),
  },
};
