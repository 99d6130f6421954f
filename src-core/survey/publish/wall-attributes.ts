import type { PointCloud } from '../../model/cloud.ts';
import type { DesignProgramme } from '../../model/design.ts';
import { type MapAttribute, WALL_ATTRIBUTES } from '../../model/survey-content.ts';
import { measuredPoints } from '../../tunnel/design/measured-points.ts';
import { pointBreaks } from '../../tunnel/design/point-breaks.ts';
import type { WallSurface } from '../../tunnel/wall/wall-surface.ts';

/** What is known of points once the wall is measured. */
export type WallAttributes = (cloud: PointCloud) => Pick<PointCloud, 'measured' | 'overbreak'>;

/** True if numbers of points are asked for that follow from the measured wall. */
export function wantsWall(attributes: readonly MapAttribute[]): boolean {
  return WALL_ATTRIBUTES.some((name) => attributes.includes(name));
}

/** Which of them are on the wall, and how far from the line of excavation. @param design null: points have no overbreak */
export function wallAttributes(wall: WallSurface, design: DesignProgramme | null): WallAttributes {
  const measuredOf = measuredPoints(wall);
  const breaksOf = design && pointBreaks(wall.geometry, design);
  return (cloud) => ({ measured: measuredOf(cloud), ...(breaksOf && { overbreak: breaksOf(cloud) }) });
}

/** Clouds with what is known of their points. @param of null: as they are */
export async function* withWall(
  clouds: AsyncIterable<PointCloud>,
  of: WallAttributes | null,
): AsyncGenerator<PointCloud> {
  for await (const cloud of clouds) yield of === null ? cloud : { ...cloud, ...of(cloud) };
}
