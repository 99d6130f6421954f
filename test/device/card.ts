import type { AdapterReport } from '../../src-main/device/adapter-report.ts';

/** A made-up adapter. */
export function card(change: Partial<AdapterReport> = {}): AdapterReport {
  return {
    vendor: 'acme',
    architecture: 'granite',
    device: 'gr-100',
    description: 'Driver 580',
    isSoftware: false,
    features: [],
    limits: {
      maxBufferSize: 2 ** 30,
      maxStorageBufferBindingSize: 2 ** 27,
      maxComputeInvocationsPerWorkgroup: 512,
      maxComputeWorkgroupStorageSize: 32768,
    },
    ...change,
  };
}
