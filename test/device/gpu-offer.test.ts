import { expect, it } from 'vitest';
import { gpuOffer } from '../../src-main/device/gpu-offer.ts';
import type { AdapterProbe } from '../../src-main/device/probe-adapter.ts';
import { card } from './card.ts';

const request = (probe: AdapterProbe) => gpuOffer({ mayHaveGpu: () => true, probe: async () => probe });

it('offers a card by its name and driver', async () => {
  const offer = await request({ kind: 'adapter', adapter: card() });
  expect(offer).toEqual({ adapter: expect.stringContaining(card().description), why: null });
});

it.each<[string, AdapterProbe]>([
  ['gpu-none', { kind: 'none', reason: '' }],
  ['gpu-driver-fails', { kind: 'crashed', reason: 'the driver ended the process (SIGSEGV)' }],
  ['gpu-software', { kind: 'adapter', adapter: card({ isSoftware: true }) }],
])('says why there is none: %s', async (name, probe) => {
  expect(await request(probe)).toMatchObject({ adapter: null, why: { sentence: { code: name } } });
});

it('loads no driver on a machine without graphics hardware', async () => {
  const offer = await gpuOffer({
    mayHaveGpu: () => false,
    probe: () => expect.unreachable('no driver is to be loaded'),
  });
  expect(offer).toMatchObject({ adapter: null, why: { sentence: { code: 'gpu-none' } } });
});
