import type { AdapterReport } from './adapter-report.ts';

/** What tells one adapter with its driver from another: Dawn's description holds the driver's version. */
export type AdapterIdentity = Pick<AdapterReport, 'vendor' | 'architecture' | 'device' | 'description'>;

/** One text for an adapter and its driver, the same at every start. */
export function adapterKey({ vendor, architecture, device, description }: AdapterIdentity): string {
  return [vendor, architecture, device, description].join(' | ');
}

/** The adapter in words for a person. */
export function adapterName({ vendor, device, description }: AdapterIdentity): string {
  return [vendor, device, description].filter(Boolean).join(', ');
}
