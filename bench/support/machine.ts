import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { AdapterReport } from '../../src-main/device/adapter-report.ts';

/** Processor, cores and Node of this machine, for results that are stored. */
export function machineText(): string {
  const cores = cpus();
  return `${cores[0].model.trim()}, ${cores.length} cores, Node ${process.version}`;
}

/** Card and driver of an adapter. */
export function adapterText({ vendor, device, description }: AdapterReport): string {
  return [device || vendor, description, nvidiaDriver()].filter(Boolean).join(', ');
}

/** Dawn does not always report the driver's version; the kernel module of NVIDIA does. */
function nvidiaDriver(): string {
  try {
    const [, version] =
      /Kernel Module.*?\s([\d.]+)\s/.exec(readFileSync('/proc/driver/nvidia/version', 'utf8')) ?? [];
    return version === undefined ? '' : `driver ${version}`;
  } catch {
    return '';
  }
}
