/*
 * `bench papers` and `bench basin` for a host with Node and the package webgpu but no checkout: four files.
 *
 *   npx node bench/gpu/bundle.ts HOST/bench/papers.mjs bench/papers/bare-host.ts
 *   npx node bench/gpu/bundle.ts HOST/device/picp-worker.js src-main/device/picp-worker.ts
 *   npx node bench/gpu/bundle.ts HOST/bench/picp-pairs-worker.ts bench/papers/picp-pairs-worker.ts
 *   npx node bench/gpu/bundle.ts HOST/bench/picp-traffic-worker.ts bench/papers/picp-traffic-worker.ts
 *   node bench/papers.mjs papers --engine gpu --bunny FOLDER --out papers-gpu.json      there
 *   npm run bench -- papers --merge papers-gpu.json                               here
 *
 * `basin` is run and merged in the same way; it also reads docs/examples/my-distance.mjs, beside the folder of the first.
 * The others are what threads are started with, where the first looks for them.
 */
import { Command } from 'commander';
import { registerBasin } from '../basin.ts';
import { registerPapers } from '../papers.ts';

const program = new Command('bench');
registerPapers(program);
registerBasin(program);
await program.parseAsync(process.argv);
