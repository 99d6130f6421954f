import { describe, expect, it } from 'vitest';
import { type Treatments, treatmentsOf } from '../../src-core/model/drive-object.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { objectsOption } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, BAUL_AREA, scanDrive, straight, type Thing } from './solids.ts';

const SEED = 17;
const LENGTH = 16;
/** A vehicle on the floor, 3 m long, 1 m wide and 1.2 m high, by the right wall. */
const VEHICLE: Thing = {
  box: [
    [6, -1.9, 0],
    [9, -0.9, 1.2],
  ],
};
const DUCT: Thing = { duct: { left: 1.1, height: 3.3, radius: 0.3 } };

function measured(things: readonly Thing[], treatments: Treatments = treatmentsOf('left-out')): Volume {
  const { xyz, origin } = scanDrive(things, LENGTH, 600_000, SEED);
  const accumulator = new ProfileAccumulator(
    axisAlong(straight(0, [0, 0, 0], 0), 0, LENGTH, 0.5),
    objectsOption(treatments),
  );
  accumulator.add(xyz, origin);
  return volumeBetween(accumulator.wall(), 3, 13);
}

describe(`things in a drive (seed ${SEED})`, () => {
  it('an empty drive has none', () => {
    expect(measured([]).objects).toEqual([]);
  });

  it('a vehicle: its class, place and volume, and the floor under it', () => {
    const { volume, objects } = measured([VEHICLE]);
    expect(objects).toHaveLength(1);
    const [vehicle] = objects;
    expect(vehicle).toMatchObject({ name: 'V1', class: 'vehicle', treatment: 'left-out', outlineOn: 'plan' });
    expect(Math.abs(vehicle.from - 6)).toBeLessThan(0.2);
    expect(Math.abs(vehicle.to - 9)).toBeLessThan(0.2);
    expect(Math.abs(vehicle.area - 3)).toBeLessThan(0.6);
    expect(Math.abs(vehicle.volume.value - 3.6)).toBeLessThan(vehicle.volume.plusMinus);
    expect(vehicle.volume.plusMinus).toBeLessThan(2);
    expect(Math.abs(volume.value / (10 * BAUL_AREA) - 1)).toBeLessThan(1.5e-3);
  });

  it('a duct: its class and volume', () => {
    const { objects } = measured([DUCT]);
    expect(objects.map((object) => object.class)).toEqual(['duct']);
    const [duct] = objects;
    const truth = Math.PI * 0.3 ** 2 * 10;
    expect(Math.abs(duct.volume.value - truth)).toBeLessThan(duct.volume.plusMinus);
  });

  it('the duct kept is wall, the vehicle left out is void', () => {
    const left = measured([DUCT, VEHICLE]);
    const volume = measured([DUCT, VEHICLE], { ...treatmentsOf('left-out'), duct: 'kept' });
    expect(volume.objects.map((object) => [object.class, object.treatment]).sort()).toEqual([
      ['duct', 'kept'],
      ['vehicle', 'left-out'],
    ]);
    const worth = left.volume.value - volume.volume.value;
    expect(worth).toBeGreaterThan(1);
    expect(volume.volume.value / (10 * BAUL_AREA)).toBeLessThan(0.995);
  });
});
