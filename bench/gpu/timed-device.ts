/** What the host or the card did, from the start of the call or of the first dispatch, us. */
export interface HostEvent {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface TimedDevice {
  readonly device: GPUDevice;
  /** When the host wrote, submitted and received, in a call. */
  host(work: () => Promise<unknown>): Promise<readonly HostEvent[]>;
  /** When the card ran each dispatch of a call. */
  dispatches(work: () => Promise<unknown>): Promise<readonly HostEvent[]>;
}

/** Most dispatches of a call. */
const MOST = 1024;

/** A device like `plain`, whose calls can be timed. */
export function timedDevice(plain: GPUDevice): TimedDevice {
  const queries = plain.createQuerySet({ type: 'timestamp', count: 2 * MOST });
  let events: HostEvent[] | null = null;
  let start = 0;
  let names: string[] | null = null;
  const timed = <T>(name: string, work: () => T): T => {
    if (events === null) return work();
    const from = 1000 * (performance.now() - start);
    const done = work();
    const note = (): void => {
      events?.push({ name, from, to: 1000 * (performance.now() - start) });
    };
    if (done instanceof Promise) void done.then(note);
    else note();
    return done;
  };
  const queue = like(plain.queue, {
    submit: (buffers: GPUCommandBuffer[]) => timed('submit', () => plain.queue.submit(buffers)),
    writeBuffer: (...args: Parameters<GPUQueue['writeBuffer']>) =>
      timed('write', () => plain.queue.writeBuffer(...args)),
  });
  const device = like(plain, {
    queue,
    createBuffer: (descriptor: GPUBufferDescriptor) => {
      const buffer = plain.createBuffer(descriptor);
      if (descriptor.usage & GPUBufferUsage.MAP_READ) {
        const map = buffer.mapAsync.bind(buffer);
        buffer.mapAsync = (...args) => timed('map', () => map(...args));
      }
      return buffer;
    },
    createCommandEncoder: () => {
      const encoder = plain.createCommandEncoder();
      timed('encoder', () => {});
      if (names === null) return encoder;
      return like(encoder, {
        beginComputePass: () => passByDispatch(encoder, names!, queries),
      });
    },
  });
  return {
    device,
    async host(work) {
      events = [];
      start = performance.now();
      await work();
      const actual = events.toSorted((a, b) => a.from - b.from);
      events = null;
      return [...actual, { name: 'end', from: 1000 * (performance.now() - start), to: 0 }];
    },
    async dispatches(work) {
      names = [];
      await work();
      const ran = names;
      names = null;
      const times = await read(plain, queries, 2 * ran.length);
      const zero = times[0];
      return ran.map((name, k) => ({
        name,
        from: Number(times[2 * k] - zero) / 1000,
        to: Number(times[2 * k + 1] - zero) / 1000,
      }));
    },
  };
}

/** A pass each dispatch of which is a pass of its own between two timestamps, under the name of its kernel. */
function passByDispatch(
  encoder: GPUCommandEncoder,
  names: string[],
  querySet: GPUQuerySet,
): GPUComputePassEncoder {
  let pipeline: GPUComputePipeline;
  let group: GPUBindGroup;
  return {
    setPipeline(to: GPUComputePipeline) {
      pipeline = to;
    },
    setBindGroup(_: number, to: GPUBindGroup) {
      group = to;
    },
    dispatchWorkgroups(...size: [number, number?, number?]) {
      const k = names.push(pipeline.label) - 1;
      const pass = encoder.beginComputePass({
        timestampWrites: { querySet, beginningOfPassWriteIndex: 2 * k, endOfPassWriteIndex: 2 * k + 1 },
      });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(...size);
      pass.end();
    },
    end() {},
  } as unknown as GPUComputePassEncoder;
}

async function read(device: GPUDevice, queries: GPUQuerySet, count: number): Promise<BigUint64Array> {
  const size = 8 * count;
  const resolved = device.createBuffer({
    size,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.resolveQuerySet(queries, 0, count, resolved, 0);
  encoder.copyBufferToBuffer(resolved, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const times = new BigUint64Array(staging.getMappedRange().slice(0));
  for (const buffer of [resolved, staging]) buffer.destroy();
  return times;
}

/** The same object with some of its members replaced. */
function like<T extends object>(plain: T, instead: object): T {
  return new Proxy(plain, {
    get(_, name) {
      if (name in instead) return Reflect.get(instead, name);
      const value = Reflect.get(plain, name, plain);
      return typeof value === 'function' ? value.bind(plain) : value;
    },
  });
}
