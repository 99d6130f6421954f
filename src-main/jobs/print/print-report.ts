import pdfmake from 'pdfmake';
import ROBOTO from 'pdfmake/fonts/Roboto.js';
import type { Paper } from '../../../src-core/model/survey-content.ts';
import type { ReportDocument } from '../../../src-core/report/document.ts';
import { reportDefinition } from './pdf/definition.ts';

const FONT_FILES = new Set(Object.values(ROBOTO.Roboto));

pdfmake.setFonts(ROBOTO);
// A report loads nothing: neither from a network nor, except for the fonts, from the disk.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path));

/**
 * Prints the report as a PDF, with drawings true to scale when printed at 100 %. Needs no browser and no network;
 * equal reports give identical files, byte for byte.
 */
export async function printReport(report: ReportDocument, paper: Paper = 'a4'): Promise<Uint8Array> {
  return pdfmake.createPdf(reportDefinition(report, paper)).getBuffer();
}
