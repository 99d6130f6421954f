/*
 * Makes one file of a GPU bench, with the shaders inside, for a host that has no checkout.
 *
 *   npx node bench/gpu/bundle.ts OUT.mjs [ENTRY]     ENTRY: a bench, bench/gpu-papers.ts by default
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { build } from 'vite';

const OUT = resolve(process.argv[2] ?? 'gpu-papers.mjs');
const HERE = import.meta.dirname;
const ENTRY = resolve(process.argv[3] ?? resolve(HERE, '../gpu-papers.ts'));
const SHADERS = resolve(HERE, '../../shaders');

const texts = Object.fromEntries(
  readdirSync(SHADERS).map((file) => [basename(file, '.wgsl'), readFileSync(resolve(SHADERS, file), 'utf8')]),
);

await build({
  root: HERE,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'shaders-inside',
      load: (id) =>
        id === resolve(HERE, 'shaders.ts')
          ? `const texts = ${JSON.stringify(texts)}; export const shaders = (name) => texts[name];`
          : null,
    },
  ],
  ssr: { noExternal: true, external: ['webgpu'] },
  build: {
    ssr: ENTRY,
    outDir: dirname(OUT),
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { entryFileNames: basename(OUT), format: 'es', codeSplitting: false } },
  },
});
console.log(OUT);
