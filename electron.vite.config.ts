import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { ownModules } from './build/own-modules.ts';

const at = (...parts: string[]): string => resolve(import.meta.dirname, ...parts);
const out = (folder: string): string => at(process.env.SOCAVON_OUT ?? 'out', folder);

/** What is started by itself; each becomes a file of the same name. */
const PROGRAMS = ['app/main', 'cli/main', ...ownModules(at('src-main'))];

/** The kernels lie beside the bundles as they lie beside the sources. */
const shaders: Plugin = {
  name: 'shaders',
  closeBundle() {
    cpSync(at('shaders'), out('shaders'), { recursive: true });
  },
};

export default defineConfig({
  main: {
    plugins: [shaders],
    build: {
      outDir: out('main'),
      rollupOptions: {
        input: Object.fromEntries(PROGRAMS.map((name) => [name, at('src-main', `${name}.ts`)])),
        // Every file one folder under out/main, as files/own-module.ts reckons.
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
