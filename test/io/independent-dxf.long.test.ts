import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DXF_READER_DEFAULTS, readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { pointOf } from './drawings.ts';
import { programHere } from './export/programs.ts';

const run = promisify(execFile);
/** Debian's own: ezdxf is installed for it. */
const PYTHON = '/usr/bin/python3';
const ezdxf = programHere('ezdxf', [PYTHON, '-c', 'import ezdxf'], 'apt-get install python3-ezdxf');

/** Chords of both sides stay within this of the curve, m. */
const SAGITTA = 1e-3;
/** A block grows by 2 in its INSERT, by 2 in that about it, by 2 in one axis more, and by 2 at most: so do the chords of the other side. */
const LARGEST = 8 * SAGITTA;

/** Draws lines, arcs and curves by chance in the model and in two blocks, one within the other, and flattens all of it by itself. */
const SCRIPT = `
import ezdxf, json, math, random, sys
from ezdxf.path import make_path

folder, seed, version = sys.argv[1], int(sys.argv[2]), sys.argv[3]
rnd = random.Random(seed)
u = lambda a, b: rnd.uniform(a, b)
doc = ezdxf.new(version)
if version != "R12":
    doc.header["$INSUNITS"] = 6
def point(k=10):
    return (u(-k, k), u(-k, k), u(-k, k))
def draw(space):
    space.add_line(point(), point())
    space.add_polyline3d([point() for _ in range(4)])
    space.add_arc(point(), u(1, 5), u(0, 360), u(0, 360), dxfattribs={"extrusion": point(1)})
    space.add_circle(point(), u(1, 5), dxfattribs={"extrusion": (0, 0, -1)})
    if version == "R12":
        return
    space.add_lwpolyline([(u(-9, 9), u(-9, 9), 0, 0, u(-1.5, 1.5)) for _ in range(4)], dxfattribs={"extrusion": point(1), "elevation": u(-5, 5)})
    degree = rnd.choice([2, 3, 4])
    n = rnd.randint(degree + 1, 9)
    spline = space.add_spline(dxfattribs={"degree": degree})
    weights = [u(0.5, 2) for _ in range(n)] if rnd.random() < 0.5 else None
    if weights:
        spline.set_open_rational([point() for _ in range(n)], weights, degree)
    else:
        spline.set_open_uniform([point() for _ in range(n)], degree)
    spline = space.add_spline()
    spline.set_closed([point() for _ in range(6)], 3)
    space.add_ellipse(point(), (u(2, 5), u(2, 5), 0), u(0.2, 1), u(0, 6), u(0, 6))
inner = doc.blocks.new("Inner", base_point=point())
draw(inner)
outer = doc.blocks.new("Outer", base_point=point())
draw(outer)
def insert(space, name, plain=False):
    s = u(0.5, 2)
    scales = (s, s, s) if plain else (s * rnd.choice([1, -1]), s * rnd.choice([1, -1]) * u(0.5, 2), s * rnd.choice([1, -1]) * u(0.5, 2))
    ref = space.add_blockref(name, point(), dxfattribs={"xscale": scales[0], "yscale": scales[1], "zscale": scales[2], "rotation": u(0, 360), "extrusion": point(1)})
    ref.grid((rnd.randint(1, 2), rnd.randint(1, 2)), (u(5, 20), u(5, 20)))
insert(outer, "INNER", True)
msp = doc.modelspace()
draw(msp)
insert(msp, "outer")
insert(msp, "Inner")
def flat(entity):
    kind = entity.dxftype()
    if kind == "SPLINE":
        return list(entity.construction_tool().flattening(1e-3, segments=8))
    if kind in ("ARC", "CIRCLE"):
        return list(entity.flattening(1e-3))
    if kind == "ELLIPSE":
        return list(entity.flattening(1e-3, segments=16))
    if kind == "LWPOLYLINE":
        points = []
        for part in entity.virtual_entities():
            piece = flat(part)
            if points and (piece[0] - points[-1]).magnitude > (piece[-1] - points[-1]).magnitude:
                piece.reverse()
            points += piece
        return points
    return list(make_path(entity).flattening(1e-3))
lines = []
def explode(space, chain):
    for entity in space:
        if entity.dxftype() == "INSERT":
            for ref in entity.multi_insert() if entity.mcount > 1 else [entity]:
                explode(ref.block(), [ref.matrix44()] + chain)
            continue
        points = flat(entity)
        for matrix in chain:
            points = list(matrix.transform_vertices(points))
        lines.append([list(p) for p in points])
explode(msp, [])
json.dump(lines, open(f"{folder}/truth.json", "w"))
doc.saveas(f"{folder}/text.dxf")
doc.saveas(f"{folder}/binary.dxf", fmt="bin")
`;

type Vertex = readonly number[];

function distance(p: Vertex, line: readonly Vertex[]): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const along = b.map((value, k) => value - a[k]);
    const square = along.reduce((sum, value) => sum + value * value, 0);
    const dot = along.reduce((sum, value, k) => sum + value * (p[k] - a[k]), 0);
    const t = square > 0 ? Math.min(1, Math.max(0, dot / square)) : 0;
    least = Math.min(least, Math.hypot(...p.map((value, k) => value - a[k] - t * along[k])));
  }
  return least;
}

describe.skipIf(!ezdxf)('blocks and curves lie where ezdxf has them', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'socavon-dxf-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['R12', 1],
    ['R12', 2],
    ['R2010', 3],
    ['R2010', 5],
  ])('%s as text and binary (seed %i)', async (version, seed) => {
    await run(PYTHON, ['-c', SCRIPT, folder, String(seed), version]);
    const truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as Vertex[][];
    const lines = async (name: string): Promise<Vertex[][]> => {
      const options = { ...DXF_READER_DEFAULTS, unit: 'm', sagitta: SAGITTA } as const;
      const { polylines } = readDxf(await readFile(join(folder, name)), name, options);
      return polylines.map((line) => {
        const vertices = Array.from({ length: line.points.length / 3 }, (_, i) => pointOf(line, i));
        return line.closed ? [...vertices, vertices[0]] : vertices;
      });
    };
    const text = await lines('text.dxf');
    const binary = await lines('binary.dxf');
    // The text form has 15 digits or so.
    expect(binary.map((line) => line.length)).toEqual(text.map((line) => line.length));
    binary.forEach((line, i) => {
      line.forEach((vertex, k) => {
        expect(Math.hypot(...vertex.map((value, axis) => value - text[i][k][axis]))).toBeLessThan(1e-9);
      });
    });
    expect(text).toHaveLength(truth.length);
    const open = new Set(text);
    for (const expected of truth) {
      const sample = (line: readonly Vertex[]): number =>
        Math.max(...[0, line.length >> 1, line.length - 1].map((i) => distance(line[i], expected)));
      const [result] = [...open]
        .map((line) => ({ line, off: sample(line) }))
        .toSorted((a, b) => a.off - b.off);
      open.delete(result.line);
      const off = Math.max(
        ...result.line.map((vertex) => distance(vertex, expected)),
        ...expected.map((vertex) => distance(vertex, result.line)),
      );
      expect(off).toBeLessThan(LARGEST);
    }
  });
});
