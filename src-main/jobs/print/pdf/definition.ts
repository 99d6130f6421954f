import type { Content, Definition } from 'pdfmake';
import type { Paper } from '../../../../src-core/model/survey-content.ts';
import type { Block, ReportDocument, ReportLogo, ReportPart } from '../../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { fill } from '../../../../src-core/report/texts/format.ts';
import { logoDrawing } from '../page/drawings.ts';
import { fitsOnPage } from '../page/height.ts';
import { printable } from '../page/printable.ts';
import { COLOR, points, SIZE } from '../page/style.ts';
import { blockNodes, headingNode, signaturesNode } from './blocks.ts';
import { tableNode } from './table.ts';

/** Names of the paper sizes in pdfmake, and their widths, mm. */
const PAPER = { a4: { pageSize: 'A4', width: 210 }, letter: { pageSize: 'LETTER', width: 215.9 } } as const;
/** Top and bottom margins, mm. */
const TOP = 18;
const BOTTOM = 17;
/** Space between two report sections, points. */
const PART_GAP = 16;

/** Document definition of a report for pdfmake. */
export function reportDefinition(report: ReportDocument, paper: Paper): Definition {
  const aside = points((PAPER[paper].width - CONTENT_WIDTH) / 2);
  const small = { fontSize: SIZE.small, color: COLOR.quiet };
  const { head, title, parts, signatures } = report;
  const running = [head.name, head.working].filter((words) => words !== null).join(' · ');
  return printable({
    pageSize: PAPER[paper].pageSize,
    pageMargins: [aside, points(TOP), aside, points(BOTTOM)],
    info: {
      title,
      creator: 'Socavón',
      producer: 'Socavón',
      creationDate: report.date,
      modDate: report.date,
    },
    lang: report.language,
    defaultStyle: { font: 'Roboto', fontSize: SIZE.body, color: COLOR.ink, lineHeight: 1.15 },
    header: (page) =>
      page === 1
        ? ''
        : {
            columns: [
              { text: printable(running), width: '*' },
              { text: 'Socavón', width: 'auto' },
            ],
            ...small,
            margin: [aside, points(9), aside, 0],
          },
    footer: (page, pages) => ({
      columns: [
        { text: printable(title), width: '*' },
        {
          text: fill(report.pageOf, { page: String(page), pages: String(pages) }),
          width: points(34),
          alignment: 'right',
        },
      ],
      ...small,
      margin: [aside, points(6), aside, 0],
    }),
    content: [headNode(report), ...parts.flatMap(partNodes), signaturesNode(signatures)],
  });
}

function headNode({ head: { kind, name, working, logo } }: ReportDocument): Content {
  const kindLine = {
    text: kind.toUpperCase(),
    fontSize: SIZE.small,
    color: COLOR.accent,
    characterSpacing: 0.7,
  };
  const nameLine = { text: name, fontSize: SIZE.name, bold: true, width: '*' as const };
  const workingLine = working === null ? [] : [{ text: working, fontSize: SIZE.part, color: COLOR.quiet }];
  if (logo !== undefined)
    return { columns: [{ stack: [kindLine, nameLine, ...workingLine], width: '*' }, logoNode(logo)] };
  const mark: Content = {
    text: 'Socavón',
    fontSize: SIZE.part,
    bold: true,
    width: 'auto',
    margin: [8, 8, 0, 0],
  };
  return { stack: [kindLine, { columns: [nameLine, mark] }, ...workingLine] };
}

/** The logo of the company, in the place of the program's name.. */
function logoNode({ type, url, width, height }: ReportLogo): Content {
  const size = { width: points(width), height: points(height) };
  const picture = type === 'svg' ? { svg: logoDrawing(url) } : { image: url };
  return { stack: [{ ...picture, ...size }], width: size.width + 8, margin: [8, 0, 0, 0] };
}

/** Section of the report with its heading, which never stays alone at the foot of a page. */
function partNodes({ title, keep, blocks }: ReportPart): Content[] {
  const heading = title === null ? [] : [headingNode(title)];
  const gap: [number, number, number, number] = [0, PART_GAP, 0, 0];
  if (keep && fitsOnPage(blocks))
    return [{ stack: [...heading, ...blocks.flatMap(blockNodes)], unbreakable: true, margin: gap }];
  // A table that may break across pages takes heading and notes along; otherwise the heading stays with the first
  // piece.
  const notes = blocks.findIndex(({ kind }) => kind !== 'text');
  const [first, ...rest] = blocks.slice(Math.max(0, notes));
  const above = [...heading, ...blocks.slice(0, Math.max(0, notes)).flatMap(blockNodes)];
  if (first?.kind === 'table' && above.length > 0)
    return [{ stack: [tableNode(first, above)], margin: gap }, ...pieces(rest)];
  const [lead = { stack: [] }, ...others] = pieces(blocks);
  const { stack, ...leadOptions } = lead;
  return [{ ...leadOptions, stack: [...heading, ...stack], margin: gap }, ...others];
}

/** Groups that stay on one page: text with the block that it describes, each further row of a sheet by itself. */
function pieces(blocks: readonly Block[]): { readonly stack: Content[]; readonly unbreakable: boolean }[] {
  const result: { stack: Content[]; unbreakable: boolean }[] = [];
  let words: Block[] = [];
  blocks.forEach((block, i) => {
    const isOpen = block.kind === 'text' && i < blocks.length - 1;
    if (isOpen) {
      words.push(block);
      return;
    }
    const [first, ...rows] = blockNodes(block);
    result.push({
      stack: [...words.flatMap(blockNodes), first],
      unbreakable: fitsOnPage([...words, block]),
    });
    result.push(...rows.map((row) => ({ stack: [row], unbreakable: true })));
    words = [];
  });
  return result;
}
