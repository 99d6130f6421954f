import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adapterKey } from '../../../src-main/device/adapter-key.ts';
import { updateDeviceRecords } from '../../../src-main/device/device-records.ts';
import { type AdapterProbe, probeAdapter } from '../../../src-main/device/probe-adapter.ts';
import { SOFTWARE_VERSION } from '../../../src-main/files/software-version.ts';
import { electronFinding } from '../../../src-main/hosts/cli/doctor/electron-finding.ts';
import { enginesFinding } from '../../../src-main/hosts/cli/doctor/engines-finding.ts';
import {
  diskFinding,
  displayFinding,
  machineFinding,
  nodeFinding,
  simdFinding,
  sqliteFinding,
} from '../../../src-main/hosts/cli/doctor/examine.ts';
import type { Finding } from '../../../src-main/hosts/cli/doctor/finding.ts';
import { gpuFindingOf } from '../../../src-main/hosts/cli/doctor/gpu-finding.ts';
import { threadsFinding } from '../../../src-main/hosts/cli/doctor/threads-finding.ts';
import { card } from '../../device/card.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

describe('the doctor', () => {
  it('knows a Node that is too old', () => {
    expect(nodeFinding('24.21.0').state).toBe('works');
    expect(nodeFinding('20.20.2')).toMatchObject({ state: 'missing', required: true });
  });

  it('tries SQLite', async () => {
    expect(await sqliteFinding()).toMatchObject({ state: 'works', found: expect.stringMatching(/^3\.\d+/) });
  });

  it.each([
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'works'],
    ['linux', { DISPLAY: ':0' }, 'works'],
    ['linux', {}, 'missing'],
    ['win32', {}, 'works'],
    ['darwin', { SSH_CONNECTION: '1' }, 'limited'],
  ] as const)('looks for a display on %s with %j', (platform, env, state) => {
    expect(displayFinding(platform, env).state).toBe(state);
  });

  it('tries to write, and leaves nothing', async () => {
    const folder = temporaryFolder();
    expect(['works', 'limited']).toContain((await diskFinding(folder)).state);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    expect(await diskFinding(join(folder, 'file'))).toMatchObject({ state: 'missing', required: true });
  });

  it('measures the machine by what the program is made for', () => {
    expect(machineFinding(2, 4 * 2 ** 30).state).toBe('works');
    expect(machineFinding(1, 4 * 2 ** 30).state).toBe('limited');
    expect(machineFinding(8, 2 ** 30).state).toBe('limited');
  });
});

describe('the threads that work is spread over', () => {
  const module = new URL('../../../src-main/hosts/cli/doctor/threads-finding.ts', import.meta.url).href;

  /** What the doctor finds in a process of its own, in the words of a language. */
  function foundUnder(command: readonly string[], env: NodeJS.ProcessEnv = {}, language = 'en'): Finding {
    const file = join(temporaryFolder(), 'program.mjs');
    const words = new URL('../../../src-main/hosts/cli/words.ts', import.meta.url).href;
    writeFileSync(
      file,
      `const { threadsFinding } = await import('${module}');
       const { setLanguage } = await import('${words}');
       setLanguage('${language}');
       console.log(JSON.stringify(threadsFinding()));`,
    );
    const [program, ...args] = [...command, file];
    const { SOCAVON_THREADS: _, ...rest } = process.env;
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...rest, ...env } });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Finding;
  }
  const node = process.execPath;
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

  it('are as many as SOCAVON_THREADS says, and one is a reason to be slow', () => {
    expect(foundUnder([node], { SOCAVON_THREADS: '2' })).toMatchObject({
      state: 'works',
      found: expect.stringContaining('2 threads'),
    });
    if (availableParallelism() < 2) return;
    const finding = foundUnder([node], { SOCAVON_THREADS: '1' });
    expect(finding).toMatchObject({ state: 'limited', required: false });
    expect(finding.found).toContain('SOCAVON_THREADS is 1');
    expect(foundUnder([node], { SOCAVON_THREADS: '1' }, 'es').found).toContain('porque SOCAVON_THREADS es 1');
  });

  it.runIf(hasTaskset && cpus().length > 1)('are one where the system allows no more', () => {
    const bound = foundUnder(['taskset', '-c', '0', node]);
    expect(bound).toMatchObject({ state: 'limited', details: { threads: 1, allowed: 1 } });
    expect(bound.found).toContain(`1 of the ${cpus().length} processors`);
    expect(foundUnder(['taskset', '-c', '0', node], {}, 'es').advice).toContain('taskset');
  });

  it('cannot work together where memory cannot be shared', () => {
    const without = [node, '--enable-sharedarraybuffer-per-context'];
    expect(foundUnder(without)).toMatchObject({ state: 'limited', details: { hasSharedMemory: false } });
    expect(foundUnder(without, {}, 'es').found).toContain('SharedArrayBuffer está desactivado');
  });

  it('are one on a machine of one', () => {
    const one = { threads: 1, allowed: 1, processors: 1, requested: undefined, hasSharedMemory: true };
    expect(threadsFinding(one)).toMatchObject({ state: 'limited', found: 'this machine has one processor' });
  });
});

