import { remark } from '../../../messages/remark.ts';
import type { VolumeWarning } from '../../../model/tunnel.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';

/** With more stretches than this, the others are not listed. */
const MOST_LISTED = 6;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Warnings for standing water between two chainages: what of the volume is not known, and what to do. */
export function waterWarnings(wall: WallSurface, from: number, to: number): VolumeWarning[] {
  const { water } = wall.grid;
  if (water === undefined) return [];
  const within = <Part extends Stretch>(parts: readonly Part[]): Part[] =>
    parts.filter((part) => part.from < to && part.to > from);
  const shareOf = (k: number): number => wall.lengthWithin(k, from, to) / wall.options.slab;
  const warnings: VolumeWarning[] = [];
  const pools = within(
    water.pools.map((pool) => ({
      depthBound: pool.depthBound,
      from: Math.max(from, wall.chainageOf(pool.firstSlab)),
      to: Math.min(to, wall.chainageOf(pool.firstSlab + pool.area.length)),
      area: pool.area.reduce((sum, area, i) => sum + area * shareOf(pool.firstSlab + i), 0),
    })),
  );
  if (pools.length > 0 && water.depth === null) {
    const figures = {
      area: pools.reduce((sum, { area }) => sum + area, 0).toFixed(1),
      most: pools.reduce((sum, { area, depthBound }) => sum + area * depthBound, 0).toFixed(1),
      stretches: listed(pools),
    };
    warnings.push({ code: 'water-depth', ...remark('water-depth', figures) });
  }
  const mirrored = within(water.mirrored);
  if (mirrored.length > 0 && water.pools.length === 0) {
    const points = mirrored.reduce((sum, part) => sum + part.points, 0);
    warnings.push({
      code: 'water-mirrored',
      ...remark('water-mirrored', { points, stretches: listed(mirrored) }),
    });
  }
  const undecided = within(water.undecided);
  if (undecided.length > 0) {
    const volume = undecided.reduce((sum, part) => sum + part.volume, 0).toFixed(1);
    warnings.push({
      code: 'water-undecided',
      ...remark('water-undecided', { volume, stretches: listed(undecided) }),
    });
  }
  return warnings;
}

function listed(stretches: readonly Stretch[]): string {
  const texts = stretches.slice(0, MOST_LISTED).map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)}`);
  return texts.join(', ') + (stretches.length > MOST_LISTED ? ', ...' : '');
}
