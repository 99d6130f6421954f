import type { Stretch } from '../model/axis.ts';
import type {
  Bottleneck,
  ClearanceStation,
  ClearanceStudy,
  Vehicle,
  VehiclePlacement,
} from '../model/clearance.ts';
import { SocavonError } from '../model/errors.ts';
import { middleRange, sectionClearance } from './floor/section-clearance.ts';
import { sweptBox } from './floor/swept-box.ts';
import type { WallSurface } from './wall-surface.ts';

/** A side longer than this is a slip of the unit, m. */
const LONGEST = 100;

/**
 * What passes along a drive (docs/volume.md, "Clearance"): a vehicle's box, standing on the measured floor, against every
 * section between two chainages, made larger on bends by its length; and the largest box that passes.
 *
 * Rock that was filled in, and stretches that nobody saw, never count as free: what rests on them is told apart.
 *
 * @param every interval of the sections, m of chainage
 * @throws SocavonError vehicle-unusable; chainage-range where no section closes
 */
export function clearanceStudy(
  wall: WallSurface,
  from: number,
  to: number,
  every: number,
  vehicle: Vehicle,
  placement: VehiclePlacement,
): ClearanceStudy {
  checkVehicle(vehicle);
  const stations: ClearanceStation[] = [];
  const open: Stretch[] = [];
  const blocked: Stretch[] = [];
  const unseen: Stretch[] = [];
  let before: { from: number; to: number } | null = null;
  const chainages = wall.stations(every, from, to);
  chainages.forEach((chainage, i) => {
    // Each section stands for the way to the middle between it and its neighbours.
    const a = (chainage + (chainages[i - 1] ?? chainage)) / 2;
    const b = (chainage + (chainages[i + 1] ?? chainage)) / 2;
    const profile = wall.profileAt(chainage, every);
    if (profile === null) {
      extend(open, a, b);
      before = null;
      return;
    }
    const station = sectionClearance(profile, vehicle, placement, sweptBox(wall.geometry, chainage, vehicle));
    stations.push(station);
    const way = placement === 'best' ? middleRange(profile, station, vehicle) : null;
    if (doesNotFit(station) || leaps(before, way)) extend(blocked, a, b);
    else if (restsOnFilled(station)) extend(unseen, a, b);
    before = way;
  });
  if (stations.length === 0)
    throw new SocavonError(
      'chainage-range',
      `No section between chainages ${from} and ${to} closes, so nothing can be said of what passes there.`,
    );
  return {
    vehicle,
    verdict: blocked.length > 0 ? 'blocked' : unseen.length + open.length > 0 ? 'unknown' : 'passes',
    stations,
    open,
    blocked,
    unseen,
    largestWidth: bottleneck(stations, ({ widest }) => widest, ['left', 'right']),
    largestHeight: bottleneck(stations, ({ highest }) => highest, ['left', 'right', 'top']),
  };
}

function checkVehicle({ width, height, groundClearance, length, wheelbase }: Vehicle): void {
  for (const [name, value] of Object.entries({ width, height, length }))
    if (!(value > 0 && value <= LONGEST))
      throw refused(`a ${name} of ${value} m is not possible; give metres, above 0 and at most ${LONGEST}`);
  if (!(groundClearance >= 0 && groundClearance < height))
    throw refused(
      `its ground clearance of ${groundClearance} m must lie between 0 and its height of ${height} m`,
    );
  if (wheelbase !== null && !(wheelbase > 0 && wheelbase <= length))
    throw refused(`its wheelbase of ${wheelbase} m must lie between 0 and its length of ${length} m`);
}

function refused(why: string): SocavonError {
  return new SocavonError('vehicle-unusable', `The vehicle cannot be used: ${why}.`);
}

function doesNotFit({ free }: ClearanceStation): boolean {
  return [free.left, free.right, free.top].some((way) => way !== null && way < 0) || free.left === null;
}

/** Where the ways of the box's middle in two neighbouring sections have nothing in common, no straight way leads on. */
function leaps(before: Stretch | null, way: Stretch | null): boolean {
  return before !== null && way !== null && (way.from > before.to || way.to < before.from);
}

function restsOnFilled({ filled, floorMeasured, free }: ClearanceStation): boolean {
  return filled.left || filled.right || filled.top || !floorMeasured || free.top === null;
}

function extend(stretches: Stretch[], from: number, to: number): void {
  const last = stretches.at(-1);
  if (last && last.to >= from) stretches[stretches.length - 1] = { from: last.from, to };
  else stretches.push({ from, to });
}

/** The least of a value over all sections; of equal ones the first. */
function bottleneck(
  stations: readonly ClearanceStation[],
  sizeOf: (station: ClearanceStation) => number,
  sides: readonly (keyof ClearanceStation['filled'])[],
): Bottleneck {
  const least = stations.reduce((best, station) => (sizeOf(station) < sizeOf(best) ? station : best));
  const filled = sides.some((side) => least.filled[side]);
  return { value: sizeOf(least), chainage: least.chainage, measured: !filled && least.floorMeasured };
}