describe('SIMD', () => {
  it('is told, and where the processor has none, why the odometry is slower', () => {
    const cli = fileURLToPath(new URL('../../../src-main/hosts/cli/doctor/examine.ts', import.meta.url));
    const result = (...flags: string[]): Finding => {
      const program = `import(${JSON.stringify(cli)}).then((m) => console.log(JSON.stringify(m.simdFinding())))`;
      return JSON.parse(spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }).stdout);
    };
    expect(result()).toMatchObject({ state: 'works', details: { hasSimd: true } });
    expect(simdFinding(false)).toMatchObject({ state: 'limited', required: false });
    if (process.arch !== 'x64') return;
    expect(result('--no-enable-sse4-1')).toMatchObject({ state: 'limited', details: { hasSimd: false } });
  });
});

describe('the search for Electron', () => {
  /** A folder with the package electron, as npm lays it there. */
  function installed(): { from: string; runtime: string; folder: string } {
    const root = temporaryFolder();
    const folder = join(root, 'node_modules', 'electron');
    mkdirSync(join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"electron","version":"45.4.1"}');
    return { from: join(root, 'main.ts'), runtime: join(folder, 'dist', 'electron'), folder };
  }
  const noMirror = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' };

  it('says that the package is not installed', async () => {
    expect(await electronFinding(join(temporaryFolder(), 'main.ts'), noMirror)).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('not installed'),
    });
  });

  it('finds the runtime that was fetched, or given', async () => {
    const { from, runtime, folder } = installed();
    writeFileSync(join(folder, 'path.txt'), 'electron');
    writeFileSync(runtime, '');
    expect(await electronFinding(from, noMirror)).toMatchObject({
      state: 'works',
      found: `45.4.1, ${runtime}`,
    });

    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'electron'), '');
    const finding = await electronFinding(from, { ELECTRON_OVERRIDE_DIST_PATH: elsewhere });
    expect(finding).toMatchObject({ state: 'works', found: expect.stringContaining(elsewhere) });
  });

  it('asks whether it can be fetched', async () => {
    const { from } = installed();
    expect(await electronFinding(from, noMirror)).toMatchObject({
      state: 'missing',
      advice: expect.stringContaining('ELECTRON_MIRROR'),
    });
    const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await electronFinding(from, { ELECTRON_MIRROR: mirror })).toMatchObject({ state: 'limited' });
  });
});

