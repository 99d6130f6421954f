import type { GpuContext } from './context.ts';

/** Makes something once for each context, when it is first asked for, and keeps it as long as the context. */
export function perContext<Made extends object>(make: (gpu: GpuContext) => Made): (gpu: GpuContext) => Made {
  const made = new WeakMap<GpuContext, Made>();
  return (gpu) => {
    const own = made.get(gpu) ?? make(gpu);
    made.set(gpu, own);
    return own;
  };
}

/** The same for each of several keys. */
export function perContextAndKey<Made extends object>(): (
  gpu: GpuContext,
  key: string,
  make: () => Made,
) => Made {
  const madeOf = perContext(() => new Map<string, Made>());
  return (gpu, key, make) => {
    const made = madeOf(gpu);
    const own = made.get(key) ?? make();
    made.set(key, own);
    return own;
  };
}
