import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SEED = 83;
const path = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../${file}`, import.meta.url)));

/** Aligns simulated scans and prints whether there was SIMD, and the poses with all their digits. */
const PROGRAM = `
const [{ castScan }, { simulateDrive }, { SHORT_DRIVE }, { Odometry }, { hasSimdKernels }] = await Promise.all([
  import(${path('src-simulate/cast-scan.ts')}),
  import(${path('src-simulate/drive.ts')}),
  import(${path('test/simulate/short-drive.ts')}),
  import(${path('src-core/odometry/odometry.ts')}),
  import(${path('src-core/math/simd-kernels.ts')}),
]);
const { simulatedSensor } = await import(${path('src-simulate/os1-16.ts')});
const drive = simulateDrive({ ...SHORT_DRIVE, seed: ${SEED} });
const odometry = new Odometry(simulatedSensor('legacy16'));
const poses = [];
for (let index = 0; index < 14; index++)
  poses.push(...(await odometry.next({ index, scan: castScan(drive, index), imu: [] })));
const numbers = poses.flatMap(({ T_map_sensor: { R, t } }) => [...R, ...t]);
console.log(JSON.stringify({ simd: hasSimdKernels(), numbers }));
`;

function alignedWith(...flags: string[]): { simd: boolean; numbers: number[] } {
  const args = [...flags, '--input-type=module', '-e', PROGRAM];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

// The flag takes SSE 4.1 from V8, without which it refuses SIMD as an old processor does.
describe.runIf(process.arch === 'x64')(`odometry on a processor without SIMD (seed ${SEED})`, () => {
  it('gives the same poses to the last digit', () => {
    const usual = alignedWith();
    const without = alignedWith('--no-enable-sse4-1');
    expect([usual.simd, without.simd]).toEqual([true, false]);
    expect(usual.numbers.length).toBeGreaterThanOrEqual(12 * 8);
    expect(without.numbers).toEqual(usual.numbers);
  });
});