describe('the GPU probe', () => {
  const program = (source: string): string => {
    const path = join(temporaryFolder(), 'probe.mjs');
    writeFileSync(path, source);
    return path;
  };

  it('answers on this machine, with or without an adapter', async () => {
    const probe = await probeAdapter();
    expect(probe.kind).not.toBe('crashed');
    const expected = probe.kind !== 'adapter' ? 'missing' : probe.adapter.isSoftware ? 'limited' : 'works';
    expect(gpuFindingOf(probe).state).toBe(expected);
  });

  it('outlives a driver that crashes', async () => {
    const probe = await probeAdapter(process.env, program("process.kill(process.pid, 'SIGSEGV');"));
    expect(probe).toMatchObject({ kind: 'crashed', reason: expect.stringContaining('SIGSEGV') });
    expect(gpuFindingOf(probe)).toMatchObject({ state: 'missing', required: false });
  });

  it('passes on the complaint of a driver', async () => {
    const probe = await probeAdapter(
      process.env,
      program("console.error('no such driver'); process.exit(3);"),
    );
    expect(probe).toEqual({
      kind: 'crashed',
      reason: 'the driver ended the process (status 3) no such driver',
    });
  });

  it('never counts a software adapter as one that is fast', () => {
    const adapter = card({ isSoftware: true });
    expect(gpuFindingOf({ kind: 'adapter', adapter }).state).toBe('limited');
    expect(gpuFindingOf({ kind: 'adapter', adapter: card() }).state).toBe('works');
  });

  it('reports adapter, driver, limits and features', () => {
    const adapter = card({ features: ['subgroups', 'shader-f16'] });
    expect(gpuFindingOf({ kind: 'adapter', adapter })).toMatchObject({
      found:
        'acme, gr-100, Driver 580; buffers up to 1024 MiB, bound up to 128 MiB, workgroups up to 512 threads and 32 KiB; subgroups, no timestamp-query',
      details: { adapter: { architecture: 'granite', features: adapter.features, limits: adapter.limits } },
    });
  });
});

describe('the choice of the engine', () => {
  const adapter = card();
  const probe = { kind: 'adapter', adapter } as const;
  const finding = async (
    change: Parameters<typeof updateDeviceRecords>[0] | null,
    of: AdapterProbe = probe,
  ): Promise<Finding> => {
    const path = join(temporaryFolder(), 'devices.json');
    if (change !== null) await updateDeviceRecords(change, path);
    return enginesFinding(of, path, 'this machine');
  };
  const at = { softwareVersion: SOFTWARE_VERSION, measuredAt: '2026-11-21T08:00:00Z' };

  it('is reported where nothing is known yet, with what to do', async () => {
    expect(await finding(null)).toMatchObject({
      state: 'works',
      found: expect.stringMatching(/not tuned; nothing timed yet .*devices\.json/),
      advice: expect.stringContaining('socavon tune'),
    });
    const none = await finding(null, { kind: 'none', reason: '' });
    expect(none.found).toMatch(/no adapter to tune/);
    expect(none.advice).toBeUndefined();
  });

  it('is reported with the tuning and the times of this machine', async () => {
    const line = { startMs: 90, small: { work: 1, ms: 10 }, large: { work: 9, ms: 20 } };
    const costs = { kind: 'costs', adapter: adapterKey(adapter), cpu: line, gpu: line } as const;
    const tuning = {
      workgroupSize: 64,
      maxWorkgroups: 256,
      lanesPerQuery: 2,
      softWorkgroupSize: 128,
      softLanes: 32,
      softStepThreads: 512,
    };
    const known = await finding((before) => ({
      ...before,
      tunings: { [adapterKey(adapter)]: { ...at, tuning } },
      choices: {
        'run, this machine': { ...at, result: { kind: 'cpu-only', reason: 'it crashed' } },
        'register em-icp, this machine': { ...at, result: costs },
        'register em-icp, another': { ...at, result: costs },
      },
    }));
    expect(known.found).toMatch(
      /tuned: 64 threads of a workgroup, .*, 128 threads of a soft workgroup, 32 threads for four points, 512 threads of a soft step; run: cpu \(it crashed\); register em-icp: cpu 100 to 110 ms, gpu 100 to 110 ms; kept in/,
    );
    expect(known.found.match(/em-icp/g)).toHaveLength(1);
    expect(known.advice).toMatch(/answers now; socavon tune/);
    expect(known.details).toMatchObject({ tuning, choices: { 'register em-icp': costs } });
  });

  it('is limited where the file is damaged', async () => {
    const path = join(temporaryFolder(), 'devices.json');
    writeFileSync(path, '{');
    expect(await enginesFinding(probe, path, 'x')).toMatchObject({
      state: 'limited',
      found: expect.stringContaining(path),
    });
  });
});
