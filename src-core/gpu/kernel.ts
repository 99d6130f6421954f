import {
  makeBindGroupLayoutDescriptors,
  makeShaderDataDefinitions,
  makeStructuredView,
  type ShaderDataDefinitions,
  type StructuredView,
} from 'webgpu-utils';
import { SocavonError } from '../model/errors.ts';
import type { ShaderSource } from './shader-source.ts';

/** Specification of one compute pipeline. */
export interface KernelSpec {
  /** Files of `shaders/` in the order of concatenation: shared snippets, then the kernel. */
  readonly modules: readonly string[];
  readonly entryPoint: string;
  /** Values of the override constants. */
  readonly constants?: Readonly<Record<string, number>>;
  /**
   * Unsigned integers declared ahead of the texts as `const NAME: u32`: for sizes that override constants cannot
   * define, and for unrolled blocks (unroll-loops.ts).
   */
  readonly declared?: Readonly<Record<string, number>>;
}

/** Buffer or byte range of one, to bind. */
export type BoundBuffer = GPUBuffer | GPUBufferBinding;

/** Bind groups that a kernel caches for calls with the same buffers; a job needs few. */
const MOST_GROUPS = 32;

const BLOCK =
  /^[ \t]*\/\/ written out for K below (\w+)\n([\s\S]*?)^[ \t]*\/\/ end of what is written out\n/gm;

/**
 * Unrolls the marked blocks of a shader's text: a block between the comments `// written out for K below NAME` and
 * `// end of what is written out` is repeated `counts[NAME]` times, with 0, 1, 2 ... in place of K, also in names
 * that end with `_K`. WGSL does not guarantee unrolling, and an array indexed in a loop is placed in slow memory;
 * unrolled, it stays in registers.
 *
 * @throws SocavonError `internal` if `counts` lacks the name
 */
function unrollLoops(text: string, counts: Readonly<Record<string, number>>): string {
  return text.replace(BLOCK, (_, name: string, block: string) => {
    const count = counts[name];
    if (count === undefined)
      throw new SocavonError(
        'internal',
        `A shader is written out for K below ${name}, which is not declared.`,
      );
    return Array.from({ length: count }, (_, k) =>
      block.replace(/_K\b/g, `_${k}`).replace(/\bK\b/g, `${k}u`),
    ).join('');
  });
}

/** A bind group with what it binds, in the order of the bindings. */
interface Bound {
  readonly group: GPUBindGroup;
  readonly resources: readonly GPUBufferBinding[];
}

/** Compiled kernel. Bindings are addressed by the names of the WGSL variables; layouts come from the WGSL text. */
export class Kernel {
  readonly name: string;
  readonly pipeline: GPUComputePipeline;
  /** Layouts of the variables and structs in the WGSL. */
  readonly definitions: ShaderDataDefinitions;
  readonly #device: GPUDevice;
  readonly #layout: GPUBindGroupLayout;
  readonly #bindings: readonly { readonly variable: string; readonly binding: number }[];
  #groups: Bound[] = [];
  readonly #views = new Map<string, StructuredView>();

  private constructor(
    device: GPUDevice,
    name: string,
    entryPoint: string,
    pipeline: GPUComputePipeline,
    definitions: ShaderDataDefinitions,
    layout: GPUBindGroupLayout,
  ) {
    this.name = name;
    this.pipeline = pipeline;
    this.definitions = definitions;
    this.#device = device;
    this.#layout = layout;
    const { resources } = definitions.entryPoints[entryPoint];
    this.#bindings = resources.map(({ name: variable, entry }) => ({ variable, binding: entry.binding }));
  }

