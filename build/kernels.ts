import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const FOLDER = new URL('../src-core/math/simd/', import.meta.url);
/** Under this name the compiler knows the source, whose own ending keeps it from compilers of TypeScript. */
const ENTRY = 'kernels.ts';

/** Compiles the kernels of the core, `kernels.as`, to WebAssembly. @throws Error with the compiler's messages */
export async function compileKernels(): Promise<Uint8Array> {
  const source = await readFile(new URL('kernels.as', FOLDER), 'utf8');
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main(
    [
      ENTRY,
      '--outFile',
      'kernels.wasm',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      '--noAssert',
      '-Ospeed',
    ],
    {
      readFile: (name) => (name === ENTRY ? source : null),
      writeFile: (_name, contents) => {
        if (typeof contents !== 'string') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === null)
    throw new Error(`kernels.as: ${error?.message}\n${stderr.toString()}`);
  return binary;
}

/** The compiled kernels as a module of the core, which cannot read files. */
export function kernelsModule(binary: Uint8Array): string {
  const text = Buffer.from(binary).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Made by \`npm run build:kernels\` from kernels.as; a test compares them.
/** WebAssembly of the kernels, base64. */
export const KERNELS =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(new URL('kernels-wasm.ts', FOLDER), kernelsModule(await compileKernels()));
