import { basename, resolve } from 'node:path';
import { type Geoid, openGtx } from '../../../../src-core/grid/geoid-gtx.ts';
import { fitHelmert, type HelmertFit } from '../../../../src-core/grid/helmert.ts';
import {
  betweenGrids,
  GRID_UNITS,
  groundScale,
  type MineGrid,
  mineGridJson,
  toBaseOf,
} from '../../../../src-core/grid/mine-grid.ts';
import { geographicOf } from '../../../../src-core/grid/systems.ts';
import { controlListCsv, parseControlPointsCsv } from '../../../../src-core/io/tables/control-points-csv.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { ControlPoint } from '../../../../src-core/model/control.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { readBytes } from '../../../files/read-bytes.ts';
import { readText } from '../../../files/read-text.ts';
import { writeTextFile } from '../../../files/write-text-file.ts';
import { readGrid } from '../../../jobs/import/stated-grid.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';

export interface GridCommandOptions {
  readonly from: string;
  readonly to?: string;
  readonly fit?: string;
  readonly freeScale?: boolean;
  readonly geoid?: string;
  readonly name?: string;
  readonly out: string;
  readonly json?: boolean;
}

type Place = readonly [number, number, number];

/** Difference between grid and ground that is told, parts per million: 2 mm in 100 m. */
const TOLD_PPM = 20;

/**
 * `socavon grid`: a list of points from one grid to another; or, with `--fit`, the mine grid in which a second list states
 * the same points, as a file.
 *
 * @throws SocavonError
 */
export async function gridCommand(file: string, options: GridCommandOptions): Promise<CommandResult> {
  if ((options.to === undefined) === (options.fit === undefined))
    throw new SocavonError('usage', message('grid-to-or-fit'));
  const from = await readGrid(options.from);
  const points = await readPoints(file, from);
  const geoid = options.geoid === undefined ? null : await readGeoid(options.geoid);
  const lowered = geoid === null ? points : belowGeoid(points, from, geoid, options.geoid!);
  return options.fit === undefined
    ? convert(lowered, from, await readGrid(options.to!), options.out)
    : fitGrid(lowered, from, options.fit, options);
}

/** Points in metres. */
async function readPoints(file: string, { unit }: MineGrid): Promise<ControlPoint[]> {
  const points = parseControlPointsCsv(await readText(file), basename(file));
  return points.map((point) => scaled(point, GRID_UNITS[unit]));
}

function scaled(point: ControlPoint, factor: number): ControlPoint {
  const { easting, northing, elevation } = point;
  return {
    ...point,
    easting: easting * factor,
    northing: northing * factor,
    elevation: elevation * factor,
  };
}

const placeOf = ({ easting, northing, elevation }: ControlPoint): Place => [easting, northing, elevation];

async function convert(
  points: readonly ControlPoint[],
  from: MineGrid,
  to: MineGrid,
  out: string,
): Promise<CommandResult> {
  const placed = points.map((point): ControlPoint => {
    const [easting, northing, elevation] = betweenGrids(from, to, placeOf(point));
    return { ...point, easting, northing, elevation };
  });
  const written = placed.map((point) => scaled(point, 1 / GRID_UNITS[to.unit]));
  await writeTextFile(resolve(out), controlListCsv(written));
  const notes = [...datumNotes(from, to), ...scaleNotes(to, placeOf(placed[0]))];
  return {
    data: { out: resolve(out), points: written, notes },
    text: [say('grid-written', { count: points.length, name: to.name, out }), ...notes].join('\n'),
  };
}

function datumNotes({ base: from }: MineGrid, { base: to }: MineGrid): string[] {
  if (from === null || to === null || from.datum.name === to.datum.name) return [];
  return [from, to].flatMap(({ datum: { name, toWgs84 } }) =>
    toWgs84 === null
      ? []
      : [
          say('grid-datum', {
            datum: name,
            epsg: toWgs84.epsg,
            shift: toWgs84.translation.join(', '),
            metres: toWgs84.accuracy,
          }),
        ],
  );
}

