import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { LAYOUTS } from '../../../src-simulate/os1-16.ts';
import { PRESETS } from '../../../src-simulate/presets.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { endOf, lastJson, runCli, startCli, startProgram } from './run-cli.ts';

const FAILING = fileURLToPath(new URL('failing-command.ts', import.meta.url));

describe('exit status and streams of the command line', () => {
  it('0 and standard output for help and version', async () => {
    const help = await runCli('--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    for (const word of ['simulate', 'info', 'doctor', 'Exit status']) expect(help.stdout).toContain(word);
    expect(await runCli('--version')).toEqual({ status: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  it.each([
    [['simulat'], "unknown command 'simulat'", 'Did you mean simulate?'],
    [['volume'], "missing required argument 'project'", '--help'],
    [['info', 'a', '--nonsense'], "unknown option '--nonsense'", '--help'],
    [['simulate'], "required option '--out <dir>' not specified", '--help'],
    [['simulate', '--out', 'x', '--length', '1,5'], '"1,5" is not a number', '--help'],
    [['simulate', '--out', 'x', '--preset', 'lunar'], 'Allowed choices are rough', '--help'],
    [['simulate', '--out', 'x', '--length', '2'], 'It takes 16 to 2000 m', '--help'],
    [[], 'Usage: socavon', ''],
  ])('2 and a hint for the wrong usage %j', async (args, sentence, hint) => {
    const ending = await runCli(...args);
    expect(ending).toMatchObject({ status: 2, stdout: '' });
    expect(ending.stderr).toContain(sentence);
    expect(ending.stderr).toContain(hint);
  });

  it('2 and a last line of JSON for the wrong usage with --json', async () => {
    const ending = await runCli('info', '--json');
    expect(ending.status).toBe(2);
    expect(lastJson(ending)).toEqual({
      error: {
        code: 'usage',
        message: 'Name a file, or ask for the formats that are read and written with --formats.',
      },
    });
  });

  it('1 and one sentence for a failure', async () => {
    const path = join(temporaryFolder(), 'none.pcap');
    const sentence = `There is no file ${path}; check the name and the folder.`;
    expect(await runCli('info', path)).toEqual({ status: 1, stdout: '', stderr: `error: ${sentence}\n` });
    const ending = await runCli('info', path, '--json');
    expect(ending).toMatchObject({ status: 1, stderr: `error: ${sentence}\n` });
    expect(lastJson(ending)).toEqual({ error: { code: 'file-missing', message: sentence } });
  });

  it.each([
    ['foreseen', 1, 'error: The axis has one point; give two or more.\n'],
    ['usage', 2, 'error: Give one or the other.\n'],
    ['no', 1, ''],
  ])('of a command that ends with %s', async (how, status, stderr) => {
    expect(await endOf(startProgram(FAILING, [how]))).toMatchObject({ status, stderr });
  });

  it('1, one sentence and the place of the log for what nobody foresaw', async () => {
    const log = join(temporaryFolder(), 'logs', 'socavon.log');
    const ending = await endOf(startProgram(FAILING, ['unforeseen', '--json'], { SOCAVON_LOG: log }));
    expect(ending.status).toBe(1);
    expect(ending.stderr).toBe(
      `error: Socavón met an error of its own: x is not a function. The details are in ${log}; please report it.\n`,
    );
    expect(lastJson(ending)).toMatchObject({ error: { code: 'internal' } });
    expect(readFileSync(log, 'utf8')).toMatch(/TypeError: x is not a function\n\s+at .*failing-command/);
  });

  it('shows the stack with SOCAVON_DEBUG=1, and does without a log that cannot be written', async () => {
    const debug = { SOCAVON_DEBUG: '1', SOCAVON_LOG: join(FAILING, 'no', 'folder') };
    const ending = await endOf(startProgram(FAILING, ['unforeseen'], debug));
    expect(ending.stderr).toMatch(/at .*failing-command.*Set SOCAVON_DEBUG=1 to see the details/s);
    expect(ending.status).toBe(1);
  });

  it('0 when the reader of the output has seen enough', async () => {
    const child = startCli(['--help']);
    child.stdout?.destroy();
    expect(await endOf(child)).toMatchObject({ status: 0, stderr: '' });
  });

  it('goes on when nobody reads standard error', async () => {
    const out = join(temporaryFolder(), 'sim');
    const child = startCli([
      'simulate',
      '--preset',
      'smooth',
      '--length',
      '16',
      '--speed',
      '5',
      '--out',
      out,
      '--json',
    ]);
    child.stderr?.once('data', () => child.stderr?.destroy());
    const ending = await endOf(child);
    expect(ending.status).toBe(0);
    expect(lastJson(ending)).toMatchObject({ preset: 'smooth' });
  });

  it.skipIf(process.platform === 'win32')('130 on Ctrl-C, with nothing half-written', async () => {
    const out = join(temporaryFolder(), 'sim');
    const child = startCli([
      'simulate',
      '--preset',
      'smooth',
      '--length',
      '16',
      '--speed',
      '0.1',
      '--out',
      out,
      '--json',
    ]);
    const ending = endOf(child);
    child.stderr?.once('data', () => child.kill('SIGINT'));
    const { status, stderr, stdout } = await ending;
    expect(status).toBe(130);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'Cancelled the simulation; what was finished before is kept.',
    );
    expect(lastJson({ status, stderr, stdout })).toMatchObject({ error: { code: 'cancelled' } });
    const names = readdirSync(out);
    expect(names).toContain('truth.json');
    expect(names.filter((name) => name.includes('capture') || name.endsWith('.part'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'ends with the second Ctrl-C, also where a thread waits for a pipe that nobody writes to',
    async () => {
      const folder = temporaryFolder();
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const waits = join(folder, 'waits.mjs');
      // As a disk of a network does that does not answer: `process.exit` waits for this thread.
      writeFileSync(waits, `import { readFile } from 'node:fs'; readFile('${pipe}', () => {});`);
      const args = ['simulate', '--preset', 'smooth', '--length', '16', '--speed', '0.1'];
      const child = startCli([...args, '--out', join(folder, 'sim')], { NODE_OPTIONS: `--import=${waits}` });
      const ended = once(child, 'exit');
      await once(child.stderr!, 'data');
      child.kill('SIGINT');
      // The first lets the work end; the thread then keeps the process.
      while (child.exitCode === null && child.signalCode === null) {
        await pause(200);
        child.kill('SIGINT');
      }
      expect(await ended).toEqual([null, 'SIGINT']);
    },
  );
});

describe('socavon simulate', () => {
  it('offers what the simulator has', () => {
    const simulate = socavonProgram().commands.find((command) => command.name() === 'simulate')!;
    const choices = (flag: string) => simulate.options.find(({ long }) => long === flag)?.argChoices;
    expect(choices('--preset')).toEqual(Object.keys(PRESETS));
    expect(choices('--layout')).toEqual(Object.keys(LAYOUTS));
  });

  it('writes what info then describes', async () => {
    const out = join(temporaryFolder(), 'sim');
    const ending = await runCli(
      'simulate', '--preset', 'smooth', '--length', '16', '--speed', '4', '--layout', 'legacy16', '--seed', '3',
      '--chainage', '0+005:7', '--donuts', '--json', '--out', out,
    ); // biome-ignore format: one command line
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(/^simulate: 1\/\d+ scans/);
    const { scans, files, donuts } = lastJson(ending) as { scans: number; files: string[]; donuts: object };
    expect(files).toContain('capture.pcap');
    // By folder and count: one name a scan would bury the others.
    expect(files.filter((name) => name.includes('donuts'))).toEqual([]);
    expect(donuts).toEqual({ folder: 'donuts', count: scans });
    expect(readdirSync(join(out, 'donuts'))).toHaveLength(scans);
    expect(JSON.parse(readFileSync(join(out, 'truth.json'), 'utf8')).asked).toMatchObject([
      { from: 5, to: 7 },
    ]);

    const folder = lastJson(await runCli('info', out, '--json'));
    expect(folder).toMatchObject({ kind: 'simulation', simulation: { preset: 'smooth' }, warnings: [] });
    const capture = lastJson(await runCli('info', join(out, 'capture.pcap'), '--json'));
    expect(capture).toMatchObject({
      kind: 'capture',
      metadata: join(out, 'metadata.json'),
      summary: { health: { scans, missingColumns: 0, truncatedBytes: 0 } },
      sensor: { beams: 16 },
    });
    const donut = lastJson(await runCli('info', join(out, 'donuts', '00000.bin'), '--json'));
    expect(donut).toMatchObject({ kind: 'capture', metadata: null, summary: { container: 'donut' } });
    expect(JSON.stringify(donut)).toContain('--sensor os1-16');
    const metadata = await runCli('info', join(out, 'metadata.json'));
    expect(metadata).toMatchObject({ status: 0, stderr: '' });
    expect(metadata.stdout).toContain('1024 columns at 10 Hz, 16 beams');
    const several = await runCli('info', join(out, 'metadata.json'), join(out, 'none.pcap'), '--json');
    expect(several.status).toBe(1);
    expect(lastJson(several)).toMatchObject({
      kind: 'files',
      files: [{ kind: 'metadata' }, { kind: 'refused', error: { code: 'file-missing' } }],
    });
  });

  it('says one sentence where the folder cannot be made', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const ending = await runCli(
      'simulate',
      '--preset',
      'smooth',
      '--length',
      '16',
      '--out',
      join(file, 'sim'),
    );
    expect(ending.status).toBe(1);
    expect(ending.stderr).toMatch(
      /^error: .*metadata\.json cannot be written: part of its path is a file.*\n$/,
    );
  });
});

describe('socavon info refuses', () => {
  it('a folder with nothing of use', async () => {
    const folder = join(temporaryFolder(), 'empty');
    mkdirSync(folder);
    const ending = await runCli('info', folder);
    expect(ending.status).toBe(1);
    expect(ending.stderr).toContain('has no capture');
  });

  it('a file that is nothing it knows', async () => {
    const path = join(temporaryFolder(), 'letter.txt');
    writeFileSync(path, 'Dear surveyor,\n'.repeat(100));
    const ending = await runCli('info', path);
    expect(ending.status).toBe(1);
    expect(ending.stderr).toMatch(/^error: letter\.txt, line 1: not a point .*\n$/);
  });

  it('a project of a newer version', async () => {
    const path = join(temporaryFolder(), 'new.socavon');
    const header = Buffer.alloc(4096);
    header.write('SQLite format 3\0');
    header.writeUInt32BE(99, 60);
    header.writeUInt32BE(0x5343564e, 68);
    writeFileSync(path, header);
    const ending = await runCli('info', path, '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toMatchObject({ error: { code: 'project-newer' } });
  });
});

describe('socavon doctor', () => {
  it('tells what works here and what to do', async () => {
    const ending = await runCli('doctor', '--json');
    const { ok, findings } = lastJson(ending) as { ok: boolean; findings: Record<string, string>[] };
    expect(ok).toBe(true);
    expect(ending).toMatchObject({ status: 0, stderr: '' });
    expect(findings.map(({ name }) => name)).toEqual([
      'Node',
      'SQLite',
      'GPU adapter',
      'Engine choice',
      'Electron runtime',
      'Display',
      'Working folder',
      'Machine',
      'Threads',
      'SIMD instructions',
    ]);
    for (const { state, advice } of findings) if (state !== 'works') expect(advice).toBeTruthy();
    const text = await runCli('doctor');
    expect(text.stdout).toMatch(/^works {4}Node: 24\./);
  });
});
