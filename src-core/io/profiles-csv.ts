import type { SectionBreak } from '../model/breaks.ts';
import type { Profile } from '../model/tunnel.ts';

/**
 * One line per profile: chainage, axis point, area, perimeter, centroid, measured share, points; with `breaks`
 * also design area, overbreak and underbreak. Metres and square metres, map frame, decimal point, comma.
 *
 * @param breaks of the same profiles in the same order
 */
export function profilesCsv(profiles: readonly Profile[], breaks?: readonly SectionBreak[]): string {
  const header = [
    'chainage_m',
    'x_m',
    'y_m',
    'z_m',
    'area_m2',
    'perimeter_m',
    'centroid_left_m',
    'centroid_up_m',
    'measured_share',
    'points',
    ...(breaks ? ['design_area_m2', 'overbreak_m2', 'underbreak_m2'] : []),
  ];
  const lines = profiles.map((profile, i) =>
    [
      profile.chainage.toFixed(3),
      ...profile.origin.map((value) => value.toFixed(3)),
      profile.area.toFixed(4),
      profile.perimeter.toFixed(3),
      ...profile.centroid.map((value) => value.toFixed(4)),
      profile.measuredShare.toFixed(4),
      profile.support.toString(),
      ...(breaks
        ? [breaks[i].designArea, breaks[i].overbreak, breaks[i].underbreak].map((value) => value.toFixed(4))
        : []),
    ].join(','),
  );
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

/** One line per vertex of each outline: chainage, vertex, (left, up) in the section, map point, measured 1 or 0. */
export function outlinesCsv(profiles: readonly Profile[]): string {
  const lines = ['chainage_m,vertex,left_m,up_m,x_m,y_m,z_m,measured'];
  for (const { chainage, outline, origin, left, up, measured } of profiles) {
    for (let i = 0; i < measured.length; i++) {
      const l = outline[2 * i];
      const u = outline[2 * i + 1];
      const point = [0, 1, 2].map((k) => (origin[k] + l * left[k] + u * up[k]).toFixed(4));
      lines.push(
        `${chainage.toFixed(3)},${i + 1},${l.toFixed(4)},${u.toFixed(4)},${point.join(',')},${measured[i]}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
