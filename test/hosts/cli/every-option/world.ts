import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { METRES } from '../../../../src-core/io/cad/length-units.ts';
import { seededRandom } from '../../../../src-core/math/random.ts';
import { exp, invert } from '../../../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../../../src-core/model/context.ts';
import { LENGTH_UNITS, type LengthUnitName } from '../../../../src-core/question/field.ts';
import { openAtomicSink } from '../../../../src-main/files/atomic-sink.ts';
import { simulateDrive } from '../../../../src-simulate/drive.ts';
import { SIMULATE_DEFAULTS } from '../../../../src-simulate/options.ts';
import { EXACT_ROCK } from '../../../../src-simulate/rock/roughness.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../../src-simulate/write-capture.ts';
import { CONTROLLED_SEED, controlledDrive, controlledSurvey } from '../../../fixtures/controlled-drive.ts';
import { oncePerRun } from '../../../fixtures/once-per-run.ts';
import { writePickedCloud } from '../../../fixtures/picked-cloud.ts';
import { simulatedDrive } from '../../../fixtures/surveyed-drive.ts';
import { EPOCHS_SEED, twoEpochProject } from '../../../fixtures/two-epoch-project.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../../fixtures/two-session-project.ts';
import { PLAIN_POINT, rawLas } from '../../../io/las/las-file.ts';
import { saddle, transformed } from '../../../lab/clouds.ts';
import { ground, hills } from '../../../lab/hills.ts';
import { runHere } from '../run-here.ts';

export const WORLD_SEED = CONTROLLED_SEED;
/** Units of a cloud; the heights of `drive-UNIT.xyz` are in the next. */
export const CLOUD_UNITS = ['m', 'cm', 'mm', 'ft', 'us-ft'] as const;

/** Files that the cases read, in one folder that is made once; projects of it are copied before they are changed. */
export interface World {
  /** Path of a file of it. */
  readonly at: (name: string) => string;
  /** The capture of the controlled drive, beside its metadata, and the surveyor's list. */
  readonly capture: string;
  readonly control: string;
  /** Poses of the first scans of two epochs. */
  readonly poses: { readonly earlier: string; readonly later: string };
}

/** Section of the simulated drives about the axis, m. */
const OUTLINE = [
  [-2.25, -1.7],
  [2.25, -1.7],
  [2.25, 0.8],
  [1.6, 2.1],
  [0, 2.5],
  [-1.6, 2.1],
  [-2.25, 0.8],
] as const;
/** Place of the axis in the drawings of the section, m. */
export const DRAWN_AXIS = [350, 43] as const;

const LOGOS = resolve(import.meta.dirname, '../../../fixtures/logos');

export async function optionsWorld(): Promise<World> {
  const { capture, control } = await controlledDrive();
  const folder = await oncePerRun('options-world', fill);
  const at = (name: string): string => join(folder, name);
  return { at, capture, control, poses: JSON.parse(readFileSync(at('poses.json'), 'utf8')) };
}

async function fill(into: string): Promise<void> {
  const at = (name: string): string => join(into, name);
  const drive = await controlledDrive();
  const survey = await controlledSurvey('T2');
  for (const name of ['map.ply', 'trajectory.tum', 'calibration.json'])
    copyFileSync(join(survey.out, name), at(name));
  copyFileSync(survey.project, at('survey.socavon'));
  // The map of the drive is its second session, as another scanner would have made it.
  const cloud = ['run', at('map.ply'), '--scanner', 'mobile', '--frame', 'grid', '--cloud-unit', 'm'];
  const files = ['--project', at('survey.socavon'), '--out', at('second'), '--report', 'html'];
  await done(...cloud, ...files, '--trajectory', at('trajectory.tum'));
  const short = ['--axis-of', 'trajectory', '--stations', '9', '--chainage', '8:10'];
  // What the project keeps of its map is made once rather than by each call that measures.
  await done('volume', at('survey.socavon'), '--session', '1', ...short);
  copyFileSync(drive.project, at('aligned.socavon'));

  const epochs = await twoEpochProject(into, EPOCHS_SEED);
  writeFileSync(at('poses.json'), JSON.stringify({ earlier: epochs.earlierPose, later: epochs.laterPose }));
  copyFileSync(epochs.axis, at('epochs-axis.csv'));
  for (const [session, pose] of Object.entries({ 1: epochs.earlierPose, 2: epochs.laterPose }))
    await done('volume', at('epochs.socavon'), '--session', session, '--origin-pose', pose, ...short);
  await twoSessionProject(into, SESSIONS_SEED);

  const shortDrive = await simulatedDrive('legacy16');
  mkdirSync(at('alone'));
  copyFileSync(join(shortDrive, 'capture.pcap'), at('alone/capture.pcap'));
  copyFileSync(join(shortDrive, 'metadata.json'), at('sensor.json'));

  await writeGallery(at);
  writeAxes(at, join(drive.capture, '..', 'truth_axis.csv'));
  writeDesigns(at);
  writeTables(at, drive.control);
  writeClouds(at);
  for (const name of ['rgb.png', 'baseline.jpg', 'logo.svg']) copyFileSync(join(LOGOS, name), at(name));
  if (!existsSync(at('two.socavon'))) throw new Error('no project of two sessions');
}

