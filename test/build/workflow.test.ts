import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');
const text = (name: string): string => readFileSync(resolve(ROOT, name), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly container: string;
  readonly 'timeout-minutes': number;
  readonly if?: string;
  readonly strategy: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'test' | 'long', Job>>;
}

const document = parseDocument(text('.github/workflows/ci.yml'), { uniqueKeys: true });
const workflow = document.toJS() as Workflow;
const { test, long } = workflow.jobs;
const npmCalls = ({ steps }: Job): string[] =>
  steps.flatMap(({ run }) => (run?.startsWith('npm ') ? [run] : []));

describe('the workflow of GitHub, which cannot run here', () => {
  it('is YAML without errors or warnings', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    expect(Object.keys(workflow.jobs)).toEqual(['test', 'long']);
  });

  it('installs, checks and tests on Linux, Windows and macOS', () => {
    const systems = test.strategy.matrix.include as readonly { readonly system: string }[];
    expect(systems.map(({ system }) => system)).toEqual(['Linux', 'Windows', 'macOS']);
    expect(npmCalls(test)).toEqual(['npm ci', 'npm run check', 'npm test']);
  });

  it('runs all parts of the long tests on its schedule alone, or when somebody starts it', () => {
    const parts = long.strategy.matrix.part;
    expect(parts).toEqual(Array.from(parts, (_, at) => at + 1));
    const shard = `\${{ matrix.part }}/${parts.length}`;
    expect(npmCalls(long)).toEqual(['npm ci', `npm run test:long -- --shard=${shard}`]);
    expect(long.if).toBe("github.event_name == 'schedule' || github.event_name == 'workflow_dispatch'");
    expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(['schedule', 'workflow_dispatch']));
  });

  it.each([
    ['test', test],
    ['long', long],
  ])('calls scripts that there are, on the Node that comes as a package, within a limit: %s', (_, job) => {
    const { scripts, devDependencies } = JSON.parse(text('package.json'));
    const called = npmCalls(job).flatMap((call) => /^npm (?:run )?(\S+)/.exec(call)?.[1] ?? []);
    expect(called.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
    const node = job.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(`${node?.with?.['node-version']}`).toBe(devDependencies.node.split('.')[0]);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('installs the same programs for both tiers, all that .ci/programs names', () => {
    const installed = (job: Job): string[] =>
      job.steps.flatMap(({ run }) => run?.split('apt-get install -y -qq')[1]?.trim().split(/\s+/) ?? []);
    expect(installed(long)).toEqual(installed(test));
    const list = /^programs='([^']+)'/m.exec(text('.ci/programs'))?.[1] ?? '';
    const wanted = list.split(/[\s\\]+/).filter((name) => name !== '');
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.filter((name) => !installed(test).includes(name))).toEqual([]);
  });

  it('may read the repository and nothing else, and uses actions of GitHub alone, of a stated version', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const used = [...test.steps, ...long.steps].flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBe(4);
    expect(used.filter((name) => !/^actions\/[a-z-]+@v\d+$/.test(name))).toEqual([]);
  });
});
