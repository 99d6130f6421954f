import { type LengthUnit, METRES, unitText } from '../../src-core/io/cad/length-units.ts';
import type { CloudReader } from '../../src-core/io/cloud/cloud-reader.ts';
import {
  type CloudUnits,
  isInDegrees,
  PLAUSIBLE_SIZE,
  unitDoubt,
} from '../../src-core/io/cloud/cloud-unit.ts';
import { LARGEST_STEP, type StepWatch } from '../../src-core/io/cloud/coordinate-step.ts';
import { message } from '../../src-core/messages/message.ts';
import type { Bounds } from '../../src-core/model/bounds.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isOnEarth } from '../../src-core/model/place-limit.ts';

/**
 * Refuses latitudes and longitudes: as the coordinate system states, unless a person states a unit of length or they lie
 * where no degrees do, or by a box that can be nothing else.
 *
 * @param bounds in the unit of the file
 */
export function refuseDegrees(
  { crs, name }: CloudReader & { name: string },
  bounds: Bounds,
  unit: LengthUnit | undefined,
): void {
  if (isInDegrees(bounds, unit === undefined ? crs : null))
    throw new SocavonError('drawing-units', message('cloud-degrees', { name }));
}

/**
 * Refuses what the points that were read so far tell: the unit first, as whole millimetres are coarse only as metres.
 *
 * @param points that are all of the file; 0: they are not
 */
export function refuseLook(watch: StepWatch, name: string, { by }: CloudUnits, points: number): void {
  const box = watch.innerBox();
  if (by === 'metres-assumed' && box !== null) refuseMillimetres(box, points, name);
  refuseCoarse(watch.step(), name);
}

/** Refuses a box that in metres, which nobody stated, holds no drive. @param bounds in the unit of the file */
function refuseMillimetres(bounds: Bounds, points: number, name: string): void {
  if (unitDoubt(bounds, points) !== 'mm') return;
  const size = (metres: number): string =>
    `${[0, 1, 2].map((k) => ((bounds.max[k] - bounds.min[k]) * metres).toFixed(2)).join(' × ')} m`;
  throw new SocavonError(
    'drawing-units',
    message('cloud-unit-doubt', {
      name,
      size: size(1),
      unit: unitText('mm'),
      otherwise: size(METRES.mm),
    }),
  );
}

/** @param step of the coordinates, m */
function refuseCoarse(step: number, name: string): void {
  if (step > LARGEST_STEP)
    throw new SocavonError('file-format', message('cloud-too-coarse', { name, step: step.toPrecision(2) }));
}

/** Refuses a size that no cloud of a mine has, before its points are read, if the header tells it. */
export function requireSize(
  { announcedBounds, name }: CloudReader & { name: string },
  unitMetres: number,
): void {
  if (announcedBounds === null) return;
  const { min, max } = announcedBounds;
  const size = unitMetres * Math.max(...[0, 1, 2].map((k) => max[k] - min[k]));
  if (!Number.isFinite(size) || (size >= PLAUSIBLE_SIZE[0] && size <= PLAUSIBLE_SIZE[1])) return;
  throw otherSize(name, size, unitMetres);
}

function otherSize(name: string, size: number, unitMetres: number): SocavonError {
  const unit = (Object.keys(METRES) as LengthUnit[]).find((known) => METRES[known] === unitMetres) ?? 'm';
  return new SocavonError(
    'drawing-units',
    message('cloud-unit-size', { name, size: size.toPrecision(3), unit: unitText(unit) }),
  );
}

/**
 * Refuses a cloud with points that no place on Earth has, or farther apart than those of a mine, while it is read: text, PLY and
 * PCD have no box in their header, and a chunk in the project reaches 200 km.
 *
 * @param bounds m
 */
export function requirePlace({ min, max }: Bounds, name: string, unitMetres: number): void {
  const farthest = Math.max(...[...min, ...max].map(Math.abs));
  if (!isOnEarth(farthest))
    throw new SocavonError('drawing-units', message('cloud-far', { name, metres: farthest.toPrecision(3) }));
  const size = Math.max(...[0, 1, 2].map((k) => max[k] - min[k]));
  if (size > PLAUSIBLE_SIZE[1]) throw otherSize(name, size, unitMetres);
}
