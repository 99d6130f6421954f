import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import ROBOTO from 'pdfmake/fonts/Roboto.js';

/** A drawing as Word shows it. */
interface WordDrawing {
  /** Texts as outlines, and no style sheet: every reader draws it alike, whatever its fonts. */
  readonly svg: Uint8Array;
  /** The same for readers that know no SVG. */
  readonly png: Uint8Array;
  /** True if nothing is to be seen of it. */
  readonly isBlank: boolean;
}

/** Draws an SVG that is to be of this width on paper, mm. */
export type DrawForWord = (svg: string, width: number) => WordDrawing;

/** Pixels of the picture per millimetre on paper: 200 an inch. */
const PER_MM = 200 / 25.4;

let rasteriser: Promise<void> | null = null;

/**
 * Loads what draws SVG for Word: flattened to paths, because Word and LibreOffice set texts of an SVG in fonts of their
 * own, and as a picture. It reads no font but that of the PDF, and the same drawing gives the same bytes.
 */
export async function drawingsForWord(): Promise<DrawForWord> {
  // The module may be started once in a process only.
  rasteriser ??= initWasm(
    readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
  );
  await rasteriser;
  const fontBuffers = [ROBOTO.Roboto.normal, ROBOTO.Roboto.bold].map((file) => readFileSync(file));
  const font = { fontBuffers, defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' };
  return (svg, width) => {
    const fitTo = { mode: 'width', value: Math.max(1, Math.round(width * PER_MM)) } as const;
    const drawn = new Resvg(standalone(svg), { font, fitTo });
    const picture = drawn.render();
    try {
      const isBlank = picture.pixels.every((value, i) => i % 4 !== 3 || value === 0);
      return { svg: new TextEncoder().encode(drawn.toString()), png: picture.asPng(), isBlank };
    } finally {
      picture.free();
      drawn.free();
    }
  };
}

/** An SVG that stands in a page, as a file of its own. */
function standalone(svg: string): string {
  return svg.includes('xmlns=') ? svg : svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
}

/** The file in the data URL of a logo. */
export function logoBytes(url: string): Uint8Array {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The drawing in the data URL of an SVG. */
export function logoDrawing(url: string): string {
  return new TextDecoder().decode(logoBytes(url));
}
