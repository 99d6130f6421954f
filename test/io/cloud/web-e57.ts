import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** web-e57, the Rust crate `e57` as WebAssembly: reads E57 independently of the program. */
interface WebE57 {
  convertE57(bytes: Uint8Array, format: 'XYZ' | 'XML' | 'JSON'): string;
}

/** The types of Node leave it out, as it is of the platform of browsers. */
const platform = globalThis as unknown as {
  WebAssembly: {
    instantiate(
      bytes: Uint8Array,
      imports: Readonly<Record<string, unknown>>,
    ): Promise<{ instance: { exports: unknown } }>;
  };
};

let loaded: Promise<WebE57> | undefined;

/** The package, loaded once by its files: Node imports no WebAssembly by a plain `import` yet. */
export function webE57(): Promise<WebE57> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<WebE57> {
  const folder = new URL('../../../node_modules/web-e57/', import.meta.url);
  const glue = await import(new URL('e57_bg.js', folder).href);
  const bytes = readFileSync(fileURLToPath(new URL('e57_bg.wasm', folder)));
  const { instance } = await platform.WebAssembly.instantiate(bytes, { './e57_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  return glue;
}

/** Rows of numbers of a text. */
export function rowsOf(text: string): number[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().split(/\s+/).map(Number));
}
