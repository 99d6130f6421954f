import { KERNELS } from './simd/kernels-wasm.ts';

/** Kernels in WebAssembly, each the twin of a function in TypeScript; what their parameters are says `simd/kernels.as`. */
interface KernelExports {
  windowNormals(
    image: number,
    stride: number,
    beams: number,
    columns: number,
    columnReach: number,
    beamReach: number,
    step2: number,
    xyz: number,
    pixel: number,
    chosen: number,
    count: number,
    scratch: number,
    normal: number,
  ): void;
  movedCells(
    points: number,
    count: number,
    pose: number,
    inverse: number,
    place: number,
    cell: number,
    moved: number,
  ): number;
  matchSums(
    points: number,
    normal: number,
    place: number,
    plane: number,
    count: number,
    pose: number,
    noise2: number,
    sigmas2: number,
    minCosine: number,
    kernel2: number,
    out: number,
  ): void;
  centred(xyz: number, count: number, mean: number, out: number): void;
  cellRuns(
    xyz: number,
    pixel: number,
    count: number,
    columns: number,
    columnPoses: number,
    turned: number,
    pose: number,
    size: number,
    runs: number,
  ): number;
  gyroPoses(
    fraction: number,
    columns: number,
    period: number,
    times: number,
    rates: number,
    count: number,
    bias: number,
    middle: number,
    out: number,
  ): number;
  gyroTurns(
    fraction: number,
    columns: number,
    period: number,
    times: number,
    rates: number,
    count: number,
    bias: number,
    out: number,
  ): number;
}

/** An instance of the kernels, and arrays in the memory of its own; the byte offset of an array is its address. */
export interface Kernels {
  readonly run: KernelExports;
  f32(length: number): Float32Array<ArrayBuffer>;
  f64(length: number): Float64Array;
  u32(length: number): Uint32Array;
  i32(length: number): Int32Array;
}

/** First address that is given out: those before it are the compiler's. */
const FIRST = 1024;
const PAGE = 65_536;

/** Null: this machine refuses WebAssembly, or has no SIMD. Compiled at the first use. */
let compiled: WebAssembly.Module | null | undefined;

/** True if the hot loops run in WebAssembly with SIMD here; without it they run in TypeScript, to the same numbers. */
export function hasSimdKernels(): boolean {
  compiled ??= compile();
  return compiled !== null;
}

/**
 * Opens the kernels with room for arrays of some bytes in all.
 *
 * @returns null where there is no SIMD, or no room for the addresses that its memory reserves, which are many times its
 * bytes; the caller then runs the twins in TypeScript
 */
export function openKernels(bytes: number): Kernels | null {
  if (!hasSimdKernels()) return null;
  const memory = memoryOf(Math.ceil((FIRST + bytes) / PAGE) + 1);
  if (memory === null) return null;
  const { exports } = new WebAssembly.Instance(compiled!, { env: { memory, abort: () => {} } });
  let next = FIRST;
  const take = (length: number): number => {
    const at = next;
    next = (at + length + 15) & ~15;
    return at;
  };
  return {
    run: exports as unknown as KernelExports,
    f32: (length) => new Float32Array(memory.buffer, take(4 * length), length),
    f64: (length) => new Float64Array(memory.buffer, take(8 * length), length),
    u32: (length) => new Uint32Array(memory.buffer, take(4 * length), length),
    i32: (length) => new Int32Array(memory.buffer, take(4 * length), length),
  };
}

function memoryOf(pages: number): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(KERNELS), (letter) => letter.charCodeAt(0)));
  } catch {
    // A page may forbid it, and an old machine may not have the instructions.
    return null;
  }
}
