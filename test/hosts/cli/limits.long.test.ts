import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Project } from '../../../src-main/project/project.ts';
import { DRIVE_SEED, simulatedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson } from './run-cli.ts';

const MAIN = fileURLToPath(new URL('../../../src-main/hosts/cli/main.ts', import.meta.url));

/** Runs the command line in a shell that sets it a limit. */
function limited(limit: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync('bash', ['-c', `${limit}; exec "$0" "$@"`, process.execPath, MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
}

function newProject(): string {
  const path = join(temporaryFolder(), 'p.socavon');
  Project.open(path, { create: true }).close();
  return path;
}

describe.skipIf(process.platform !== 'linux')('a limit that the system sets', () => {
  it('of open files is named, with its number, wherever it is met', () => {
    const project = newProject();
    const seen = [23, 24, 25, 26, 27, 28].map((most) => ({
      most,
      ...limited(`ulimit -n ${most}`, ['info', project]),
    }));
    for (const { most, status, stderr } of seen)
      if (status !== 0)
        expect(stderr).toBe(
          `error: This user may have ${most} files open at a time, which is too few; raise the limit (ulimit -n) to 256 or more.\n`,
        );
    expect(seen.some(({ status }) => status === 1)).toBe(true);
  });

  it.each([
    ['the new project', 50, '51.2 kB'],
    ['its import', 300, '307.2 kB'],
  ])(
    `of the size of a file is named in %s, and is no fault of the disk (simulated drive, seed ${DRIVE_SEED})`,
    async (_, blocks, size) => {
      const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
      const folder = temporaryFolder();
      const { status, stderr } = limited(`ulimit -f ${blocks}`, [
        'run', capture, '--project', join(folder, 'p.socavon'), '--out', join(folder, 'out'),
      ]); // biome-ignore format: one command line
      expect(status).toBe(1);
      expect(stderr).toMatch(`p.socavon`);
      expect(stderr).toContain(`reached ${size}, the largest file that this user may write here`);
      expect(stderr).not.toMatch(/disk reports a fault/);
    },
  );
});

describe.skipIf(process.platform !== 'linux')(
  `a limit of the addresses that a run may reserve (simulated drive, seed ${DRIVE_SEED})`,
  () => {
    /** Ending of a run within some GiB of addresses. */
    async function runWithin(gib: number) {
      const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
      const folder = temporaryFolder();
      const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
      const threads = { SOCAVON_THREADS: '2' };
      return limited(`ulimit -v ${gib * 2 ** 20}`, ['run', capture, ...files, '--json'], threads);
    }

    it('is named where no thread can be started', async () => {
      const { status, stderr } = await runWithin(1.75);
      expect(status).toBe(1);
      expect(stderr.split('\n').filter((line) => line.startsWith('error:'))).toEqual([
        expect.stringMatching(/^error: This user may reserve 1\.9 GB of addresses/),
      ]);
      expect(stderr).not.toMatch(/Fatal| {4}at /);
    });

    it('costs a run the fast loops and not its result', async () => {
      const [limitedRun, free] = [await runWithin(12), await runWithin(2 ** 20)];
      expect([limitedRun.status, free.status]).toEqual([0, 0]);
      expect(lastJson(limitedRun).volume).toEqual(lastJson(free).volume);
    });
  },
);

describe.skipIf(!existsSync('/proc/self'))('a home in which no folder can be made', () => {
  it.each([
    [
      'HOME',
      { HOME: '/proc/x', XDG_CACHE_HOME: '', XDG_STATE_HOME: '', SOCAVON_CACHE: '', SOCAVON_LOG: undefined },
    ],
    [
      'cache, log and configuration',
      {
        SOCAVON_CACHE: '/proc/x/cache',
        SOCAVON_LOG: '/proc/x/log/it.log',
        SOCAVON_CONFIG: '/proc/x/config',
      },
    ],
  ] as const)('does not keep the program from its work: %s', (_, env) => {
    const { status, stdout, stderr } = limited(':', ['info', newProject()], env);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('p.socavon: project');
  });

  it('costs it no more than a moment', () => {
    const missing = limited(':', ['info', '/proc/x/none.socavon'], { SOCAVON_LOG: '/proc/x/log/it.log' });
    expect(missing.status).toBe(1);
    const out = limited(':', ['simulate', '--out', '/proc/x/drive', '--length', '16']);
    expect(out.status).toBe(1);
    expect(out.stderr).toMatch(/^error: \/proc\/x\/drive/);
  });
});
