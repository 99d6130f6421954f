import { describe, expect, it } from 'vitest';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { cumulativeVolumes, integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { axisAlong, bend, onBaul, sampleDrive } from './solids.ts';

describe('volume up to each profile', () => {
  // A gap from 6.3 to 7.2, and stations on faces of slabs, inside them and in the gap.
  const line = bend(25);
  const cloud = sampleDrive(line, onBaul, [0, 12], 400_000, 3, undefined, (s) => s < 6.3 || s > 7.2);
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 12, 0.5), { maxFillAlong: 0.3 });
  accumulator.add(cloud.xyz, cloud.origin);
  const wall = accumulator.wall();

  it('is that of the range from the first chainage, to the last bit', () => {
    const [from, to] = [wall.surveyedFrom + 0.03, wall.surveyedTo];
    const stations = wall.stations(0.25, from, to);
    expect(integrateWall(wall, from, to).gaps.length).toBeGreaterThan(0);
    expect([...cumulativeVolumes(wall, from, stations)]).toEqual(
      stations.map((chainage) => (chainage > from ? integrateWall(wall, from, chainage).volume : 0)),
    );
  });

  it('is nothing without a chainage beyond the first', () => {
    expect([...cumulativeVolumes(wall, 5, [])]).toEqual([]);
    expect([...cumulativeVolumes(wall, 5, [4, 5])]).toEqual([0, 0]);
  });
});
