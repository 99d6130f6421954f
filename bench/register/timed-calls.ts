// Registers a pair in a process of its own: first and further calls. Arguments: file of `writePair`, `here` for this
// thread or `job` for that of the program, and how many further calls. Prints `PairTimes`.
import { readFileSync } from 'node:fs';
import type { MethodId } from '../../src-core/model/registration-ids.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';

/** Milliseconds of a process. */
export interface PairTimes {
  /** The modules, loaded for the first call. */
  readonly load: number;
  /** The first call, without loading. */
  readonly first: number;
  /** Calls after two more. */
  readonly warm: readonly number[];
  /** Rigid transform of the last one: R, row by row, then t, m. */
  readonly pose: readonly number[];
}

const WARM_UP = 2;

const [path, where, more] = process.argv.slice(2);
const { method, maxDistance, start, points } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as {
  method: MethodId;
  maxDistance: number | null;
  start: number[];
  points: number;
};
const bytes = readFileSync(path);
const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const cloud = (xyz: Float64Array): PointSet => ({ count: xyz.length / 3, xyz });
const source = cloud(numbers.slice(0, 3 * points));
const target = cloud(numbers.slice(3 * points));
const options = {
  method,
  maxDistance: maxDistance ?? Number.POSITIVE_INFINITY,
  T_target_source: { R: Float64Array.from(start.slice(0, 9)), t: Float64Array.from(start.slice(9)) },
};

const began = performance.now();
const call = await caller();
const load = performance.now() - began;
const times: number[] = [];
let pose: number[] = [];
for (let k = 0; k < 1 + WARM_UP + Number(more); k++) {
  const at = performance.now();
  const { T_target_source } = await call();
  times.push(performance.now() - at);
  pose = [...T_target_source.R, ...T_target_source.t];
}
const pairTimes: PairTimes = { load, first: times[0], warm: times.slice(1 + WARM_UP), pose };
process.stdout.write(JSON.stringify(pairTimes), () => process.exit());

async function caller() {
  if (where === 'here') {
    const { register } = await import('../../src-lab/register/register.ts');
    return async () => register(source, target, options);
  }
  const { registerJob } = await import('../../src-main/device/register-job.ts');
  return () => registerJob(source, target, options, { cancelled: false });
}
