import type { BaulByRadiusDesign, BaulDesign, HorseshoeDesign, ThreeCentreDesign } from './design.ts';

/** Circle of an arch: height of its centre above the floor, and its radius, m. */
interface ArchCircle {
  readonly centre: number;
  readonly radius: number;
}

/** The circle through both springlines and the crown. */
export function baulArch(design: BaulDesign | BaulByRadiusDesign): ArchCircle {
  const half = design.width / 2;
  if (design.shape === 'baul') {
    const rise = design.height - design.wallHeight;
    const radius = (half * half + rise * rise) / (2 * rise);
    return { centre: design.height - radius, radius };
  }
  const radius = design.archRadius;
  return { centre: design.wallHeight - Math.sqrt(radius * radius - half * half), radius };
}

/** The large circle of a three-centre arch: tangent to both small ones, which it encloses, and to the crown. */
export function threeCentreCrown({
  width,
  height,
  wallHeight,
  shoulderRadius,
}: ThreeCentreDesign): ArchCircle {
  const aside = width / 2 - shoulderRadius;
  const rise = height - wallHeight;
  const radius =
    (aside * aside + rise * rise - shoulderRadius * shoulderRadius) / (2 * (rise - shoulderRadius));
  return { centre: height - radius, radius };
}

/**
 * Point where the left wall of a horseshoe meets its floor: (left of the middle, above the lowest point of the
 * floor), m. NaN if the two do not meet below the springline.
 */
export function horseshoeCorner({
  width,
  height,
  wallRadius,
  invertRadius,
}: HorseshoeDesign): [number, number] {
  const springline = height - width / 2;
  const wallCentre = width / 2 - wallRadius;
  if (invertRadius === 0) return [wallCentre + Math.sqrt(wallRadius ** 2 - springline ** 2), 0];
  // Two circles: along the line between their centres, then perpendicular to it.
  const dx = wallCentre;
  const dy = springline - invertRadius;
  const apart = Math.sqrt(dx * dx + dy * dy);
  const along = (invertRadius ** 2 - wallRadius ** 2 + apart * apart) / (2 * apart);
  const aside = Math.sqrt(invertRadius * invertRadius - along * along);
  const corners = [1, -1].map((side): [number, number] => [
    (along * dx - side * aside * dy) / apart,
    invertRadius + (along * dy + side * aside * dx) / apart,
  ]);
  return corners.find(([x, y]) => x > 0 && y >= 0 && y < springline) ?? [Number.NaN, Number.NaN];
}
