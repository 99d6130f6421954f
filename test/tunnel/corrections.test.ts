import { describe, expect, it } from 'vitest';
import { TREATMENTS_DEFAULT, type Treatments, treatmentsOf } from '../../src-core/model/drive-object.ts';
import type { CorrectionClass, ObjectCorrection } from '../../src-core/model/object-correction.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { objectsOption } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { axisAlong, BAUL, BAUL_AREA, type Sampled, scanDrive, straight, type Thing } from './solids.ts';

const SEED = 17;
const LENGTH = 14;
const TRUE_VOLUME = 8 * BAUL_AREA;
/** A vehicle on the floor, 3 m long, 1 m wide and 1.2 m high, by the right wall; the axis is 1.7 m over the floor. */
const VEHICLE: Thing = {
  box: [
    [5.5, -1.9, 0],
    [8.5, -0.9, 1.2],
  ],
};
const AROUND_VEHICLE = {
  from: 5.3,
  to: 8.7,
  leftFrom: -2,
  leftTo: -0.8,
  // Not the floor that it stands on.
  upFrom: -BAUL.line + 0.1,
  upTo: -BAUL.line + 1.3,
};
/** A cabinet on the right wall, 0.18 m deep: too near to the rock for the rules, which measure it as wall. */
const CABINET: Thing = {
  box: [
    [5, -2.3, 0.9],
    [9, -2.07, 2],
  ],
};
const AROUND_CABINET = {
  from: 4.9,
  to: 9.1,
  leftFrom: -2.16,
  leftTo: -1.9,
  upFrom: -BAUL.line + 0.85,
  upTo: -BAUL.line + 2.05,
};

const DUCT: Thing = { duct: { left: 1.1, height: 3.3, radius: 0.3 } };
const AROUND_DUCT = {
  from: 0,
  to: LENGTH,
  leftFrom: 0.7,
  leftTo: 1.5,
  upFrom: 2.9 - BAUL.line,
  upTo: 3.7 - BAUL.line,
};

const clouds = new Map<string, Sampled>();
function scanned(things: readonly Thing[]): Sampled {
  const key = JSON.stringify(things);
  const known = clouds.get(key) ?? scanDrive(things, LENGTH, 400_000, SEED);
  clouds.set(key, known);
  return known;
}

function wallOf(
  things: readonly Thing[],
  corrections: readonly ObjectCorrection[],
  treatments: Treatments = TREATMENTS_DEFAULT,
): WallSurface {
  const { xyz, origin } = scanned(things);
  const axis = axisAlong(straight(0, [0, 0, 0], 0), 0, LENGTH, 0.5);
  const accumulator = new ProfileAccumulator(axis, { ...objectsOption(treatments), corrections });
  accumulator.add(xyz, origin);
  return accumulator.wall();
}

function measured(
  things: readonly Thing[],
  corrections: readonly ObjectCorrection[] = [],
  treatments?: Treatments,
): Volume {
  return volumeBetween(wallOf(things, corrections, treatments), 3, 11);
}

const box = (name: CorrectionClass, sides: Omit<ObjectCorrection, 'class'>): ObjectCorrection => ({
  class: name,
  ...sides,
});

