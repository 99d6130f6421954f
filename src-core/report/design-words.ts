import type { DesignOffsets, DesignSection } from '../model/design.ts';
import type { NamedValue } from './document.ts';
import type { ReportDesign } from './report-input.ts';
import { chainageText, fill, fixed } from './texts/format.ts';
import type { Texts } from './texts/texts.ts';

/** Facts on the design: the section of each stretch with its dimensions, and the lines at an offset from it. */
export function designFacts({ section, stretches, offsets }: ReportDesign, texts: Texts): NamedValue[] {
  const sections: NamedValue[] = stretches
    ? stretches.map((stretch): NamedValue => {
        const [from, to] = [stretch.from, stretch.to].map((at) => (at === null ? '…' : chainageText(at)));
        return [`${stretch.name} ${from} – ${to}`.trim(), sectionWords(stretch.section, texts)];
      })
    : [[texts['design.section'], sectionWords(section, texts)]];
  return [...sections, ...offsetWords(offsets, texts)];
}

/** Description of a design section with its dimensions and the position of the axis in it. */
function sectionWords(section: DesignSection, texts: Texts): string {
  const { shape, axisHeight, axisLeft = 0 } = section;
  const figures = Object.entries(section).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, fixed(value, 2)]] : [],
  );
  const count = section.shape === 'polyline' ? fixed(section.points.length, 0) : '';
  const words = fill(texts[`shape.${shape}`], { ...Object.fromEntries(figures), count });
  const height = fill(texts['design.axisHeight'], { height: fixed(axisHeight, 2) });
  const aside =
    axisLeft === 0
      ? ''
      : fill(texts[axisLeft > 0 ? 'design.axisLeft' : 'design.axisRight'], {
          way: fixed(Math.abs(axisLeft), 2),
        });
  return `${words}; ${height}${aside}`;
}

function offsetWords(offsets: DesignOffsets | undefined, texts: Texts): NamedValue[] {
  if (!offsets) return [];
  const { shotcrete, clearance } = offsets;
  return [
    ...(shotcrete
      ? [
          [
            texts['design.shotcrete'],
            `${fixed(shotcrete.thickness, 2)} m, ${texts[`design.shotcrete.${shotcrete.side}`]}`,
          ] as const,
        ]
      : []),
    ...(clearance === null ? [] : [[texts['design.clearance'], `${fixed(clearance, 2)} m`] as const]),
  ];
}
