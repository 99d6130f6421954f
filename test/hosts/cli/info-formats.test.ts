import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFormat } from '../../../src-core/io/bytes/file-format.ts';
import { FILE_FORMATS } from '../../../src-core/model/file-formats.ts';
import { formatsOf } from '../../../src-core/model/survey-content.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { EXTENSIONS } from '../../../src-main/hosts/common/file-kinds.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

const PROGRAM = socavonProgram();
const PLACES = FILE_FORMATS.flatMap(({ id, read, written }) =>
  [...read, ...written].map((place) => [place, id] as const),
);
const ALL_ENDINGS = new Set(FILE_FORMATS.flatMap(({ endings }) => endings));

/** The command of a place, by one word or two. */
function commandOf(words: readonly string[]): Command | undefined {
  return words.reduce<Command | undefined>(
    (at, word) => at?.commands.find((command) => command.name() === word),
    PROGRAM,
  );
}

function takes(option: Option, choice: string): boolean {
  if (option.argChoices !== undefined) return option.argChoices.includes(choice);
  try {
    option.parseArg?.(choice, undefined as never);
    return option.parseArg !== undefined;
  } catch {
    return false;
  }
}

describe('the table of formats', () => {
  it.each(PLACES)('names a place that the command line has: %s', (place) => {
    const [before, after] = place.split(' --');
    const command = commandOf(before.split(' '));
    expect(command?.name(), 'the command').toBeDefined();
    if (after === undefined) {
      const hasArgument = (command?.registeredArguments.length ?? 0) > 0 || command?.name() === 'simulate';
      expect(hasArgument, 'an argument').toBe(true);
      return;
    }
    const [name, choice] = after.split(' ');
    const option = command?.options.find(({ long }) => long === `--${name}`);
    expect(option, 'the option').toBeDefined();
    if (choice !== undefined) expect(takes(option!, choice), `takes ${choice}`).toBe(true);
  });

  it('has every format that is written, with the option that writes it', () => {
    const written = new Set(FILE_FORMATS.flatMap((format) => format.written));
    const wanted = [
      ...formatsOf('map').map((id) => `run --map-formats ${id}`),
      ...formatsOf('scans').map((id) => `run --scans ${id}`),
      ...formatsOf('meshes').map((id) => `run --meshes ${id}`),
      ...formatsOf('tables').map((id) => `run --tables ${id}`),
      ...formatsOf('trajectory').map((id) => `run --trajectory-formats ${id}`),
      ...formatsOf('drawings').map((id) => `profiles --format ${id}`),
      ...['html', 'pdf', 'docx'].map((id) => `report --format ${id}`),
    ];
    expect(wanted.filter((place) => !written.has(place))).toEqual([]);
  });

  it('has every ending that a dialog offers', () => {
    const kinds = ['capture', 'cloud', 'axis', 'design', 'solid', 'picture', 'logo', 'key'] as const;
    // A packed capture, tables of numbers and files of our own, whose endings say nothing.
    const plain = ['gz', 'txt', 'json'];
    const offered = kinds.flatMap((kind) => EXTENSIONS[kind].map((ending) => [kind, ending] as const));
    const missing = offered.filter(([, ending]) => !ALL_ENDINGS.has(ending) && !plain.includes(ending));
    expect(missing).toEqual([]);
  });

  it('offers in a dialog what is read in its place, whatever was added to the table', () => {
    const kinds = [
      ['axis', 'run --axis'],
      ['solid', 'chamber --against'],
      ['cloud', 'register'],
      ['capture', 'run'],
      ['metadata', 'run --metadata'],
      ['trajectory', 'run --trajectory'],
      ['logo', 'report --logo'],
    ] as const;
    for (const [kind, place] of kinds) {
      const read = FILE_FORMATS.filter((format) => format.read.includes(place));
      const named = read.flatMap(({ endings }) => endings).filter((ending) => !ending.includes('.'));
      expect(EXTENSIONS[kind], kind).toEqual(expect.arrayContaining(named));
    }
    // Those of a new file come first.
    expect([EXTENSIONS.cloud[0], EXTENSIONS.trajectory[0]]).toEqual(['ply', 'tum']);
    const designs = FILE_FORMATS.filter(({ read }) => read.includes('run --design'));
    const sections = designs.flatMap(({ endings }) => endings);
    expect(sections).toEqual(expect.arrayContaining([...EXTENSIONS.design]));
  });

  it('advises on every format that nothing reads, and on no other', () => {
    const wrong = FILE_FORMATS.filter(({ read, instead }) => (read.length === 0) !== (instead !== undefined));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('has one entry a format', () => {
    const ids = FILE_FORMATS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('is searched in time that grows with the bytes, whatever they are', () => {
    const hostile = ['999\r\nx\r\n', '# x\r\n', 'g a\r\n', ' \r\n', '<!-- >', '{"type":', 'solid '];
    for (const piece of hostile) {
      const bytes = new TextEncoder().encode(piece.repeat(4096 / piece.length));
      const from = performance.now();
      fileFormat('odd', bytes, bytes.length);
      expect(performance.now() - from, piece).toBeLessThan(500);
    }
  });
});

const SOLID = 'solid a\nfacet normal 0 0 1\nendsolid a\n';
/** Files by name, what they hold, and what `info` says of them: the format, and one place of it. */
const FILES: readonly (readonly [
  name: string,
  content: string | Uint8Array,
  format: string,
  place: RegExp,
])[] = [
  ['a.stl', SOLID, 'STL', /read with +chamber --against/],
  ['binary.STL', new Uint8Array(84 + 50 * 0), 'STL', /read with +chamber --against/],
  ['named.dat', SOLID, 'STL', /read with +chamber --against/],
  ['a.obj', '# made\r\nmtllib a.mtl\r\no a\r\nv 0 0 0\r\n', 'OBJ', /read with +chamber --against/],
  ['line.str', 'line, 1-Jan-26,,\n0, 0.000, 0.000, 0.000,\n', 'Surpac STR', /--axis \(run, /],
  ['a.dxf', '  0\nSECTION\n  2\nENTITIES\n', 'DXF', /--design \(run, /],
  ['binary.dxf', 'AutoCAD Binary DXF\r\n\x1a\0', 'DXF', /--axis \(run, /],
  ['a.xml', '<?xml version="1.0"?>\n<LandXML version="1.2">', 'LandXML', /--axis \(run, /],
  ['a.gtx', new Uint8Array(64), 'GTX', /grid --geoid/],
  ['a.xlsx', 'PK\x03\x04', 'Excel', /run --tables xlsx/],
  ['a.docx', 'PK\x03\x04', 'Word', /report --format docx/],
  ['a.tif', 'II*\0', 'GeoTIFF', /unroll/],
  ['a.pdf', '%PDF-1.7\n', 'PDF', /verify/],
];

/** Files of formats that nothing reads, and what is said to be done. */
const UNREAD: readonly (readonly [name: string, content: string | Uint8Array, advice: RegExp])[] = [
  ['scan.rcs', 'x', /ReCap RCS.*E57/],
  ['scan.fls', 'x', /FARO FLS.*E57/],
  ['plan.dwg', 'AC1032\0', /DWG is not read: save it as DXF/],
  ['a.off', 'OFF\n4 4 6\n', /OFF is not read: save it as STL/],
  ['a.3mf', 'PK\x03\x04', /3MF is not read/],
  ['a.geojson', '{ "type": "FeatureCollection", "features": [] }', /GeoJSON is not read/],
  ['a.7z', "7z\xbc\xaf'\x1c", /unpack it/],
  ['a.zip', 'PK\x03\x04', /unpack it/],
];

describe('socavon info of a file that is not measured', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'socavon-formats-'));
    for (const [name, content] of [...FILES, ...UNREAD]) writeFileSync(path(name), content, 'latin1');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(FILES)('says that %s is read or written, and by what', async (name, _, format, place) => {
    const { status, stdout } = await runHere('info', path(name), '--language', 'en');
    expect(status).toBe(0);
    expect(stdout).toContain(`${path(name)}: ${format}, `);
    expect(stdout).toMatch(place);
  });

  it.each(UNREAD)('says what to do with %s', async (name, _, advice) => {
    const { status, stderr } = await runHere('info', path(name), '--language', 'en');
    expect(status).toBe(1);
    expect(stderr).toMatch(advice);
    expect(stderr).not.toMatch(/pcap|damaged/);
  });

  it('lists all formats, in both languages, and to a program', async () => {
    const { stdout } = await runCli('info', '--formats', '--language', 'es');
    for (const { name, read, written } of FILE_FORMATS)
      if (read.length + written.length > 0) expect(stdout).toContain(`${name} (`);
    expect(stdout).toMatch(/se lee con/);
    const { formats } = lastJson(await runHere('info', '--formats', '--json'));
    expect(formats).toContainEqual(
      expect.objectContaining({ id: 'stl', read: ['chamber --against', 'run --design'] }),
    );
  });

  it('asks for a file where none is named', async () => {
    const { status, stderr } = await runHere('info', '--language', 'en');
    expect(status).toBe(2);
    expect(stderr).toContain('Name a file');
  });
});
