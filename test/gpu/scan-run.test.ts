import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quantile } from '../../src-core/math/statistics.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import type { EngineIdentity, EngineName } from '../../src-core/model/engine-name.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { defaultFormatsOf } from '../../src-core/model/survey-content.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { align } from '../../src-core/survey/align.ts';
import type { OpenGpu } from '../../src-main/device/open-gpu.ts';
import { run } from '../../src-main/hosts/cli/run/run-captures.ts';
import type { CommandResult } from '../../src-main/hosts/cli/with-command.ts';
import type { ScanEngineHost } from '../../src-main/jobs/session/choose-scan-engine.ts';
import { Project } from '../../src-main/project/project.ts';
import { PoseMemory } from '../fixtures/pose-memory.ts';
import { DRIVE_SEED, type SurveyedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { lastJson } from '../hosts/cli/run-cli.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { IS_LONG } from '../support/tier.ts';
import { type Apart, apart, FEW_GROUPS, nudgedEngine } from './scan-fixtures.ts';
import { describeOnGpu, openKeptGpu, openSoftwareGpu } from './software-device.ts';

/** Sixty scans take as many seconds on a software adapter where other tests run beside. */
const SLOW_MS = 1_800_000;
/** The scan in whose course the device is lost. */
const LOST_AT = IS_LONG ? 22 : 12;

/** Runs and poses of the only session of a project. */
function alignmentsIn(path: string): { engine: EngineIdentity; state: string; poses: ScanPose[] }[] {
  const project = Project.open(path, { readonly: true });
  try {
    const [session] = project.sessions.all();
    return project.runs
      .of(session.id)
      .map(({ id, engine, state }) => ({ engine, state, poses: project.poses.of(id) }));
  } finally {
    project.close();
  }
}

function offsets(poses: readonly ScanPose[], expected: readonly ScanPose[]): Apart[] {
  return poses.map(({ T_map_sensor }, k) => apart(expected[k].T_map_sensor, T_map_sensor));
}

/** The drive by the CPU, each pose nudged by a micrometre. */
async function nudgedPoses(path: string): Promise<readonly ScanPose[]> {
  const project = Project.open(path, { readonly: true });
  try {
    const scans = project.scanStore(project.sessions.all()[0]);
    const store = new PoseMemory();
    const engine = nudgedEngine(1e-6, DRIVE_SEED);
    await align(
      scans,
      { options: ODOMETRY_DEFAULTS, edits: [], engine, resume: null, store },
      SILENT_CONTEXT,
    );
    return store.poses();
  } finally {
    project.close();
  }
}

describeOnGpu(`socavon run on the device (simulated drive, seed ${DRIVE_SEED})`, () => {
  let byCpu: SurveyedDrive;
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  const project = join(folder, 'drive.socavon');
  const out = join(folder, 'out');
  beforeAll(async () => {
    byCpu = await surveyedDrive();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const runBy = (
    engine: EngineName,
    host: ScanEngineHost,
    context: StageContext = SILENT_CONTEXT,
  ): Promise<CommandResult> =>
    run(
      [byCpu.capture],
      { project, out, engine, language: 'es', report: defaultFormatsOf('report'), paper: 'a4' },
      context,
      host,
    );

  const software = (open: () => Promise<OpenGpu> = openKeptGpu): ScanEngineHost => ({
    choose: () => expect.unreachable('nothing is to be chosen'),
    gpu: { tuning: FEW_GROUPS, open },
  });

  it('ends with one sentence when the device is lost in the middle, and keeps what was placed', async () => {
    let device: GPUDevice | null = null;
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress' && event.stage === 'align' && event.done === LOST_AT) device?.destroy();
      },
    };
    const host = software(async () => {
      const own = await openSoftwareGpu();
      device = own.device;
      return own;
    });
    await expect(runBy('gpu', host, context)).rejects.toMatchObject({
      code: 'gpu-lost',
      message: expect.stringMatching(
        /^The GPU was lost while it worked \([^\n]+\)\. What was finished before/,
      ),
    });
    const [alignment] = alignmentsIn(project);
    expect(alignment.engine).toMatchObject({
      kind: 'gpu',
      adapter: expect.stringMatching(/^google, swiftshader/i),
    });
    expect(alignment.poses.map(({ scanIndex }) => scanIndex)).toEqual([...Array(LOST_AT).keys()]);
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  // Whole drives are of the long tier; scan by scan the engines are compared in scan-odometry.parity.test.ts.
  it.runIf(IS_LONG)(
    'goes on there with `auto`, ends where the CPU does pose by pose, and names itself everywhere',
    async () => {
      const { data } = await runBy('auto', software());
      const alignments = alignmentsIn(project);
      expect(alignments).toHaveLength(1);
      expect(alignments[0].state).toBe('done');
      const [expected] = alignmentsIn(byCpu.project);
      expect(alignments[0].poses).toHaveLength(expected.poses.length);
      const off = offsets(alignments[0].poses, expected.poses);
      const nudged = offsets(await nudgedPoses(project), expected.poses);
      // At 4 m/s the roll of single scans settles no better than this, whoever rounds.
      const settles = 2 * Math.max(...nudged.map(({ degrees }) => degrees));
      off.forEach(({ millimetres, degrees }, k) => {
        expect(millimetres, `scan ${k}`).toBeLessThan(1);
        expect(degrees, `scan ${k}`).toBeLessThan(Math.max(0.01, settles));
      });
      expect(
        quantile(
          off.map(({ degrees }) => degrees),
          0.9,
        ),
      ).toBeLessThan(0.01);

      const own = lastJson(byCpu.ending) as { volume: { value: number }; files: string[] };
      expect(data).toMatchObject({ engine: 'gpu', files: own.files });
      const { adapter, volume } = data as { adapter: string; volume: { value: number } };
      expect(alignments[0].engine).toEqual({ kind: 'gpu', adapter });
      expect(Math.abs(volume.value / own.volume.value - 1)).toBeLessThan(5e-4);
      expect(readdirSync(out).sort()).toEqual(readdirSync(byCpu.out).sort());
      expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`GPU (${adapter})`);
      const stored = Project.open(project, { readonly: true });
      const trajectory = stored.products.latest('trajectory', stored.sessions.all()[0].id);
      expect(trajectory?.options).toMatchObject({ engine: 'gpu', adapter });
      stored.close();
    },
    SLOW_MS,
  );

  it('of the CPU is another question', async () => {
    const cancel = { cancelled: false };
    const context: StageContext = {
      cancel,
      emit: (event) => {
        if (event.kind === 'progress' && event.stage === 'align' && event.done === 6) cancel.cancelled = true;
      },
    };
    await expect(runBy('cpu', software(), context)).rejects.toThrow(CancelledError);
    const [before, own, ...others] = alignmentsIn(project);
    expect(before.engine.kind).toBe('gpu');
    if (IS_LONG) expect(before.state).toBe('done');
    expect(own).toMatchObject({ engine: { kind: 'cpu' }, state: 'cancelled' });
    expect(others).toEqual([]);
  });

  it('refuses an adapter that computes on the processor before any work', async () => {
    const elsewhere = join(temporaryFolder(), 'new.socavon');
    const request = {
      project: elsewhere,
      out: `${elsewhere}-out`,
      engine: 'gpu',
      language: 'es',
      report: ['html'],
      paper: 'a4',
    } as const;
    await expect(run([byCpu.capture], request, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'engine-unavailable',
      message: expect.stringMatching(/computes on the processor itself and is slower/),
    });
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('`auto` takes the CPU, with a warning, where the chosen device cannot be had', async () => {
    const warnings: string[] = [];
    const cancel = { cancelled: false };
    const context: StageContext = {
      cancel,
      emit: (event) => {
        if (event.kind === 'warning' && event.code === 'engine-choice') warnings.push(event.message);
        if (event.kind === 'progress' && event.stage === 'align') cancel.cancelled = true;
      },
    };
    const fresh = join(temporaryFolder(), 'new.socavon');
    const request = {
      project: fresh,
      out: `${fresh}-out`,
      engine: 'auto',
      language: 'es',
      report: ['html'],
      paper: 'a4',
    } as const;
    const choose = async () => ({ engine: 'gpu', why: '', adapter: null }) as const;
    await expect(run([byCpu.capture], request, context, { choose })).rejects.toThrow(CancelledError);
    expect(warnings).toEqual([
      expect.stringMatching(/^The CPU takes the place of the GPU: The only graphics adapter/),
    ]);
    expect(alignmentsIn(fresh).map(({ engine }) => engine.kind)).toEqual(['cpu']);
  });
});
