import { sectionFigure, sectionWindow } from '../figures/section.ts';
import { textsOf } from '../texts/texts.ts';
import type { DrawnDrive } from './drawn-drive.ts';

/** SVG file of one section. */
interface SectionFile {
  readonly fileName: string;
  svg(): string;
}

/**
 * Every section as an SVG file, drawn as in the report, all with the same size and scale; the names sort by chainage.
 * @param scale denominator
 */
export function* sectionFiles(
  { sections, language }: DrawnDrive,
  scale: number,
): Generator<SectionFile, void, undefined> {
  const window = sectionWindow(
    sections.flatMap(({ profile, design, payLine }) =>
      [profile.outline, design, payLine].filter((outline) => outline !== null),
    ),
  );
  const digits = Math.max(1, ...sections.map(({ profile }) => fileChainage(profile.chainage).length));
  for (const [i, { profile, design, payLine, breaks }] of sections.entries()) {
    const figure = (): string =>
      sectionFigure({ profile, design, payLine, breaks, window, scale, id: `over-${i}` }, textsOf(language));
    yield {
      fileName: `section-${fileChainage(profile.chainage).padStart(digits, '0')}.svg`,
      svg: () =>
        `<?xml version="1.0" encoding="UTF-8"?>\n${figure().replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" font-family="Arial, Helvetica, sans-serif" ')}\n`,
    };
  }
}

/** Chainage for a file name, m with three decimals: `+` and spaces need quoting in some shells. */
function fileChainage(chainage: number): string {
  return `${chainage < 0 ? 'm' : ''}${Math.abs(chainage).toFixed(3)}`;
}