describe(`corrections by hand (seed ${SEED})`, () => {
  it('without one in reach, every number is that of the rules to the last bit', () => {
    const plain = measured([VEHICLE]);
    const away = measured([VEHICLE], [box('rock', { ...AROUND_VEHICLE, leftFrom: 5, leftTo: 6 })]);
    expect({ ...away, corrections: [], warnings: [] }).toEqual({ ...plain, warnings: [] });
    expect(plain.corrections).toEqual([]);
    expect(away.warnings.map(({ code }) => code)).toContain('correction-no-returns');
    expect(plain.warnings.map(({ code }) => code)).not.toContain('correction-no-returns');
  });

  it('a box says what the rules did not see: the void goes on to the rock behind', () => {
    const taken = measured([CABINET]);
    const corrected = measured([CABINET], [box('unknown', AROUND_CABINET)]);
    expect(taken.objects).toEqual([]);
    expect(taken.volume.value).toBeLessThan(TRUE_VOLUME - 0.5);
    expect(Math.abs(corrected.volume.value - TRUE_VOLUME)).toBeLessThan(corrected.volume.plusMinus);
    expect(corrected.objects).toHaveLength(1);
    expect(corrected.objects[0]).toMatchObject({
      name: 'X1',
      class: 'unknown',
      treatment: 'left-out',
      byHand: true,
    });
    // 4 m long, 1.1 m high, 0.18 m deep.
    const [{ volume }] = corrected.objects;
    expect(Math.abs(volume.value - 0.79)).toBeLessThan(volume.plusMinus);
    expect(volume.plusMinus).toBeLessThan(0.35);
  });

  it('a vehicle that the rules take for two, with wall between, is one by hand', () => {
    const byRules = measured([VEHICLE]);
    const byHand = measured([VEHICLE], [box('vehicle', AROUND_VEHICLE)]);
    expect(byRules.objects).toHaveLength(2);
    expect(byRules.objects[0].byHand).toBeUndefined();
    expect(byRules.volume.value).toBeLessThan(TRUE_VOLUME - byRules.volume.plusMinus);
    expect(byHand.objects).toHaveLength(1);
    const [vehicle] = byHand.objects;
    expect(vehicle).toMatchObject({ name: 'V1', class: 'vehicle', byHand: true });
    expect(Math.abs(vehicle.volume.value - 3.6)).toBeLessThan(vehicle.volume.plusMinus);
    expect(Math.abs(byHand.volume.value - TRUE_VOLUME)).toBeLessThan(byHand.volume.plusMinus);
  });

  it('a box that has some floor and wall in it gives the same vehicle', () => {
    const generous = {
      ...AROUND_VEHICLE,
      from: 5,
      to: 9,
      leftFrom: -2.6,
      leftTo: -0.5,
      upFrom: -BAUL.line - 0.1,
    };
    const { objects, volume } = measured([VEHICLE], [box('vehicle', generous)]);
    expect(objects).toHaveLength(1);
    const [vehicle] = objects;
    expect(Math.abs(vehicle.volume.value - 3.6)).toBeLessThan(vehicle.volume.plusMinus);
    expect(Math.abs(vehicle.from - 5.5)).toBeLessThan(0.3);
    expect(Math.abs(vehicle.to - 8.5)).toBeLessThan(0.3);
    expect(Math.abs(volume.value - TRUE_VOLUME)).toBeLessThan(volume.plusMinus);
  });

  it('a duct by hand is what the rules find of it', () => {
    const byRules = measured([DUCT]);
    const byHand = measured([DUCT], [box('duct', AROUND_DUCT)]);
    expect([byRules, byHand].map(({ objects }) => objects.map((object) => object.class))).toEqual([
      ['duct'],
      ['duct'],
    ]);
    const [rules, hand] = [byRules.objects[0].volume, byHand.objects[0].volume];
    expect(Math.abs(hand.value - rules.value)).toBeLessThan(rules.plusMinus);
    expect(Math.abs(byHand.volume.value - byRules.volume.value)).toBeLessThan(byRules.volume.plusMinus);
  });

  it('rock is measured as if the thing were kept, and is no object', () => {
    const volume = measured([VEHICLE], [], treatmentsOf('kept'));
    const left = measured([VEHICLE]);
    const rock = measured([VEHICLE], [box('rock', AROUND_VEHICLE)]);
    expect(rock.objects).toEqual([]);
    expect(left.volume.value - volume.volume.value).toBeGreaterThan(2);
    expect(Math.abs(rock.volume.value - volume.volume.value)).toBeLessThan(0.3);
  });

  it('of two boxes that overlap the last one holds', () => {
    const sides = AROUND_VEHICLE;
    const rock = measured([VEHICLE], [box('vehicle', sides), box('rock', sides)]);
    const vehicle = measured([VEHICLE], [box('rock', sides), box('vehicle', sides)]);
    expect(rock.volume).toEqual(measured([VEHICLE], [box('rock', sides)]).volume);
    expect(vehicle.volume).toEqual(measured([VEHICLE], [box('vehicle', sides)]).volume);
    expect(rock.corrections.map(({ points }) => points > 0)).toEqual([false, true]);
  });

  it('what is ignored is neither wall nor object', () => {
    const ignored = measured([CABINET], [box('ignore', AROUND_CABINET)]);
    expect(ignored.objects).toEqual([]);
    expect(ignored.volume).toEqual(measured([CABINET], [box('unknown', AROUND_CABINET)]).volume);
  });

  it('an object of a class that is kept is wall, and listed as such', () => {
    const treatments = { ...TREATMENTS_DEFAULT, vehicle: 'kept' as const };
    const { objects, volume } = measured([VEHICLE], [box('vehicle', AROUND_VEHICLE)], treatments);
    expect(objects).toHaveLength(1);
    expect(objects[0]).toMatchObject({ class: 'vehicle', treatment: 'kept', byHand: true });
    expect(volume).toEqual(measured([VEHICLE], [box('rock', AROUND_VEHICLE)]).volume);
  });

  it.each([
    [{ to: 5.3 }, /^Correction 2 runs from chainage 5\.3 to 5\.3/],
    [{ leftFrom: 1 }, /^Correction 2 reaches from 1 to -0\.8 m left/],
    [{ upTo: -9 }, /m above the axis, which is empty or reversed/],
  ])('an empty box is refused: %j', (sides, message) => {
    const good = box('rock', AROUND_VEHICLE);
    expect(() => wallOf([VEHICLE], [good, { ...good, ...sides }])).toThrow(message);
  });

  it('the section shows the outline of an object where it lies', () => {
    const wall = wallOf([VEHICLE], [box('vehicle', AROUND_VEHICLE)]);
    const [cut] = wall.cutsAt(7, 0.25);
    expect(cut).toMatchObject({ name: 'V1', class: 'vehicle', byHand: true, isClosed: true });
    const lefts = cut.lines[0].filter((_, i) => i % 2 === 0);
    const ups = cut.lines[0].filter((_, i) => i % 2 === 1);
    expect(Math.min(...lefts)).toBeCloseTo(-1.9, 0);
    expect(Math.abs(Math.max(...lefts) + 0.9)).toBeLessThan(0.1);
    expect(Math.abs(Math.max(...ups) - (1.2 - BAUL.line))).toBeLessThan(0.1);
    expect(Math.abs(Math.min(...ups) + BAUL.line)).toBeLessThan(0.1);
    expect(wall.cutsAt(10, 0.25)).toEqual([]);
  });
});
