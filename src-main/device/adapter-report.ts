/** Report on the adapter that the GPU engine would use. */
export interface AdapterReport {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /** Software adapter, computed on the processor: correct, but slower than the CPU engine. */
  readonly isSoftware: boolean;
  readonly features: readonly string[];
  readonly limits: {
    readonly maxBufferSize: number;
    readonly maxStorageBufferBindingSize: number;
    readonly maxComputeInvocationsPerWorkgroup: number;
    readonly maxComputeWorkgroupStorageSize: number;
  };
}

/** RPC methods of the process that loads the driver. */
export type AdapterMethods = {
  /** Null if there is no adapter. */
  readonly report: { readonly args: null; readonly reply: AdapterReport | null };
};