/** A call that has to end well. */
async function done(...call: string[]): Promise<void> {
  const { status, stderr } = await runHere(...call);
  if (status !== 0) throw new Error(stderr);
}

/** Chainage and direction of targets that differ in their distances, and so are told apart by them. */
const GALLERY_TARGETS = [[4.8, 20], [5.9, 165], [6.4, 40], [7.8, 150], [8.1, 10], [9.6, 170], [9.9, 35], [7.1, 172]] as const; // biome-ignore format: pairs

/** A short gallery with plane walls 4.5 m apart and targets on both, and the list of these. */
async function writeGallery(at: World['at']): Promise<void> {
  const length = 18;
  const drive = simulateDrive({
    ...SIMULATE_DEFAULTS,
    ...{ length, start: 4, standoff: 9, speed: 1, seed: 21, roughness: EXACT_ROCK },
    alignment: [{ length, radius: null, grade: 0 }],
    targets: GALLERY_TARGETS.map(([chainage, angleDeg]) => ({
      chainage,
      angleDeg,
      size: 0.3,
      shape: 'disc' as const,
    })),
  });
  const options = { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' as const };
  await writeCapture(drive, options, (name) => openAtomicSink(at(`gallery/${name}`)), SILENT_CONTEXT);
}

/** The axis of the drive as a table, as Surpac strings in every unit, and as an alignment without a profile. */
function writeAxes(at: World['at'], csv: string): void {
  const table = readFileSync(csv, 'utf8');
  writeFileSync(at('axis.csv'), table);
  const points = table
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').slice(1).map(Number) as [number, number, number]);
  for (const unit of LENGTH_UNITS)
    writeFileSync(at(`axis-${unit}.str`), strings([points, points.slice(0, 3)], unit));
  const lines = points.slice(1).map(([e, n], i) => {
    const [e0, n0] = points[i];
    return `<Line><Start>${n0} ${e0}</Start><End>${n} ${e}</End></Line>`;
  });
  writeFileSync(
    at('axis.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="HPA"/></Units>
<Alignments><Alignment name="eje" length="27" staStart="0"><CoordGeom>${lines.join('\n')}</CoordGeom></Alignment></Alignments>
</LandXML>`,
  );
}

/** A Surpac string file: strings 1, 2 ..., northing before easting. */
function strings(all: readonly (readonly (readonly number[])[])[], unit: LengthUnitName): string {
  const digits = unit === 'km' ? 9 : 6;
  const rows = all.flatMap((points, i) => [
    ...points.map(([e, n, z]) =>
      [i + 1, ...[n, e, z].map((value) => (value / METRES[unit]).toFixed(digits))].join(', '),
    ),
    '0, 0.000, 0.000, 0.000,',
  ]);
  return ['eje, 28-Nov-26,,', '0, 0, 0, 0, 0, 0, 0', ...rows, '0, 0.000, 0.000, 0.000, END', ''].join('\r\n');
}

/** The section as JSON, and drawn in every plane and in every unit beside another outline. */
function writeDesigns(at: World['at']): void {
  const design = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 };
  writeFileSync(at('design.json'), JSON.stringify(design));
  const closed = [...OUTLINE, OUTLINE[0]].map(([x, y]) => [x + DRAWN_AXIS[0], y + DRAWN_AXIS[1]]);
  const planes = {
    'easting-northing': ([x, y]: number[]) => [x, y, 0],
    'easting-elevation': ([x, y]: number[]) => [x, 900, y],
    'northing-elevation': ([x, y]: number[]) => [300, x, y],
  };
  for (const [plane, placed] of Object.entries(planes)) {
    const outline = closed.map(placed);
    const smaller = closed.map(([x, y]) =>
      placed([DRAWN_AXIS[0] + (x - DRAWN_AXIS[0]) / 2, DRAWN_AXIS[1] + (y - DRAWN_AXIS[1]) / 2]),
    );
    for (const unit of LENGTH_UNITS)
      writeFileSync(at(`section-${plane}-${unit}.str`), strings([outline, smaller], unit));
  }
}

function writeTables(at: World['at'], control: string): void {
  writeFileSync(at('stations.csv'), 'chainage\n8\n10\n12.5\n');
  writeFileSync(at('rounds.csv'), 'name,from,to\nD-1,8,11\nD-2,11,14\n');
  writeFileSync(at('grade.csv'), 'from,to,percent\n0,27,5\n');
  writeFileSync(
    at('corrections.csv'),
    'class,from,to,left_from,left_to,up_from,up_to\nignore,9,9.5,-0.3,0.3,-0.3,0.3\nrock,10,10.5,1.5,3,-1,1\n',
  );
  // Coordinates of the map are those of the mine grid, which control points placed it in.
  const [, ...rows] = readFileSync(control, 'utf8').trim().split('\n');
  const picked = rows.map((row) => [...row.split(',').slice(0, 4), 'point', ''].join(','));
  writeFileSync(at('picked.csv'), ['name,x,y,z,feature,size', ...picked, ''].join('\n'));
  writeFileSync(at('mina.json'), JSON.stringify({ name: 'Mina', epsg: 32_718, unit: 'm' }));
  writeFileSync(at('passphrase'), 'una frase larga\n');
  const utm = [
    ['A', 352_118.25, 9_123_456.789, 4300],
    ['B', 352_260.4, 9_123_631.4, 4310.1],
    ['C', 351_863.7, 9_123_657.9, 4285.5],
  ];
  const head = 'name,easting,northing,elevation,sigma,role';
  const list = (move: (value: number, k: number) => number): string =>
    [
      head,
      ...utm.map(([name, ...place]) =>
        [name, ...place.map((value, k) => move(value as number, k).toFixed(4)), 0.003, 'control'].join(','),
      ),
      '',
    ].join('\n');
  writeFileSync(
    at('utm.csv'),
    list((value) => value),
  );
  writeFileSync(
    at('mine.csv'),
    list((value, k) => value - [347_118, 9_113_456, 0][k]),
  );
  writeFileSync(at('geoid.gtx'), gtx());
}

/** A geoid of 30 m everywhere about Peru, GTX: big-endian header of corner, steps and counts, then f32 by rows. */
function gtx(): Uint8Array {
  const [rows, columns] = [40, 40];
  const bytes = new DataView(new ArrayBuffer(40 + 4 * rows * columns));
  for (const [i, value] of [-20, -90, 1, 1].entries()) bytes.setFloat64(8 * i, value);
  bytes.setInt32(32, rows);
  bytes.setInt32(36, columns);
  for (let i = 0; i < rows * columns; i++) bytes.setFloat32(40 + 4 * i, 30);
  return new Uint8Array(bytes.buffer);
}

/** Clouds for the registration, and a drive in a frame of its own with picked targets. */
function writeClouds(at: World['at']): void {
  mkdirSync(at('picked'));
  writePickedCloud(at('picked'));
  // A third of its points are enough for its volume.
  const drive = readFileSync(at('picked/drive.xyz'), 'utf8')
    .trim()
    .split('\n')
    .filter((_, i) => i % 3 === 0)
    .map((row) => row.split(' ').map(Number) as [number, number, number]);
  for (const [i, unit] of CLOUD_UNITS.entries()) {
    const heights = CLOUD_UNITS[(i + 1) % CLOUD_UNITS.length];
    const rows = drive.map(([x, y, z]) =>
      [x / METRES[unit], y / METRES[unit], z / METRES[heights]].map((value) => value.toFixed(4)).join(' '),
    );
    writeFileSync(at(`drive-${unit}.xyz`), `${rows.join('\n')}\n`);
    const poses = Array.from({ length: 40 }, (_, k) =>
      [k / 2, ...[k + 0.5, 0, 1.7].map((value) => (value / METRES[unit]).toFixed(6)), 0, 0, 0, 1].join(' '),
    );
    writeFileSync(at(`drive-${unit}.tum`), `${poses.join('\n')}\n`);
  }
  writeFileSync(at('drive.las'), outsideItsBox(drive));
  const truth = exp([0.03, -0.02, 0.04, 0.1, -0.05, 0.06]);
  const target = saddle(24);
  const rows = (points: typeof target): string =>
    Array.from({ length: points.count }, (_, i) => {
      const [x, y, z] = points.xyz.subarray(3 * i, 3 * i + 3);
      return [x, y, z, 0.5 + 0.2 * Math.sin(3 * x) + 0.2 * Math.cos(2 * y), 1].join(' ');
    }).join('\n');
  const ply = (points: typeof target): string => {
    const names = ['x', 'y', 'z', 'reflectivity', 'confidence'].map((name) => `property double ${name}`);
    return `ply\nformat ascii 1.0\nelement vertex ${points.count}\n${names.join('\n')}\nend_header\n${rows(points)}\n`;
  };
  writeFileSync(at('target.ply'), ply(target));
  writeFileSync(at('source.ply'), ply(transformed(invert(truth), target)));
  const random = seededRandom(8);
  const height = hills(8);
  writeFileSync(at('there.ply'), ply(ground(height, 0, 20, random) as typeof target));
  const far = exp([0.5, -2, 1.5, 40, -80, 10]);
  writeFileSync(
    at('far.ply'),
    ply(transformed(invert(far), ground(height, 14, 34, random)) as typeof target),
  );
  writeFileSync(at('start.txt'), '1 0 0 0.05\n0 1 0 0\n0 0 1 0\n0 0 0 1\n');
  for (const unit of LENGTH_UNITS) writeFileSync(at(`solid-${unit}.obj`), boxIn(unit));
  writeFileSync(at('solids.xml'), solids(boxIn('m')));
}

/** A LAS whose header states a box of half its length. */
function outsideItsBox(points: readonly (readonly [number, number, number])[]): Uint8Array {
  const bytes = rawLas({
    ...{ minor: 2, format: 0 },
    points: points.map((point) => ({
      ...PLAIN_POINT,
      units: point.map((value) => Math.round(value * 1000)) as [number, number, number],
      intensity: 9,
    })),
  });
  const view = new DataView(bytes.buffer);
  const greatestX = view.getFloat64(179, true);
  view.setFloat64(179, greatestX / 2, true);
  return bytes;
}

/** A box of 2 m in the middle of the drive, OBJ in a unit. */
function boxIn(unit: LengthUnitName): string {
  const corner = (i: number): string =>
    [10, 0, 0.5]
      .map((middle, k) => ((middle + ((i >> k) & 1 ? 1 : -1)) / METRES[unit]).toFixed(unit === 'km' ? 9 : 6))
      .join(' ');
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [
    ...Array.from({ length: 8 }, (_, i) => `v ${corner(i)}`),
    ...faces.map((face) => `f ${face}`),
    '',
  ].join('\n');
}

/** The box of an OBJ as the second of two surfaces of a LandXML; the first is not closed. */
function solids(box: string): string {
  const of = (word: string): string[][] =>
    box.split('\n').flatMap((line) => (line.startsWith(`${word} `) ? [line.split(' ').slice(1)] : []));
  const corners = of('v').map(([x, y, z], i) => `<P id="${i + 1}">${y} ${x} ${z}</P>`);
  const faces = of('f').flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]).map((face) => `<F>${face.join(' ')}</F>`); // biome-ignore format: triangles
  const surface = (name: string, some: readonly string[]): string =>
    `<Surface name="${name}"><Definition surfType="TIN"><Pnts>${corners.join('')}</Pnts><Faces>${some.join('')}</Faces></Definition></Surface>`;
  return `<?xml version="1.0"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>
<Surfaces>${surface('topografia', faces.slice(1))}${surface('tajo', faces)}</Surfaces></LandXML>
`;
}
