import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Product } from '../../../src-main/project/products.ts';
import { Project } from '../../../src-main/project/project.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

/**
 * Project of version 0.1.0, from before the parameters followed from the table of the question: a pipe of 2 m, by `run`
 * with this axis and this design, and the options below.
 */
const OLDER = new URL('../../project/measured-0.1.0.socavon.gz', import.meta.url);
const AXIS = 'chainage,x,y,z\n0,0,0,1\n1,1,0,1\n2,2,0,1\n3,3,0,1\n4,4,0,1\n';
const DESIGN = { shape: 'circle', diameter: 1.9, axisHeight: 0.95 };
const OPTIONS = ['--chainage-start', '100', '--chainage', '101:103', '--interval', '1', '--recess-depth', '0.8', '--water-depth', '0.2', '--pay-line', '0.1', '--density', '2.7', '--swell', '0.4']; // biome-ignore format: one command line

/** What that version entered. */
const AUDIT_HEAD = 'fc758d518523a3b27ee9c8c3a56a2990dcebf1bdfbcf09ea007b65798eff9d76';
const INPUT_HASH = '96451c336ebf86146069db799e96db91bbf3ba32aebc05df192abf978064778d';
const PARAMETERS = {
  ...{ axis: 'tiny-axis.csv', design: 'tiny-design.json', chainage: '101:103', 'chainage.start': 100 },
  ...{ 'offsets.pay': 0.1, 'profiles.recess.minDepth': 0.8, 'profiles.waterDepth': 0.2, 'volume.every': 1 },
};

/** A copy of the project beside the files that it was measured with. */
function older() {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('drive.socavon'), gunzipSync(readFileSync(OLDER)));
  writeFileSync(at('tiny-axis.csv'), AXIS);
  writeFileSync(at('tiny-design.json'), JSON.stringify(DESIGN));
  return { project: at('drive.socavon'), at };
}

function volumeOf(path: string, id: number | null): Product {
  const project = Project.open(path, { readonly: true });
  try {
    const { products } = project;
    return (id === null ? products.latest('volume', 1) : products.get(id))!;
  } finally {
    project.close();
  }
}

it('finds a project of an older version valid, with the hashes that it entered, and the file that it wrote', async () => {
  const { project, at } = older();
  const { inputHash, options, payload } = volumeOf(project, null);
  expect(inputHash).toBe(INPUT_HASH);
  expect(options).toMatchObject(PARAMETERS);
  writeFileSync(at('volume.json'), payload);
  const ending = await runHere('verify', project, at('volume.json'), '--json');
  expect(ending.status).toBe(0);
  expect(lastJson(ending)).toMatchObject({ valid: true, broken: null, changed: [], head: AUDIT_HEAD });
});

it('measures it again, by the same inputs and parameters, to the same figures, and leaves what was entered as it was', async () => {
  const { project, at } = older();
  const before = volumeOf(project, null);
  const files = ['--axis', at('tiny-axis.csv'), '--design', at('tiny-design.json'), '--out', at('out')];
  const measured = await runHere('volume', project, ...files, ...OPTIONS);
  expect(measured).toMatchObject({ status: 0 });
  const after = volumeOf(project, null);
  expect(after.id).not.toBe(before.id);
  expect(after.inputHash).toBe(INPUT_HASH);
  expect(after.options).toMatchObject(PARAMETERS);
  const [now, then] = [after, before].map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));
  expect(now.volume.value).toBe(then.volume.value);
  expect(now.breaks.overbreak).toBe(then.breaks.overbreak);
  expect(then.breaks.overbreak).toBeGreaterThan(0.5);
  expect(volumeOf(project, before.id)).toEqual(before);
  writeFileSync(at('volume.json'), before.payload);
  const ending = await runHere('verify', project, at('volume.json'), '--json');
  expect(lastJson(ending)).toMatchObject({ valid: true, broken: null, changed: [] });
});
