import type { GpuContext } from './context.ts';

/** Makes something once for each context, when it is first asked for, and keeps it as long as the context. */
export function perContext<Made extends object>(make: (gpu: GpuContext) => Made): (gpu: GpuContext) => Made {
  const cache = new WeakMap<GpuContext, Made>();
  return (gpu) => {
    const own = cache.get(gpu) ?? make(gpu);
    cache.set(gpu, own);
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
    const cached = madeOf(gpu);
    const own = cached.get(key) ?? make();
    cached.set(key, own);
    return own;
  };
}
