import { describe, expect, it } from 'vitest';
import { faultsAround, faultsOf } from './walls.ts';

const CORE = 'src-core/math/a.ts';
const TUNNEL = 'src-core/tunnel/volume/a.ts';
const CLI = 'src-main/hosts/cli/a.ts';
const RPC = 'src-main/rpc/a.ts';
const STORE = 'src-renderer/stores/a.ts';
const VIEW = 'src-renderer/ui/A.vue';
const setup = (script: string): string => `<script setup lang="ts">\n${script}\n</script>`;
const template = (inner: string): string => `<template>\n${inner}\n</template>`;

/** Ways past a wall by kind: the file that takes one, and how it is written. */
const PLANTED: Readonly<Record<string, readonly (readonly [from: string, text: string])[]>> = {
  'an import in one of its forms': [
    [CORE, "import type { X } from '../tunnel/volume/volume.ts';"],
    [CORE, "import { type X } from '../tunnel/volume/volume.ts';"],
    [CORE, "import '../tunnel/volume/volume.ts';"],
    [CORE, "export { x } from '../tunnel/volume/volume.ts';"],
    [CORE, "export * as x from '../tunnel/volume/volume.ts';"],
    [CORE, "import x from '../../package.json' with { type: 'json' };"],
    [CORE, "type X = import('../tunnel/volume/volume.ts').X;"],
    [CORE, "let x: typeof import('../tunnel/volume/volume.ts');"],
    [CORE, "import x = require('../tunnel/volume/volume.ts');"],
    [CORE, "const x = require('../tunnel/volume/volume.ts');"],
    [CORE, 'await import(`../tunnel/volume/volume.ts`);'],
    [CORE, "await import('../tunnel/volume' + '/volume.ts');"],
    [CORE, "await import(['..', 'tunnel', 'volume', 'volume.ts'].join('/'));"],
    [CORE, "declare module '../tunnel/volume/volume.ts' { export const x: number; }"],
    [CORE, "/** @x */ import { x } from '#tunnel/volume/volume';"],
    [STORE, "import { x } from '@/features/map/map.ts';"],
    [STORE, "import { x } from '/src-main/project/project.ts';"],
    [STORE, "import { x } from 'file:///src-main/project/project.ts';"],
    [STORE, "import x from '../features/map/MapPanel.vue?raw';"],
    [STORE, "import X from '../../src-main/jobs/job-thread.ts?worker';"],
    [STORE, "import 'data:text/javascript,import(name)';"],
    [STORE, "import '../features/lab/run-colours.css';"],
  ],
  'a directive or a comment': [
    [CORE, '/// <reference types="node" />\nprocess.cwd();'],
    [CORE, '/// <reference path="../tunnel/volume/volume.ts" />'],
    [CORE, '/// <reference lib="dom" />'],
    [CORE, '/// <amd-dependency path="../tunnel/volume/volume.ts" />'],
    [CORE, '// @ts-ignore\nprocess.cwd();'],
    [CORE, '// @ts-expect-error\nprocess.cwd();'],
    [CORE, '// @ts-nocheck\nprocess.cwd();'],
  ],
  'a global that is declared or made': [
    [CORE, 'declare const process: { cwd(): string };'],
    [CORE, 'declare function require(name: string): unknown;'],
    [CORE, 'declare global { var process: { cwd(): string }; }'],
    [CORE, "const host = new Function('return process')();"],
    [CORE, "const host = Function('return process')();"],
    [CORE, "const host = (() => 0).constructor('return process')();"],
    [CORE, "const host = (() => 0)['constructor']('return process')();"],
    [CORE, "const host = (0, eval)('process');"],
    [CORE, "const host = globalThis['process'];"],
    [STORE, "setTimeout('load()', 0);"],
    [STORE, "const tag = document.createElement('script');"],
  ],
  'a loader of Node': [
    [CLI, "import { createRequire } from 'node:module';"],
    [CLI, "import * as modules from 'node:module';"],
    [CLI, "import modules from 'node:module';"],
    [CLI, "import { registerHooks } from 'node:module';"],
    [CLI, "import { register } from 'node:module';"],
    [CLI, "const modules = await import('node:module');"],
    [CLI, 'const load = require; load(name);'],
    [CLI, "module.require('electron');"],
    [CLI, "require.resolve('electron');"],
    [RPC, "process.getBuiltinModule('node:fs');"],
    [RPC, "process['getBuiltinModule']('node:fs');"],
    [RPC, "Reflect.get(process, 'getBuiltinModule')('node:fs');"],
    [RPC, 'const { getBuiltinModule: load } = process;'],
    [RPC, "process.mainModule.exports.load('node:fs');"],
    [RPC, "process.dlopen(module, 'addon.node');"],
    [RPC, "process.binding('fs');"],
    [RPC, "spawn(process.execPath, ['src-main/hosts/cli/main.ts']);"],
    [RPC, 'const thread = new Worker(name);'],
    [RPC, 'const thread = new Worker(code, { eval: true });'],
  ],
  'an address': [
    [TUNNEL, "const url = new URL('../../odometry/odometry.ts', import.meta.url);"],
    [STORE, "const here = import.meta.url; new URL('../features/map/map.ts', here);"],
    [STORE, "new URL('../features/map/map.ts', document.baseURI);"],
    [STORE, "new URL('../features/map/' + name, import.meta.url);"],
    [STORE, "import.meta.glob('../features/*/*.ts');"],
    [STORE, "import.meta.resolve('../features/map/map.ts');"],
    [STORE, 'const { url } = import.meta;'],
    ['src-main/files/a.ts', "join(import.meta.dirname, '..', 'jobs');"],
    ['src-main/files/a.ts', "dirname(import.meta.filename) + '/../jobs';"],
    ['src-main/files/a.ts', "readFileSync('src-renderer/shell/App.vue');"],
    ['src-main/files/a.ts', 'readFileSync(`$' + '{root}/src-renderer/shell/$' + '{name}.vue`);'],
    [STORE, "fetch('/src-main/project/project.ts');"],
    [STORE, "fetch('../features/map/map.ts');"],
    [STORE, "new Worker('../features/map/map.ts', { type: 'module' });"],
    [STORE, "new SharedWorker(new URL('../features/map/map.ts', import.meta.url));"],
    [STORE, "importScripts('../features/map/map.ts');"],
    [STORE, "context.audioWorklet.addModule('../features/map/map.ts');"],
    [STORE, "navigator.serviceWorker.register('/sw');"],
  ],
  'a component, a page or a style': [
    [VIEW, setup("import { x } from '../features/map/map.ts';")],
    [VIEW, `<script lang="ts">\nexport { x } from '../features/map/map.ts';\n</script>\n${setup('')}`],
    [VIEW, '<script lang="ts" src="../features/map/map.ts"></script>'],
    [VIEW, '<template src="../features/map/map.html"></template>'],
    [VIEW, '<style src="../features/map/map.css"></style>'],
    [VIEW, '<docs src="../features/map/map.md"></docs>'],
    [VIEW, '<style>\n@import "../features/map/map.css";\n</style>'],
    [VIEW, "<style>\n@import url('../features/map/map.css');\n</style>"],
    [VIEW, '<style>\np { background: url(../features/map/map.svg); }\n</style>'],
    [VIEW, '<style module>\np { composes: row from "../features/map/map.css"; }\n</style>'],
    [VIEW, template('<img src="../features/map/map.svg" />')],
    [VIEW, template('<div><svg><use href="/../src-main/project/project.ts" /></svg></div>')],
    [VIEW, template("<p>{{ import('../features/map/map.ts') }}</p>")],
    [VIEW, template('<p v-if="open"><a @click="fetch(\'/src-main/project/project.ts\')">x</a></p>')],
    [VIEW, template('<p v-for="one in eval(\'all\')">x</p>')],
    ['src-renderer/ui/a.html', '<script type="module" src="../features/map/map.ts"></script>'],
    ['src-renderer/ui/a.html', "<script>\nimport '../features/map/map.ts';\n</script>"],
    ['src-renderer/ui/a.html', '<link rel="stylesheet" href="../features/map/map.css" />'],
    ['src-renderer/ui/styles/a.css', "@import '../../features/map/map.css';"],
  ],
};

