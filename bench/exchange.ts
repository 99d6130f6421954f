import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Tests in which another program opens what this one writes, or this one what another has written. */
const FILES = [
  'test/io/export/round-trips.test.ts',
  'test/io/export/independent-clouds.test.ts',
  'test/io/export/independent-readers.test.ts',
  'test/io/export/independent-drawings.test.ts',
  'test/io/export/tables.test.ts',
  'test/io/export/attributes.test.ts',
  'test/io/poses/poses.test.ts',
  'test/io/mesh/independent-meshes.test.ts',
  'test/io/mesh/read-solid.test.ts',
  'test/io/las/copc.test.ts',
  'test/io/las/laz-writer.test.ts',
  'test/io/las/las-reader.test.ts',
  'test/io/las/independent-las.test.ts',
  'test/io/cloud/e57-samples.test.ts',
  'test/io/cloud/pdal-samples.test.ts',
  'test/io/real-spinning.test.ts',
  'test/io/northing.test.ts',
  'test/io/real-captures.test.ts',
  'test/grid/grids.test.ts',
];
const DEBIAN = ['cloudcompare', 'meshlab', 'pcl-tools', 'python3-ezdxf', 'gdal-bin', 'libxml2-utils'];
const NPM = ['copc', 'laz-perf', 'web-e57', 'gltf-validator', '@mcap/core', 'flatbuffers'];

/** What is used of the JSON that Vitest writes. */
interface TestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** `npm run bench -- exchange`: what other programs find in the files of this one. */
export function registerExchange(program: Command): void {
  benchCommand(
    program,
    'exchange',
    'round trips of all formats, and what other programs find in them',
  ).action((options: { write?: boolean }) => present('exchange', options, exchangeBench));
}

async function exchangeBench(): Promise<BenchReport> {
  const { testResults } = await inTemporaryFolder(async (folder): Promise<TestResults> => {
    const out = join(folder, 'results.json');
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    // A failed test ends it with 1; which one it was stands in the results.
    await promisify(execFile)(
      process.execPath,
      [vitest, 'run', ...FILES, '--reporter=json', `--outputFile=${out}`],
      {
        cwd: ROOT,
        maxBuffer: 1 << 28,
      },
    ).catch(() => undefined);
    return JSON.parse(await readFile(out, 'utf8'));
  });
  const files = testResults.toSorted((a, b) => fileOf(a.name) - fileOf(b.name));
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length;
  return {
    title: 'Files in the hands of other programs',
    body: [
      `${count('passed')} checks passed, ${count('failed')} failed, ${statuses.length - count('passed') - count('failed')} skipped because a program or the data was not there. The checks are tests of the file named above them.`,
      `Programs: ${[...DEBIAN.map(debianVersion), ...(await Promise.all(NPM.map(npmVersion)))].join(', ')}.`,
      ...files.map(({ name, assertionResults }) =>
        [`## ${relativeName(name)}\n`, ...groupLines(assertionResults)].join('\n'),
      ),
    ],
    boundsMet: count('failed') === 0 && count('passed') > 0 && testResults.length === FILES.length,
  };
}

/** A line for each group of checks: what it is of, how many of them passed, and the checks. */
function groupLines(checks: TestResults['testResults'][number]['assertionResults']): string[] {
  const groups = Map.groupBy(checks, ({ ancestorTitles }) => ancestorTitles.join(': '));
  return [...groups].map(([group, list]) => {
    const passed = list.filter(({ status }) => status === 'passed').length;
    const titles = list.map(({ title, status }) => (status === 'passed' ? title : `${title} (${status})`));
    return `- **${group}**, ${passed} of ${list.length}: ${titles.join('; ')}`;
  });
}

const relativeName = (path: string): string => path.slice(ROOT.length + 1);
const fileOf = (path: string): number => FILES.indexOf(relativeName(path));

function debianVersion(name: string): string {
  try {
    return execFileSync('dpkg-query', ['-W', name], { encoding: 'utf8', stdio: 'pipe' })
      .trim()
      .replace('\t', ' ');
  } catch {
    return `${name} not here`;
  }
}

async function npmVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}
