import { ImageRun } from 'docx';
import type { ReportLogo } from '../../../../src-core/report/document.ts';
import { type DrawForWord, logoBytes, logoDrawing } from '../page/drawings.ts';

/** Sets the pictures of one document. */
export interface ImageSetter {
  /** A drawing at its size on paper, mm. */
  drawing(svg: string, width: number, height: number): ImageRun;
  logo(logo: ReportLogo): ImageRun;
}

/** Pixels of a millimetre, by which the library tells sizes. */
const PIXELS = 96 / 25.4;

/** Numbers the pictures of a document: the library would go on counting from the one before. */
export function imageSetter(draw: DrawForWord): ImageSetter {
  let count = 0;
  const named = (title: string) => {
    count++;
    return { id: String(count), name: `Drawing ${count}`, title, description: title };
  };
  const drawn = (svg: string, width: number, height: number, title: string): ImageRun => {
    const { svg: flat, png } = draw(svg, width);
    return new ImageRun({
      type: 'svg',
      data: flat,
      fallback: { type: 'png', data: png },
      transformation: { width: width * PIXELS, height: height * PIXELS },
      altText: named(title),
    });
  };
  return {
    drawing: (svg, width, height) => drawn(svg, width, height, titleOf(svg)),
    logo: ({ type, url, width, height, alt }) =>
      type === 'svg'
        ? drawn(logoDrawing(url), width, height, alt)
        : new ImageRun({
            type: type === 'jpeg' ? 'jpg' : 'png',
            data: logoBytes(url),
            transformation: { width: width * PIXELS, height: height * PIXELS },
            altText: named(alt),
          }),
  };
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a drawing is called for those who do not see it. */
function titleOf(svg: string): string {
  const label = /aria-label="([^"]*)"/.exec(svg)?.[1] ?? '';
  return label.replace(/&(\w+|#39);/g, (whole, name: string) => SIGNS[name] ?? whole);
}
