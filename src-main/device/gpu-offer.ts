import type { GpuOffer } from '../../src-core/contract/alignment-requests.ts';
import { remark } from '../../src-core/messages/remark.ts';
import { adapterName } from './adapter-key.ts';
import { mayHaveGpu } from './graphics-hardware.ts';
import { type AdapterProbe, probeAdapter } from './probe-adapter.ts';

/** How the hardware is probed; replaced in tests. */
interface OfferHost {
  readonly mayHaveGpu: () => boolean;
  readonly probe: () => Promise<AdapterProbe>;
}

const THIS_MACHINE: OfferHost = { mayHaveGpu, probe: probeAdapter };

/**
 * Returns the graphics card that may be chosen, or the reason why there is none; the driver is loaded in a child
 * process.
 */
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
