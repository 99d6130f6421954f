import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, longest first, of a bare machine's whole run. A worker that begins one of them at the end lets
 * the other stand idle for as long.
 */
const LONG_FILES: readonly string[] = [
  'test/gpu/registration.parity.test.ts',
  'test/gpu/scan-odometry.parity.test.ts',
  'test/gpu/scan-run.test.ts',
  'test/gpu/soft-sizes.parity.test.ts',
  'test/gpu/large-clouds.parity.test.ts',
  'test/e2e/look.test.ts',
  'test/e2e/whole-way.test.ts',
  'test/e2e/sections.test.ts',
  'test/e2e/map.test.ts',
  'test/e2e/control.test.ts',
  'test/engine/handlers/alignment.test.ts',
  'test/hosts/cli/run.test.ts',
  'test/renderer/volume-worker.test.ts',
  'test/engine/handlers/refine-handlers.test.ts',
  'test/engine/handlers/survey-handlers.test.ts',
  'test/e2e/alignment.test.ts',
  'test/e2e/epochs.test.ts',
  'test/engine/handlers/map-levels.test.ts',
  'test/survey/join-sessions.test.ts',
  'test/e2e/moved.test.ts',
  'test/hosts/cli/run.refusal.test.ts',
  'test/engine/engine.test.ts',
  'test/hosts/cli/demo.test.ts',
  'test/odometry/odometry.test.ts',
  'test/e2e/lab.test.ts',
];

/** Long files first, all else as vitest has it. Files of the graphics card stay together: they share a process. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const places = new Map(
      files.map((file) => {
        const place = LONG_FILES.indexOf(relative(root, file.moduleId));
        return [file, place < 0 ? LONG_FILES.length : place];
      }),
    );
    const sorted = await super.sort(files);
    return sorted.sort(
      (a, b) =>
        Number(b.project.name === 'gpu') - Number(a.project.name === 'gpu') ||
        places.get(a)! - places.get(b)!,
    );
  }
}
