/** What is known of the adapter that the GPU engine would get. */
export interface AdapterReport {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /** Computed on the processor: right, but slower than the CPU engine. */
  readonly isSoftware: boolean;
  readonly features: readonly string[];
  readonly limits: {
    readonly maxBufferSize: number;
    readonly maxStorageBufferBindingSize: number;
    readonly maxComputeInvocationsPerWorkgroup: number;
    readonly maxComputeWorkgroupStorageSize: number;
  };
}

/** Methods of the process that asks the driver. */
export type AdapterMethods = {
  /** Null where there is no adapter. */
  readonly report: { readonly args: null; readonly reply: AdapterReport | null };
};
