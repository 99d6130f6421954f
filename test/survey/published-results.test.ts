import { expect, it } from 'vitest';
import { MemoryFolder } from './memory-folder.ts';
import { PUBLISHED_SEED, publishDrive } from './published-drive.ts';

it(`the results of a survey are kept with its volume and their texts, before anything but the map is written (seed ${PUBLISHED_SEED})`, async () => {
  const folder = new MemoryFolder();
  const { done, kept, before } = await publishDrive(folder, ['profiles', 'volume']);
  expect(done.failed).toEqual([]);
  expect(kept).toHaveLength(1);
  const [{ volume, products }] = kept;
  const text = (name: string): string => new TextDecoder().decode(folder.files.get(name));
  expect(volume).toEqual(JSON.parse(text('volume.json')));
  expect(new Map(products.map((product) => [product.kind, product.text]))).toEqual(
    new Map([
      ['trajectory', products.find(({ kind }) => kind === 'trajectory')!.text],
      ['profiles', text('profiles.csv')],
      ['volume', text('volume.json')],
    ]),
  );
  expect(before).toEqual([]);
  // Nothing of a report that nobody asked for.
  expect([...folder.files.keys()].sort()).toEqual(['outlines.csv', 'profiles.csv', 'volume.json']);
});

it(`the tables of a survey without control points are written whole (seed ${PUBLISHED_SEED})`, async () => {
  const folder = new MemoryFolder();
  const { done } = await publishDrive(folder, ['tables']);
  expect(done.failed).toEqual([]);
  expect([...folder.files.keys()].sort()).toEqual([...done.everyFile].sort());
});
