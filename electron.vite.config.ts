import { cpSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { ownModules } from './build/own-modules.ts';
import { billOfMaterials } from './build/package/bill-of-materials.ts';
import { thirdPartyNotices } from './build/package/third-party-notices.ts';

const at = (...parts: string[]): string => resolve(import.meta.dirname, ...parts);
const out = (folder: string): string => at(process.env.SOCAVON_OUT ?? 'out', folder);

/** What is started by itself; each becomes a file of the same name. */
const PROGRAMS = ['hosts/app/main', 'hosts/cli/main', ...ownModules(at('src-main'))];
/** Of a program its path under `out/main`: one folder deep, as files/own-module.ts expects. */
const bundled = (name: string): string => name.split('/').slice(-2).join('/');

/** The kernels lie beside the bundles as they lie beside the sources, and with them what is bundled, and its licences. */
const beside: Plugin = {
  name: 'beside',
  closeBundle() {
    cpSync(at('shaders'), out('shaders'), { recursive: true });
    writeFileSync(out('THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(at()));
    writeFileSync(out('sbom.cdx.json'), JSON.stringify(billOfMaterials(at()), null, 2));
  },
};

export default defineConfig({
  main: {
    plugins: [beside],
    build: {
      outDir: out('main'),
      rollupOptions: {
        input: Object.fromEntries(PROGRAMS.map((name) => [bundled(name), at('src-main', `${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: out('preload'),
      // A sandboxed preload can require nothing but electron, and cannot be an ES module.
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: at('src-main/hosts/preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    base: './',
    plugins: [vue()],
    worker: { format: 'es' },
    build: {
      outDir: out('renderer'),
      rollupOptions: { input: { index: at('src-renderer/index.html') } },
    },
  },
});
