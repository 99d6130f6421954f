import type { AdapterIdentity } from './adapter-key.ts';
import type { CostLine } from './cost-line.ts';
import type { Workload } from './engine-task.ts';

/** Result of timing both engines. */
export type MeasuredEngines =
  | {
      readonly kind: 'costs';
      readonly adapter: AdapterIdentity;
      readonly cpu: CostLine;
      readonly gpu: CostLine;
    }
  /** No adapter, only one that computes on the processor, or a driver that crashes or hangs. */
  | { readonly kind: 'cpu-only'; readonly reason: string };

/** RPC methods of the process that times both engines. */
export type MeasureMethods = {
  readonly measure: { readonly args: Workload; readonly reply: MeasuredEngines };
};
