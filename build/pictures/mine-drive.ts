import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Folder of the surveyed drive among the pictures. */
export const MINE_FOLDER = 'mine';
/** What the names of its pictures begin with. */
export const MINE_PICTURES = 'mine-';
/** Long enough for a pool over the whole width, one beside the track, and mesh over both; m. */
const LENGTH = '28';
const DOTS_PER_INCH = 84;
/** Title of the part of the report that the pictures are for. */
const PART = { es: 'Agua, malla y objetos en la labor', en: 'Water, mesh and objects in the drive' };

/**
 * Simulates a drive of a working mine, with water, mesh, a duct, a cable, a vehicle and muck, and surveys it by the command
 * line as anyone does: `mine.socavon`, its files in `out`, and the truth of the simulator in `drive`.
 *
 * @param folder made where it is missing
 */
export function surveyMine(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const drive = join(folder, 'drive');
  socavon('simulate', '--preset', 'mine', '--length', LENGTH, '--seed', '1', '--out', drive);
  const files = ['--project', join(folder, 'mine.socavon'), '--out', join(folder, 'out')];
  socavon('run', join(drive, 'capture.pcap'), ...files);
}

/**
 * Makes the page of the report that lists what stands in the drive, what was left out and what it is worth, as PNG in both
 * languages: `mine-es.png` and `mine-en.png`. Needs poppler's pdftoppm and pdftotext.
 *
 * @param folder that `surveyMine` filled
 * @param pictures folder, made where it is missing
 */
export function minePages(folder: string, pictures: string): void {
  mkdirSync(pictures, { recursive: true });
  for (const language of ['es', 'en'] as const) {
    const out = join(folder, `report-${language}`);
    const files = ['--format', 'pdf', '--language', language, '--out', out];
    socavon('report', join(folder, 'mine.socavon'), '--date', '2026-11-20', ...files);
    const pdf = join(out, 'report.pdf');
    const page = String(pageWith(pdf, PART[language]));
    const picture = join(pictures, `${MINE_PICTURES}${language}`);
    const only = ['-f', page, '-l', page, '-singlefile'];
    execFileSync('pdftoppm', ['-r', String(DOTS_PER_INCH), '-png', ...only, pdf, picture], {
      stdio: 'inherit',
    });
  }
}

/** The first page that has a text, counted from 1. */
function pageWith(pdf: string, text: string): number {
  const pages = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }).split('\f');
  const page = pages.findIndex((words) => words.includes(text));
  if (page < 0) throw new Error(`no page of ${pdf} says "${text}"`);
  return page + 1;
}

function socavon(...args: string[]): void {
  execFileSync(process.execPath, [join(ROOT, 'src-main/hosts/cli/main.ts'), ...args], { stdio: 'inherit' });
}
