import { beforeAll, describe, expect, it, vi } from 'vitest';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { endingsOf, formatsOf } from '../../src-core/model/survey-content.ts';
import type { KeptResults } from '../../src-core/survey/publish-task.ts';
import { MemoryFolder } from './memory-folder.ts';
import { PUBLISHED_SEED, publishDrive } from './published-drive.ts';

/** How an output fails: its writer throws an error of its own, there is no room for it, or it is read back otherwise. */
type Way = 'throws' | 'full' | 'differs';

/** A folder in memory in which some files fail. */
class FailingFolder extends MemoryFolder {
  readonly #fails: ReadonlySet<string>;
  readonly #way: Way;

  constructor(fails: ReadonlySet<string> = new Set(), way: Way = 'full') {
    super();
    this.#fails = fails;
    this.#way = way;
  }

  override async create(name: string) {
    const sink = await super.create(name);
    if (!this.#fails.has(name)) return sink;
    return {
      ...sink,
      write: async (bytes: Uint8Array) => {
        if (this.#way === 'throws') throw new TypeError(`no place for ${name}`);
        if (this.#way === 'full')
          throw new SocavonError('disk-full', message('text', { text: `No room for ${name}.` }));
        await sink.write(bytes);
      },
      close: async () => {
        await sink.close();
        const bytes = this.files.get(name)!;
        bytes.fill(0, bytes.length >> 1);
      },
    };
  }
}

/** Files that are one output: without the other, neither is of use. */
const PAIRS = [
  ['trajectory-kitti.txt', 'trajectory-kitti-times.txt'],
  ['scans/poses-kitti.txt', 'scans/poses-kitti-times.txt'],
];
const PARTNERS: readonly (readonly [RegExp, string])[] = [
  [/\.dtm$/, '.str'],
  [/-tr\.csv$/, '-pt.csv'],
  [/\.png$/, '.pgw'],
];
/** Files that are checked by reading them back. */
const READ_BACK = /^(trajectory|map\.|scans\/|wall-surface|solid|tables\.xlsx|drive\.gpkg)/;

/** The output that a file belongs to: its first file, or all scans of a format. */
function outputOf(file: string, all: readonly string[]): string {
  const scan = /^scans\/\d+\.(pcd|ply)$/.exec(file);
  if (scan !== null) return `scans/*.${scan[1]}`;
  const pair = PAIRS.find((names) => names.includes(file));
  if (pair !== undefined) return pair[0];
  for (const [first, second] of PARTNERS) {
    const owner = all.find((name) => first.test(name) && name.replace(first, second) === file);
    if (owner !== undefined) return owner;
  }
  return file;
}

describe(`the outputs of a survey, each of which fails in turn (seed ${PUBLISHED_SEED})`, () => {
  let all: readonly string[];
  let undisturbed: ReadonlyMap<string, Uint8Array>;
  let whole: KeptResults;
  beforeAll(async () => {
    const folder = new FailingFolder();
    const { done, kept, before } = await publishDrive(folder);
    expect(done.failed).toEqual([]);
    expect([...folder.files.keys()].sort()).toEqual([...done.everyFile].sort());
    all = done.everyFile;
    undisturbed = folder.files;
    [whole] = kept;
    // Kept before the first file that follows from them.
    expect(before).not.toContain('volume.json');
  });

  it('are of every format that there is', () => {
    for (const format of formatsOf('map')) expect(all).toContain(`map${endingsOf('map', format)[0]}`);
    for (const format of formatsOf('meshes'))
      for (const ending of endingsOf('meshes', format))
        expect(all.filter((name) => name.startsWith('solid') && name.endsWith(ending))).toHaveLength(1);
    for (const name of [
      ...['trajectory.tum', 'trajectory-kitti.txt', 'trajectory.csv', 'trajectory.mcap'],
      ...['solid.xml', 'solid.dtm', 'solid-tr.csv', 'meshes.json', 'scans/poses.tum', 'scans/000002.ply'],
      ...['drive-plan.dxf', 'drive-sections.dxf', 'drive.str', 'drive.xml', 'drive-section-2.000.svg'],
      ...['unrolled-design.png', 'unrolled-design.tif', 'unrolled-measured.pgw'],
      ...['report.html', 'report.pdf', 'report.docx', 'profiles.csv', 'outlines.csv', 'volume.json'],
    ])
      expect(all).toContain(name);
  });

  it.each(['1969-06-01', '2150-06-01'])(
    'are the same bytes by a clock that says %s, which ZIP has no place for',
    async (day) => {
      vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
      try {
        const folder = new FailingFolder();
        const { done } = await publishDrive(folder);
        expect(done.failed).toEqual([]);
        for (const [name, bytes] of folder.files)
          expect([name, Buffer.compare(bytes, undisturbed.get(name)!)]).toEqual([name, 0]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it.each(
    (['full', 'throws', 'differs'] as const).flatMap((way) => [0, 1].map((turn) => [way, turn] as const)),
  )(
    'that fail by "%s", every second file of them (%i): the others are written, and each is named',
    async (way, turn) => {
      const fails = new Set(
        all.filter((_, i) => i % 2 === turn).filter((name) => way !== 'differs' || READ_BACK.test(name)),
      );
      const lost = new Set([...fails].map((name) => outputOf(name, all)));
      const folder = new FailingFolder(fails, way);
      const { done, kept } = await publishDrive(folder);
      expect(new Set(done.failed.map(({ output }) => output))).toEqual(lost);
      expect(done.failed).toHaveLength(lost.size);
      const code = { full: 'disk-full', throws: 'internal', differs: 'export-mismatch' }[way];
      expect(new Set(done.failed.map((failure) => failure.code))).toEqual(new Set([code]));
      const written = all.filter((name) => !lost.has(outputOf(name, all)));
      expect([...folder.files.keys()].sort()).toEqual([...written].sort());
      expect([...done.everyFile].sort()).toEqual([...written].sort());
      expect(folder.unfinished).toBe(0);
      expect(kept).toEqual([whole]);
    },
  );
});
