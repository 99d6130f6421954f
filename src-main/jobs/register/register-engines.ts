import { type Message, message } from '../../../src-core/messages/message.ts';
import { remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { EngineName } from '../../../src-core/model/engine-name.ts';
import { SocavonError, saidBy } from '../../../src-core/model/errors.ts';
import { isSoftMethod, type MethodId, type SearchId } from '../../../src-core/model/registration-ids.ts';
import { completeOptions } from '../../../src-lab/clouds/complete-options.ts';
import { storedDistance } from '../../../src-lab/methods/custom-distance.ts';
import type {
  ChosenOptions,
  PointSet,
  RegistrationProgress,
  RegistrationResult,
} from '../../../src-lab/problem/method.ts';
import { isRobust, ROBUST_DEFAULTS } from '../../../src-lab/problem/robust-options.ts';
import { checkSoftWork, mostWeights } from '../../../src-lab/soft/soft-work.ts';
import { type AdapterIdentity, adapterKey, adapterName } from '../../device/adapter-key.ts';
import { chooseEngine, type EngineChoice } from '../../device/choose-engine.ts';
import { fittingSearch } from '../../device/fitting-search.ts';
import type { OpenGpu } from '../../device/open-gpu.ts';
import { registerJob } from '../../device/register-job.ts';

/** Registration with the engine that computed it. */
export interface EngineRun {
  readonly found: RegistrationResult;
  readonly engine: 'cpu' | 'gpu';
  readonly search: SearchId;
  /** null: computed on the CPU. */
  readonly adapter: AdapterIdentity | null;
  /** Reason why `auto` chose this engine; null if the user did. */
  readonly why: string | null;
}

/** Inputs of a registration; `choose` and `open` are replaced in tests. */
export interface EngineRequest {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly options: Omit<ChosenOptions, 'method' | 'search'> & {
    readonly method: MethodId;
    /** null: the default of the engine. */
    readonly search: SearchId | null;
  };
  /** Coefficients of the distance of `newton-custom`, see `customQuadratics`. */
  readonly customQuadratics?: Float64Array | null;
  readonly choose?: typeof chooseEngine;
  readonly open?: () => Promise<OpenGpu>;
}

/**
 * Registers on an engine. If `auto` chooses the GPU and it cannot do this work (adapter missing, clouds larger than
 * its memory), the CPU does, with a warning; a GPU that fails during the work makes the registration fail.
 *
 * @throws SocavonError of the engine; CancelledError
 */
export async function registerBy(
  engine: EngineName,
  request: EngineRequest,
  context: StageContext,
): Promise<EngineRun> {
  if (engine === 'cpu') return onCpu(request, context, null);
  if (engine === 'auto' && (request.options.family ?? 'rigid') !== 'rigid')
    return onCpu(request, context, 'a family that is not rigid is sought on the CPU only');
  if (engine === 'auto' && request.source.weights !== undefined)
    return onCpu(request, context, 'weights of the points are taken on the CPU only');
  if (engine === 'auto' && isRobust({ ...ROBUST_DEFAULTS, ...request.options.robust }))
    return onCpu(request, context, 'robust weights are taken on the CPU only');
  if (engine === 'gpu') return onGpu(request, context, null);
  const choice = await chosen(request, context);
  if (choice.engine === 'cpu') return onCpu(request, context, choice.why);
  try {
    const run = await onGpu(request, context, choice.why);
    if (run.adapter !== null && adapterKey(run.adapter) !== choice.adapter) await forget();
    return run;
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'engine-unavailable') throw error;
    warn(context, message('gpu-replaced', { why: saidBy(error) }));
    await forget();
    return onCpu(request, context, 'the GPU could not do it');
  }
}

/**
 * Deletes the recorded running times, because the machine has changed since. If the file is not writable, the next
 * choice is equally wrong, and warns again.
 */
async function forget(): Promise<void> {
  const { forgetCosts } = await import('../../device/known-costs.ts');
  await forgetCosts().catch(() => {});
}

function chosen(
  { source, target, options, choose = chooseEngine }: EngineRequest,
  context: StageContext,
): Promise<EngineChoice> {
  const { method, search } = options;
  return choose(
    {
      kind: 'register',
      method,
      search,
      sourcePoints: source.count,
      targetPoints: target.count,
      ...(isSoftMethod(method) && { weights: weightsOf(source, target, options) }),
    },
    {
      cancel: context.cancel,
      report: (kind, said) =>
        context.emit(
          kind === 'note'
            ? { kind, stage: 'register', ...remarkOf(said) }
            : { kind, stage: 'register', code: 'engine-choice', ...remarkOf(said) },
        ),
    },
  );
}

function weightsOf(source: PointSet, target: PointSet, options: EngineRequest['options']): number {
  const { search, ...chosen } = options;
  return mostWeights(source.count, target.count, completeOptions(chosen, source, target));
}

async function onCpu(
  { source, target, options, customQuadratics = null }: EngineRequest,
  context: StageContext,
  why: string | null,
): Promise<EngineRun> {
  const search = fittingSearch('cpu', options.search, options);
  const chosen = completeOptions({ ...options, search }, source, target);
  checkSoftWork('cpu', source.count, target.count, chosen);
  const result = await registerJob(source, target, chosen, context.cancel, {
    customQuadratics,
    onProgress: progressOf(options.method, context),
  });
  return { found: result, engine: 'cpu', search, adapter: null, why };
}

async function onGpu(
  { source, target, options, open, customQuadratics = null }: EngineRequest,
  context: StageContext,
  why: string | null,
): Promise<EngineRun> {
  const search = fittingSearch('gpu', options.search, options);
  const chosen = completeOptions({ ...options, search }, source, target);
  checkSoftWork('gpu', source.count, target.count, chosen);
  const customDistance = customQuadratics === null ? chosen.customDistance : storedDistance(customQuadratics);
  // Dawn is loaded only when it is needed.
  const { GpuEngine } = await import('../../device/gpu-engine.ts');
  const { registerOnGpu } = await import('../../../src-lab/gpu/register-gpu.ts');
  const engine = new GpuEngine({ ...(open && { open }), warn: (said) => warn(context, said) });
  try {
    const result = await engine.run((gpu) =>
      registerOnGpu(
        gpu,
        source,
        target,
        { ...chosen, customDistance },
        context.cancel,
        progressOf(options.method, context),
      ),
    );
    const { vendor, architecture, device, description } = await engine.adapter();
    const adapter = { vendor, architecture, device, description };
    if (options.method === 'picp')
      context.emit({
        kind: 'note',
        stage: 'register',
        ...remark('picp-threads', { adapter: adapterName(adapter) }),
      });
    return { found: result, engine: 'gpu', search, adapter, why };
  } finally {
    await engine.destroy();
  }
}

/** Running time before progress is shown, and between two reports of it, ms: many registrations are done by then. */
const SHOW_AFTER_MS = 300;
const REPORT_EVERY_MS = 100;

/** Counts the temperatures of a soft method, and the iterations of the others. */
function progressOf(method: MethodId, { emit }: StageContext): RegistrationProgress {
  const unit = isSoftMethod(method) ? 'temperatures' : 'iterations';
  let due = performance.now() + SHOW_AFTER_MS;
  return (step) => {
    if (performance.now() < due) return;
    due = performance.now() + REPORT_EVERY_MS;
    emit({ kind: 'progress', stage: 'register', unit, ...step });
  };
}

function warn({ emit }: StageContext, said: Message): void {
  emit({ kind: 'warning', stage: 'register', code: 'engine-choice', ...remarkOf(said) });
}