  /** @throws SocavonError `internal` with the compiler's message if the WGSL does not compile */
  static async compile(device: GPUDevice, shaders: ShaderSource, spec: KernelSpec): Promise<Kernel> {
    const name = `${spec.modules.at(-1)}:${spec.entryPoint}`;
    const texts = (module: string): string => unrollLoops(shaders(module), spec.declared ?? {});
    const code = [declarations(spec), ...spec.modules.map(texts)].join('\n');
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code, label: name });
    const invalid = await device.popErrorScope();
    if (invalid) throw compileError(name, await explain(module, spec.modules, texts, invalid.message));

    const definitions = makeShaderDataDefinitions(code);
    const compute = { module, entryPoint: spec.entryPoint, constants: { ...spec.constants } };
    const [group, ...others] = makeBindGroupLayoutDescriptors(definitions, { compute });
    if (others.length > 0) throw compileError(name, 'it must keep to bind group 0');
    const layout = device.createBindGroupLayout({
      entries: Array.from(group.entries, withoutSize),
      label: name,
    });
    try {
      const pipeline = await device.createComputePipelineAsync({
        label: name,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute,
      });
      return new Kernel(device, name, spec.entryPoint, pipeline, definitions, layout);
    } catch (error) {
      throw compileError(name, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Returns a bind group for buffers given by the names of the WGSL variables. Names that this kernel does not use
   * are ignored, so that the kernels of one method can share one table. Cached for later calls with the same buffers.
   *
   * @throws SocavonError `internal` if a variable that the kernel uses has no buffer
   */
  bind(buffers: Readonly<Record<string, BoundBuffer>>): GPUBindGroup {
    // Most calls find their group: nothing is made for them, since a call of a registration binds dozens of times.
    const known = this.#groups.find((bound) => this.#isBound(bound, buffers));
    if (known !== undefined) return known.group;
    const resources = this.#bindings.map(({ variable }): GPUBufferBinding => {
      const bound = buffers[variable];
      if (bound === undefined)
        throw new SocavonError('internal', `${this.name} needs a buffer for ${variable}.`);
      return 'buffer' in bound ? bound : { buffer: bound };
    });
    const entries = resources.map((resource, k) => ({ binding: this.#bindings[k].binding, resource }));
    const group = this.#device.createBindGroup({ label: this.name, layout: this.#layout, entries });
    if (this.#groups.length >= MOST_GROUPS) this.#groups = [];
    this.#groups.push({ group, resources });
    return group;
  }

  #isBound({ resources }: Bound, buffers: Readonly<Record<string, BoundBuffer>>): boolean {
    for (let k = 0; k < resources.length; k++) {
      const bound = buffers[this.#bindings[k].variable];
      const { buffer, offset, size } = resources[k];
      if (bound === undefined) return false;
      if ('buffer' in bound) {
        if (bound.buffer !== buffer || bound.offset !== offset || bound.size !== size) return false;
      } else if (bound !== buffer || offset !== undefined || size !== undefined) return false;
    }
    return true;
  }

  /**
   * Packs the values of a uniform variable. The bytes belong to the kernel and are overwritten when it packs that
   * variable again.
   */
  pack(variable: string, values: object): ArrayBuffer {
    let view = this.#views.get(variable);
    if (view === undefined) {
      view = makeStructuredView(this.definitions.uniforms[variable]);
      this.#views.set(variable, view);
    }
    if (!fill(view.views as Views, values)) view.set(values);
    return view.arrayBuffer;
  }
}

/** Views of the fields of a struct, or of the elements of an array of structs. */
interface Views {
  readonly [name: string]: Views | Float32Array | Int32Array | Uint32Array;
}

/**
 * Writes values that are laid out as their views are, as all but matrices are: a tenth of the time of the general way.
 *
 * @returns false if some are not
 */
function fill(views: Views, values: object): boolean {
  for (const name in values) {
    const value: unknown = values[name as keyof typeof values];
    const view = views[name];
    if (view === undefined || value === undefined) continue;
    if (!ArrayBuffer.isView(view)) {
      if (!fill(view, value as object)) return false;
    } else if (typeof value === 'number') view[0] = value;
    else {
      const all = value as ArrayLike<number>;
      if (all.length !== view.length) return false;
      for (let k = 0; k < all.length; k++) view[k] = all[k];
    }
  }
  return true;
}

/** Cache key of a pipeline: specifications with equal keys compile to the same pipeline. */
export function kernelKey({ modules, entryPoint, constants = {}, declared = {} }: KernelSpec): string {
  return [modules.join(), entryPoint, numbersKey(constants), numbersKey(declared)].join(' ');
}

function numbersKey(numbers: Readonly<Record<string, number>>): string {
  return Object.keys(numbers)
    .sort()
    .map((name) => `${name}=${numbers[name]}`)
    .join();
}

/**
 * Removes the minimum binding size: the parser counts no element of a trailing array, so too small a buffer would
 * pass; Dawn counts correctly.
 */
function withoutSize({ buffer, ...entry }: GPUBindGroupLayoutEntry): GPUBindGroupLayoutEntry {
  return { ...entry, buffer: { type: buffer?.type } };
}

/** Declarations on a single line, so that line numbers in the shader texts are easy to map back. */
function declarations({ declared = {} }: KernelSpec): string {
  return Object.entries(declared)
    .map(([name, value]) => `const ${name}: u32 = ${value};`)
    .join(' ');
}

async function explain(
  module: GPUShaderModule,
  modules: readonly string[],
  shaders: ShaderSource,
  fallback: string,
): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  const first = messages.find((message) => message.type === 'error');
  if (first === undefined) return fallback;
  let line = first.lineNum - 1; // minus the line of declarations
  for (const name of modules) {
    const lines = shaders(name).split('\n').length;
    if (line <= lines) return `${name}.wgsl line ${line}: ${first.message}`;
    line -= lines;
  }
  return first.message;
}

function compileError(name: string, why: string): SocavonError {
  return new SocavonError('internal', `The GPU kernel ${name} does not compile: ${why}`);
}
