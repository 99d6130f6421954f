// Imports a capture in a thread and aligns it concurrently, until it is killed. Arguments: project, capture. Prints how much of
// the capture is imported.
import { NEVER_CANCELLED } from '../../../src-core/model/context.ts';
import { ODOMETRY_DEFAULTS } from '../../../src-core/odometry/odometry-options.ts';
import { importAndAlign } from '../../../src-main/jobs/import/import-and-align.ts';
import { Project } from '../../../src-main/project/project.ts';

const [path, capture] = process.argv.slice(2);
const project = Project.open(path, { create: true });
const context = {
  cancel: NEVER_CANCELLED,
  emit(event: { kind: string; done?: number; total?: number | null }) {
    if (event.kind === 'progress') process.stdout.write(`${event.done! / event.total!}\n`);
  },
};
const alignment = { odometry: ODOMETRY_DEFAULTS, isOnCpu: true };
await importAndAlign(project, [capture], {}, alignment, context, { threads: 2, leastBytes: 0 });
