import { SECTORS, type SectionBreak } from '../../model/breaks.ts';
import { profileSize } from '../../model/profile-size.ts';
import type { Profile } from '../../model/tunnel.ts';

/**
 * Formats one line per profile: chainage, axis point, area, perimeter, centroid, measured share, points, width,
 * height, hydraulic radius (`profileSize`); with `breaks` also design area, overbreak and underbreak, their shares
 * that are paid, unpaid and beyond the tolerance, the same by sector with the greatest depths, and the name of the
 * design's stretch. Metres and square metres, map frame, decimal point, comma.
 *
 * @param breaks of profiles at the same chainages; if a profile has none, or the contract defines no such figure,
 *   the cell is empty
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
    'width_m',
    'height_m',
    'hydraulic_radius_m',
    ...(breaks ? BREAK_COLUMNS : []),
  ];
  const bySection = new Map(breaks?.map((section) => [section.chainage, section]));
  const lines = profiles.map((profile) =>
    [
      profile.chainage.toFixed(3),
      ...profile.origin.map((value) => value.toFixed(3)),
      profile.area.toFixed(4),
      profile.perimeter.toFixed(3),
      ...profile.centroid.map((value) => value.toFixed(4)),
      profile.measuredShare.toFixed(4),
      profile.support.toString(),
      ...sizes(profile),
      ...(breaks ? breakCells(bySection.get(profile.chainage)) : []),
    ].join(','),
  );
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

const BREAK_COLUMNS = [
  'design_area_m2',
  'overbreak_m2',
  'underbreak_m2',
  'paid_m2',
  'unpaid_m2',
  'over_beyond_tolerance_m2',
  'under_beyond_tolerance_m2',
  ...SECTORS.flatMap((sector) => {
    const name = sector.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    return [`over_${name}_m2`, `under_${name}_m2`, `over_${name}_depth_m`, `under_${name}_depth_m`];
  }),
  'design',
];

function breakCells(section: SectionBreak | undefined): string[] {
  if (section === undefined) return BREAK_COLUMNS.map(() => '');
  const area = (value: number | null): string => value?.toFixed(4) ?? '';
  return [
    ...[section.designArea, section.overbreak, section.underbreak].map(area),
    ...[section.paid, section.unpaid, section.overBeyond, section.underBeyond].map(area),
    ...section.sectors.flatMap(({ overbreak, underbreak, deepestOver, deepestUnder }) => [
      area(overbreak),
      area(underbreak),
      deepestOver?.depth.toFixed(3) ?? '',
      deepestUnder?.depth.toFixed(3) ?? '',
    ]),
    quoted(section.design),
  ];
}

/**
 * Quotes a cell with a comma, a quote or a line break, as in RFC 4180. Words that a spreadsheet would compute as a formula
 * begin with an apostrophe, by which it takes them for words.
 */
function quoted(text: string): string {
  const words = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

function sizes(profile: Profile): string[] {
  const { width, height, hydraulicRadius } = profileSize(profile);
  return [width, height, hydraulicRadius].map((value) => value.toFixed(3));
}

/**
 * Formats one line per vertex of each outline: chainage, vertex, (left, up) in the section, map point, measured 1
 * or 0.
 *
 * @returns the text in parts, the heading and then an outline each: of a long drive it is tens of megabytes
 */
export function* outlinesCsv(profiles: Iterable<Profile>): Generator<string> {
  yield 'chainage_m,vertex,left_m,up_m,x_m,y_m,z_m,measured\n';
  for (const { chainage, outline, origin, left, up, measured } of profiles) {
    const lines: string[] = [];
    for (let i = 0; i < measured.length; i++) {
      const l = outline[2 * i];
      const u = outline[2 * i + 1];
      const point = [0, 1, 2].map((k) => (origin[k] + l * left[k] + u * up[k]).toFixed(4));
      lines.push(
        `${chainage.toFixed(3)},${i + 1},${l.toFixed(4)},${u.toFixed(4)},${point.join(',')},${measured[i]}\n`,
      );
    }
    yield lines.join('');
  }
}
