import type { AdapterReport } from './adapter-report.ts';

/** Identity of an adapter and its driver; Dawn's description contains the driver version. */
export type AdapterIdentity = Pick<AdapterReport, 'vendor' | 'architecture' | 'device' | 'description'>;

/** Stable key of an adapter and its driver: the same at every start. */
export function adapterKey({ vendor, architecture, device, description }: AdapterIdentity): string {
  return [vendor, architecture, device, description].join(' | ');
}

/** Display name of the adapter. */
export function adapterName({ vendor, device, description }: AdapterIdentity): string {
  return [vendor, device, description].filter(Boolean).join(', ');
}
