/** Texts about standing water on the floor. */
export const WATER = {
  'water-depth':
    'Water stands on {area} m² of the floor (chainages {stretches}). The volume ends at its surface; the rock under it may add up to {most} m³, and the ± is wider for it. Measure the mean depth of the water and enter it.',
  'water-depth-cli':
    'Water stands on {area} m² of the floor (chainages {stretches}). The volume ends at its surface; the rock under it may add up to {most} m³, and the ± is wider for it. Measure the mean depth of the water and give it with --water-depth.',
  'water-mirrored':
    '{points} returns below the floor (chainages {stretches}) are mirror images of the walls in standing water and were left out, but no hole of the floor shows where it stands. Look at the floor there.',
  'water-undecided':
    'Returns below the floor at chainages {stretches} may be a pit, or mirror images in standing water. They are measured as rock; if it is water, the volume is {volume} m³ too large, and the ± is wider for it. Look at the floor there.',
} as const;
