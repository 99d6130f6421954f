import { describe, expect, it } from 'vitest';
import { treatmentsOf } from '../../src-core/model/drive-object.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import type { ProfileOptions } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { type MeshDrive, meshDrive, RADIUS } from './mesh-drive.ts';

const SEED = 5;
const PLACE = { from: 3, to: 7, fromAngle: -0.4, toAngle: 1.6 };
const AREA = 4 * 2 * RADIUS;
const ROUGH = { relief: 0.06, seed: SEED };

/** Volume between 1 and 9 m. */
function volumeOf(drive: MeshDrive, options: Partial<ProfileOptions> = {}) {
  return volumeBetween(meshDrive(drive, options), 1, 9);
}

const bare = volumeOf({ ...ROUGH, mesh: null });

describe(`mesh before rough rock (seed ${SEED})`, () => {
  it('finds none on rock without mesh', () => {
    expect(bare.objects).toEqual([]);
  });

  it.each([
    [0.08, 0.1],
    [0.08, 0.4],
    [0.1, 0.2],
  ])('%d m off, %d of the returns: the wall is the rock', (gap, share) => {
    const { volume, objects, uncertainty } = volumeOf({ ...ROUGH, mesh: { ...PLACE, gap, share } });
    expect(Math.abs(volume.value - bare.volume.value) / AREA).toBeLessThan(
      Math.max(1e-3, 0.05 * gap * share),
    );
    expect(objects).toHaveLength(1);
    const [mesh] = objects;
    expect(mesh).toMatchObject({ name: 'M1', class: 'mesh', treatment: 'left-out', outlineOn: 'wall' });
    expect(Math.abs(mesh.area / AREA - 1)).toBeLessThan(0.2);
    expect(Math.abs(mesh.volume.value / (AREA * gap) - 1)).toBeLessThan(0.1);
    expect(Math.abs(mesh.from - PLACE.from)).toBeLessThan(0.6);
    expect(Math.abs(mesh.to - PLACE.to)).toBeLessThan(0.6);
    const covered = uncertainty.find(({ source }) => source === 'covered-wall');
    expect(Math.abs(volume.value - bare.volume.value)).toBeLessThan(3 * covered!.sigma);
  });

  it('5 cm off, 0.4 of the returns: most of the error is gone, and the ± says the rest', () => {
    const mesh = { ...PLACE, gap: 0.05, share: 0.4 };
    const { volume, uncertainty } = volumeOf({ ...ROUGH, mesh });
    const off = volume.value - bare.volume.value;
    expect(Math.abs(off)).toBeLessThan(0.3 * mesh.share * mesh.gap * AREA);
    const covered = uncertainty.find(({ source }) => source === 'covered-wall')!;
    expect(Math.abs(off)).toBeLessThan(3 * covered.sigma);
  });

  it('kept, the void ends on the mesh', () => {
    const mesh = { ...PLACE, gap: 0.1, share: 0.2 };
    const { volume, objects } = volumeOf({ ...ROUGH, mesh }, { treatments: treatmentsOf('kept') });
    expect(objects[0].treatment).toBe('kept');
    expect(Math.abs((bare.volume.value - volume.value) / objects[0].volume.value - 1)).toBeLessThan(0.03);
  });

  it('seen aslant, 5 cm off and kept: the void ends on it, though the rock may lie farther beyond', () => {
    const drive = { ...ROUGH, seenFrom: 2.4 };
    const mesh = { ...PLACE, gap: 0.05, share: 0.4 };
    const rock = volumeOf({ ...drive, mesh: null });
    const stored = volumeOf({ ...drive, mesh }, { treatments: treatmentsOf('kept') });
    expect(Math.abs(rock.volume.value - stored.volume.value - mesh.gap * AREA)).toBeLessThan(
      0.1 * mesh.gap * AREA,
    );
    const { volume, uncertainty } = volumeOf({ ...drive, mesh });
    const covered = uncertainty.find(({ source }) => source === 'covered-wall')!;
    expect(Math.abs(volume.value - rock.volume.value)).toBeLessThan(2 * covered.sigma);
  });

  it('that a person calls rock is no mesh: the wall stays where it was measured', () => {
    const drive = { ...ROUGH, mesh: { ...PLACE, gap: 0.1, share: 0.2 } };
    const everywhere = { leftFrom: -5, leftTo: 5, upFrom: -5, upTo: 5 };
    const rock = volumeOf(drive, { corrections: [{ class: 'rock', from: 0, to: 10, ...everywhere }] });
    expect(rock.objects).toEqual([]);
    // A fifth of the returns is 10 cm in front of the rock, and their mean with it.
    const off = bare.volume.value - rock.volume.value;
    expect(Math.abs(off / (0.2 * 0.1 * AREA) - 1)).toBeLessThan(0.15);
    const half = volumeOf(drive, { corrections: [{ class: 'rock', from: 0, to: 5, ...everywhere }] });
    expect(half.objects).toHaveLength(1);
    expect(half.objects[0].from).toBeGreaterThan(4.4);
  });

  it('a part of the stretch has a part of the mesh', () => {
    const wall = meshDrive({ ...ROUGH, mesh: { ...PLACE, gap: 0.1, share: 0.2 } });
    const [all] = volumeBetween(wall, 1, 9).objects;
    const [before] = volumeBetween(wall, 1, 5).objects;
    const [after] = volumeBetween(wall, 5, 9).objects;
    expect(before.name).toBe('M1');
    expect(before.volume.value + after.volume.value).toBeCloseTo(all.volume.value, 9);
    expect(before.area).toBeLessThan(all.area);
  });
});
