import { median } from '../../src-core/math/statistics.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { readAhead } from '../../src-main/jobs/schedule/read-ahead.ts';
import { Project } from '../../src-main/project/project.ts';

/** Time of the scans of a session through the odometry, nothing else in the process. */
export interface TimedAlignment {
  /** Median from the request of a scan to its pose, ms. */
  readonly scanMs: number;
  /** Of the whole, divided by the scans, ms. */
  readonly meanMs: number;
  /** Of all threads, a scan, ms. */
  readonly processorMs: number;
  readonly peakMiB: number;
  /** Position after the last scan, in the frame of the first, m. */
  readonly end: readonly number[];
}

async function timedAlignment(path: string, threads: number): Promise<TimedAlignment> {
  const project = Project.open(path, { readonly: true });
  const [session] = project.sessions.all();
  const scans = readAhead(project, session, ODOMETRY_DEFAULTS, { kind: 'cpu' }, threads);
  try {
    const odometry = new Odometry(scans.sensor, ODOMETRY_DEFAULTS);
    const times: number[] = [];
    let end: number[] = [];
    const processor = process.cpuUsage();
    const started = performance.now();
    for (let index = 0; index < scans.count; index++) {
      const requested = performance.now();
      const placed = await odometry.next(await scans.read(index));
      times.push(performance.now() - requested);
      for (const { T_map_sensor } of placed) end = [...T_map_sensor.t];
    }
    const { user, system } = process.cpuUsage(processor);
    return {
      scanMs: median(times),
      meanMs: (performance.now() - started) / times.length,
      processorMs: (user + system) / 1000 / times.length,
      peakMiB: process.resourceUsage().maxRSS / 1024,
      end,
    };
  } finally {
    await scans.close();
    project.close();
  }
}

// node timed-alignment.ts PROJECT THREADS
console.log(JSON.stringify(await timedAlignment(process.argv[2], Number(process.argv[3]))));