describe('the walls', () => {
  for (const [kind, planted] of Object.entries(PLANTED))
    it.each(planted)(`refuse ${kind}: in %s, %s`, (from, text) => {
      expect(faultsOf(from, text)).not.toEqual([]);
    });

  it('are tried by 45 ways past them and more', () => {
    expect(Object.values(PLANTED).flat().length).toBeGreaterThanOrEqual(45);
  });

  // What only looks like one of them.
  it.each([
    [CORE, "// import { x } from '../tunnel/volume/volume.ts';"],
    [CORE, 'class A {\n  constructor(readonly a: number) {}\n}'],
    [CORE, "const text = 'made from src-core/tunnel/volume/volume.ts by hand';"],
    [STORE, "new URL('/socket', window.location.href);"],
    [STORE, "const worker = new Worker(new URL('./b.ts', import.meta.url), { type: 'module' });"],
    [STORE, 'setTimeout(() => load(), 0);'],
    [CLI, "import { enableCompileCache } from 'node:module';"],
    [VIEW, template('<a class="skip" href="#panel"><img :src="picture" /></a>')],
    [VIEW, '<style>\n/* @import "../features/map/map.css"; */\np { fill: url(#hatch); }\n</style>'],
  ])('take no offence in %s at %s', (from, text) => {
    expect(faultsOf(from, text)).toEqual([]);
  });

  it('name the line of what they refuse', () => {
    const component = `${template("<p>\n{{ import('../features/map/map.ts') }}</p>")}\n\n${setup("\nimport '../features/map/map.ts';")}`;
    expect(faultsOf(VIEW, component).map((fault) => fault.split(' ')[0])).toEqual([`${VIEW}:8`, `${VIEW}:3`]);
  });

  it.each([
    ['test/report/a.test.ts', "import { x } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';"],
    ['test/tunnel/a.test.ts', "import { x } from '../../src-core/closing/control/targets/bright-spots.ts';"],
    ['bench/a.ts', "import { x } from '../src-core/tunnel/wall/voxels/voxel-table.ts';"],
    ['bench/a.ts', "const { x } = await import('../src-main/project/codecs/scan-codec.ts');"],
    ['build/a.ts', "import { x } from '../src-core/tunnel/wall/voxels/voxel-table.ts';"],
  ])('refuse the inside of a room to %s with %s', (from, text) => {
    expect(faultsAround(from, text)).toHaveLength(1);
  });

  it.each([
    ['test/tunnel/a.test.ts', "import { x } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';"],
    ['test/tunnel/a.test.ts', "import { x } from '../../src-core/report/report-document.ts';"],
    [
      'test/closing/control/a.test.ts',
      "import { x } from '../../../src-core/closing/control/fits/disc-fit.ts';",
    ],
    ['bench/a.ts', "import { x } from '../src-simulate/rock/roughness.ts';"],
  ])('leave %s the use of %s', (from, text) => {
    expect(faultsAround(from, text)).toEqual([]);
  });
});
