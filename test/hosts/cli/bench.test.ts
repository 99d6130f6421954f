import { describe, expect, it } from 'vitest';
import { runBench } from '../../../src-main/hosts/cli/bench/run-bench.ts';
import { lastJson, runCli } from './run-cli.ts';

describe('socavon bench', () => {
  it('hands options and help on to the benches', async () => {
    const { status, stdout } = await runCli('bench', 'papers', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: bench papers [options]');
  });

  it('ends as the bench ends, and keeps its output', async () => {
    const nowhere = ['--engine', 'cpu', '--bunny', '/nowhere', '--json'];
    const ending = await runCli('bench', 'papers', '--only', 'tamaki-em-icp,tamaki-time', ...nowhere);
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toEqual({
      records: [],
      left: [expect.stringContaining('no P5032.txt in /nowhere'), expect.stringContaining('tamaki-time')],
    });
  });

  it('refuses an experiment that there is not, and names those that there are', async () => {
    const { status, stderr } = await runCli('bench', 'papers', '--only', 'thesis-table-9');
    expect(status).toBe(1);
    expect(stderr).toContain('thesis-saddle');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('refuses a file of other results in one sentence', async () => {
    const { status, stderr } = await runCli('bench', 'papers', '--merge', 'package.json');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'error: package.json holds no results of `bench papers`; give a file that its option --out wrote.\n',
    );
  });

  it('says which file of results it did not find', async () => {
    const { status, stderr } = await runCli('bench', 'papers', '--merge', '/nowhere/papers.json');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'error: There is no file /nowhere/papers.json; name one that the option --out wrote.\n',
    );
  });

  it('says where the benches are to be had when they are not there', async () => {
    await expect(runBench([], '/nowhere/main.ts')).rejects.toMatchObject({
      code: 'file-missing',
      message: expect.stringMatching(
        /^The benches come with the source code .* run this command from a clone\.$/,
      ),
    });
  });
});
