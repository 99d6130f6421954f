import { Document, Footer, Header, HeadingLevel, Packer, PageNumber, Paragraph, Tab, TextRun } from 'docx';
import { unzipSync, zipSync } from 'fflate';
import type { Paper } from '../../../src-core/model/survey-content.ts';
import type { ReportDocument } from '../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../src-core/report/figures/paper.ts';
import { drawingsForWord } from './page/drawings.ts';
import { printable } from './page/printable.ts';
import { partElements, signaturesTable } from './word/blocks.ts';
import { type ImageSetter, imageSetter } from './word/images.ts';
import { STYLE, TABLE_STYLES, wordStyles } from './word/styles.ts';

/** Paper sizes, mm. */
const PAPER = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
/** Top and bottom margins, mm, and of header and footer from the edge. */
const MARGIN = { top: 18, bottom: 17, header: 9, footer: 8 };
/** Time of every part: the clock of an archive knows no zone, and the first day that it can tell is the same everywhere. */
const NO_TIME = new Date(1980, 0, 1);
/** Twips of a millimetre. */
const TWIPS = 1440 / 25.4;

/**
 * Sets the report as a Word document (Office Open XML, ECMA-376), with the styles of `styles.ts` and nothing formatted
 * otherwise. Needs no network; equal reports give identical files, byte for byte.
 */
export async function wordReport(report: ReportDocument, paper: Paper = 'a4'): Promise<Uint8Array> {
  const image = imageSetter(await drawingsForWord());
  return rewritten(await packed(wordDocument(printable(report), paper, image)), report.date);
}

/**
 * A document as the library packs it, with the hour of the clock, which may be before or after the years that ZIP knows. It
 * packs before it returns, so that nothing else hears the other hour.
 */
function packed(document: Document): Promise<Uint8Array> {
  const { now } = Date;
  Date.now = () => NO_TIME.getTime();
  try {
    return Packer.toBuffer(document);
  } finally {
    Date.now = now;
  }
}

function wordDocument(report: ReportDocument, paper: Paper, image: ImageSetter): Document {
  const { head, title, language, parts, signatures } = report;
  const { width, height } = PAPER[paper];
  const aside = twips((width - CONTENT_WIDTH) / 2);
  const page = {
    size: { width: twips(width), height: twips(height) },
    margin: {
      ...{ left: aside, right: aside, top: twips(MARGIN.top), bottom: twips(MARGIN.bottom) },
      ...{ header: twips(MARGIN.header), footer: twips(MARGIN.footer) },
    },
  };
  const running = [head.name, head.working].filter((words) => words !== null).join(' · ');
  return new Document({
    title,
    creator: 'Socavón',
    lastModifiedBy: 'Socavón',
    styles: wordStyles(language),
    sections: [
      {
        properties: { page, titlePage: true },
        headers: {
          first: new Header({ children: [] }),
          default: new Header({ children: [runningHead(running)] }),
        },
        footers: { first: runningFoot(report), default: runningFoot(report) },
        children: [
          ...(head.logo === undefined
            ? []
            : [new Paragraph({ style: STYLE.logo, children: [image.logo(head.logo)] })]),
          new Paragraph({ text: head.kind, style: STYLE.kind }),
          new Paragraph({ text: head.name, heading: HeadingLevel.TITLE }),
          ...(head.working === null ? [] : [new Paragraph({ text: head.working, style: 'Subtitle' })]),
          ...parts.flatMap((part) => partElements(part, image)),
          signaturesTable(signatures),
        ],
      },
    ],
  });
}

function runningHead(words: string): Paragraph {
  return new Paragraph({
    style: 'Header',
    children: [new TextRun({ children: [words, new Tab(), 'Socavón'] })],
  });
}

/** Title and number of the page, which Word counts. */
function runningFoot({ title, pageOf }: ReportDocument): Footer {
  const numbers = pageOf
    .split(/(\{pages?\})/)
    .map((piece) =>
      piece === '{page}' ? PageNumber.CURRENT : piece === '{pages}' ? PageNumber.TOTAL_PAGES : piece,
    );
  const children = [new TextRun({ children: [title, new Tab(), ...numbers] })];
  return new Footer({ children: [new Paragraph({ style: 'Footer', children })] });
}

function twips(mm: number): number {
  return Math.round(mm * TWIPS);
}

/** The parts of the document once more, with what the library has no words for and without the hour of writing. */
function rewritten(docx: Uint8Array, date: Date): Uint8Array {
  const parts = unzipSync(docx);
  const stamp = date.toISOString().replace(/\.\d+Z$/, 'Z');
  const change = (path: string, what: (xml: string) => string): void => {
    parts[path] = new TextEncoder().encode(what(new TextDecoder().decode(parts[path])));
  };
  change('word/styles.xml', (xml) => xml.replace('</w:styles>', `${TABLE_STYLES.join('')}</w:styles>`));
  change('docProps/core.xml', (xml) =>
    xml.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, (_, open: string) => open + stamp),
  );
  return zipSync(parts, { level: 9, mtime: NO_TIME });
}
