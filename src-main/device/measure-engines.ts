/*
 * Program started by known-costs.ts: times both engines for a workload. A driver that crashes ends only this
 * process.
 */
import { SocavonError } from '../../src-core/model/errors.ts';
import { serveParentOnce } from '../rpc/child.ts';
import type { Workload } from './engine-task.ts';
import { GpuEngine } from './gpu-engine.ts';
import { measureRegistration } from './measure-registration.ts';
import type { MeasuredEngines, MeasureMethods } from './measured-engines.ts';
import { measureScans } from './scan-speed.ts';

async function measured(workload: Workload): Promise<MeasuredEngines> {
  const engine = new GpuEngine();
  try {
    const costs =
      workload.kind === 'run' ? await measureScans(engine) : await measureRegistration(workload, engine);
    return { kind: 'costs', adapter: await engine.adapter(), ...costs };
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
    return { kind: 'cpu-only', reason: error.message };
  }
}

serveParentOnce<MeasureMethods>({ measure: measured });