function scaleNotes(grid: MineGrid, place: Place): string[] {
  const scale = groundScale(grid, place);
  if (scale === null) return [];
  const ppm = 1e6 * (scale.groundPerGrid - 1);
  const { point, elevation, combined } = scale.grid;
  const factors = say('grid-factors', {
    point: point.toFixed(7),
    elevation: elevation.toFixed(7),
    combined: combined.toFixed(7),
  });
  if (Math.abs(ppm) < TOLD_PPM) return [factors];
  return [factors, say('grid-not-ground', { name: grid.name, millimetres: (0.1 * ppm).toFixed(1) })];
}

async function fitGrid(
  points: readonly ControlPoint[],
  from: MineGrid,
  other: string,
  { freeScale = false, name, out }: GridCommandOptions,
): Promise<CommandResult> {
  if (from.base === null) throw new SocavonError('usage', message('grid-no-base', { name: from.name }));
  const mine = parseControlPointsCsv(await readText(other), basename(other));
  const byName = new Map(points.map((point) => [point.name, toBaseOf(from, placeOf(point))]));
  const common = mine.flatMap((point) => {
    const to = byName.get(point.name);
    return to === undefined ? [] : [{ name: point.name, from: placeOf(point), to }];
  });
  const fitted = fitHelmert(common, freeScale);
  const grid: MineGrid = {
    name: name ?? basename(other).replace(/\.[^.]*$/, ''),
    unit: 'm',
    base: from.base,
    toBase: fitted,
  };
  await writeTextFile(resolve(out), mineGridJson(grid));
  const residuals = common.map(({ name }, i) => ({ name, error: fitted.residuals[i] }));
  const { rotation, scale, sigma } = fitted;
  const notes = scaleNotes(grid, common[0].from);
  return {
    data: { out: resolve(out), rotation, scale, sigma, residuals, notes },
    text: [
      say('grid-fitted', {
        name: grid.name,
        count: common.length,
        degrees: ((180 / Math.PI) * rotation).toFixed(6),
        scale: scale.toFixed(8),
        out,
      }),
      ...sigmaLines(fitted),
      ...residuals.map(
        ({ name, error: [east, north, up] }) =>
          `  ${say('grid-residual', { name, east: millimetres(east), north: millimetres(north), up: millimetres(up) })}`,
      ),
      ...notes,
    ].join('\n'),
  };
}

function sigmaLines({ sigma }: HelmertFit): string[] {
  if (sigma === null) return [say('grid-no-check')];
  return [
    say('grid-sigma', {
      millimetres: (1000 * sigma.plan).toFixed(1),
      seconds: ((3600 * 180 * sigma.rotation) / Math.PI).toFixed(1),
    }),
  ];
}

function millimetres(metres: number): string {
  return `${metres < 0 ? '' : '+'}${(1000 * metres).toFixed(1)}`;
}

async function readGeoid(path: string): Promise<Geoid> {
  return openGtx(new Uint8Array(await readBytes(path)), basename(path));
}

/** Points with heights above the sea instead of above the ellipsoid. @throws SocavonError 'usage' */
function belowGeoid(
  points: readonly ControlPoint[],
  grid: MineGrid,
  geoid: Geoid,
  file: string,
): ControlPoint[] {
  const { base, name } = grid;
  if (base === null) throw new SocavonError('usage', message('grid-no-base', { name }));
  return points.map((point) => {
    const [e, n, h] = toBaseOf(grid, placeOf(point));
    const undulation = geoid.at(...geographicOf([e, n], h, base));
    if (undulation === null)
      throw new SocavonError('usage', message('geoid-outside', { name: point.name, file: basename(file) }));
    return { ...point, elevation: point.elevation - undulation };
  });
}
