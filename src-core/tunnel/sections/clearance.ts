import { type Message, message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import type {
  Bottleneck,
  ClearanceStation,
  ClearanceStudy,
  Swept,
  Vehicle,
  VehiclePlacement,
} from '../../model/clearance.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { middleRange, sectionClearance } from './section-clearance.ts';

/** Longest plausible side, m; more is a wrong unit. */
const LONGEST = 100;

/**
 * Enlargement of a vehicle's box on a bend. With its axles on the axis, a chord of length B is B^2 / (8 R)
 * inside of a bend of radius R at its middle, and the ends of a length L that overhang the axles (L^2 - B^2)
 * / (8 R) outside. If the wheelbase is not known, L^2 / (8 R) is added on both sides. The same applies
 * vertically: over a crest the middle is lower and the ends are higher, in a sag the reverse. Instead of L^2
 * / (8 R) its exact value is used: the distance of the axis from the chord of the vehicle's length about the
 * station.
 */
export function sweptBox(geometry: AxisGeometry, chainage: number, { length, wheelbase }: Vehicle): Swept {
  const metresPerChainage = geometry.lengthBetween(chainage - 0.5, chainage + 0.5);
  const half = length / (2 * metresPerChainage);
  const here = geometry.frameAt(chainage);
  const behind = geometry.frameAt(chainage - half).origin;
  const ahead = geometry.frameAt(chainage + half).origin;
  let toLeft = 0;
  let upward = 0;
  for (let k = 0; k < 3; k++) {
    const chord = (behind[k] + ahead[k]) / 2 - here.origin[k];
    toLeft += chord * here.left[k];
    upward += chord * here.up[k];
  }
  const inner = wheelbase === null ? 1 : (wheelbase / length) ** 2;
  const outer = wheelbase === null ? 1 : 1 - inner;
  return {
    left: Math.max(0, toLeft) * inner + Math.max(0, -toLeft) * outer,
    right: Math.max(0, -toLeft) * inner + Math.max(0, toLeft) * outer,
    up: Math.max(0, upward) * inner + Math.max(0, -upward) * outer,
    down: Math.max(0, -upward) * inner + Math.max(0, upward) * outer,
  };
}

/**
 * Clearance of a vehicle along a drive (docs/volume.md, "Clearance"): its box, standing on the measured
 * floor, against every section between two chainages, enlarged on bends by its length; and the largest box
 * that passes.
 *
 * Interpolated rock and unobserved stretches never count as free; results that depend on them are marked.
 *
 * @param every interval of the sections, m of chainage
 * @throws SocavonError vehicle-unusable; chainage-range if no section is closed
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
    // Each section represents the stretch up to the middle between it and its neighbours.
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
    const range = placement === 'best' ? middleRange(profile, station, vehicle) : null;
    if (doesNotFit(station) || leaps(before, range)) extend(blocked, a, b);
    else if (restsOnFilled(station)) extend(unseen, a, b);
    before = range;
  });
  if (stations.length === 0)
    throw new SocavonError('chainage-range', message('clearance-no-section', { from, to }));
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

/** @throws SocavonError vehicle-unusable */
export function checkVehicle({ width, height, groundClearance, length, wheelbase }: Vehicle): void {
  for (const [name, value] of Object.entries({ width, height, length }))
    if (!(value > 0 && value <= LONGEST))
      throw refused(
        message('vehicle-size', {
          side: message(`vehicle-${name as 'width'}`),
          metres: value,
          most: LONGEST,
        }),
      );
  if (!(groundClearance >= 0 && groundClearance < height))
    throw refused(message('vehicle-clearance', { metres: groundClearance, height }));
  if (wheelbase !== null && !(wheelbase > 0 && wheelbase <= length))
    throw refused(message('vehicle-wheelbase', { metres: wheelbase, length }));
}

function refused(why: Message): SocavonError {
  return new SocavonError('vehicle-unusable', message('vehicle-refused', { why }));
}

function doesNotFit({ free }: ClearanceStation): boolean {
  return (
    [free.left, free.right, free.top].some((distance) => distance !== null && distance < 0) ||
    free.left === null
  );
}

/**
 * True if the lateral ranges of the box's middle in two neighbouring sections are disjoint: no straight
 * course leads on.
 */
function leaps(before: Stretch | null, range: Stretch | null): boolean {
  return before !== null && range !== null && (range.from > before.to || range.to < before.from);
}

function restsOnFilled({ filled, floorMeasured, free }: ClearanceStation): boolean {
  return filled.left || filled.right || filled.top || !floorMeasured || free.top === null;
}

function extend(stretches: Stretch[], from: number, to: number): void {
  const last = stretches.at(-1);
  if (last && last.to >= from) stretches[stretches.length - 1] = { from: last.from, to };
  else stretches.push({ from, to });
}

/** Least of a value over all sections; the first one of a tie. */
function bottleneck(
  stations: readonly ClearanceStation[],
  sizeOf: (station: ClearanceStation) => number,
  sides: readonly (keyof ClearanceStation['filled'])[],
): Bottleneck {
  const least = stations.reduce((best, station) => (sizeOf(station) < sizeOf(best) ? station : best));
  const filled = sides.some((side) => least.filled[side]);
  return { value: sizeOf(least), chainage: least.chainage, measured: !filled && least.floorMeasured };
}
