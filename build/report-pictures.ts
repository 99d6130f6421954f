import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { NO_SURVEY_HEADING } from '../src-core/model/survey-heading.ts';
import { importFiles } from '../src-main/project/import-files.ts';
import { Project } from '../src-main/project/project.ts';

/*
 * The pages of a report as pictures for the guides, in both languages, by the command line as anyone uses it:
 *
 *     npx node build/report-pictures.ts
 *
 * A made-up drive with a niche and targets is surveyed against a design. Needs poppler's pdftoppm.
 */

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/images/report');
/** Legible, and a page below 200 kB. */
const DOTS_PER_INCH = 84;
const LARGEST = 200_000;

/** The axis of the truth runs on the floor. */
const DESIGN = {
  stretches: [
    {
      name: 'Galería 4.5 x 4.2',
      section: { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 0 },
    },
  ],
  offsets: { pay: 0.15 },
  tolerance: { over: 0.15, under: 0.05 },
};

const scratch = mkdtempSync(join(tmpdir(), 'socavon-report-'));
try {
  const drive = join(scratch, 'drive');
  socavon('simulate', '--preset', 'niche', '--length', '45', '--targets', '15', '--out', drive);
  const [capture, project, design] = [
    join(drive, 'capture.pcap'),
    join(scratch, 'galeria.socavon'),
    join(scratch, 'galeria-4320.json'),
  ];
  writeFileSync(design, JSON.stringify(DESIGN));
  await keepHeading(project, capture);
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  for (const language of ['es', 'en']) {
    const out = join(scratch, language);
    const files = ['--project', project, '--out', out, '--control', join(drive, 'control.csv')];
    const asked = ['--axis', join(drive, 'truth_axis.csv'), '--design', design];
    socavon('run', capture, ...files, ...asked, '--language', language, '--report', 'pdf');
    const at = ['-r', String(DOTS_PER_INCH), '-png', join(out, 'report.pdf'), join(PICTURES, language)];
    execFileSync('pdftoppm', at, { stdio: 'inherit' });
  }
  for (const name of readdirSync(PICTURES)) {
    const { size } = statSync(join(PICTURES, name));
    if (size > LARGEST) throw new Error(`${name} has ${size} bytes; take fewer dots`);
  }
  console.log(`${readdirSync(PICTURES).length} pages in ${PICTURES}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function socavon(...args: string[]): void {
  execFileSync(process.execPath, [join(ROOT, 'src-main/cli/main.ts'), ...args], { stdio: 'inherit' });
}

async function keepHeading(path: string, capture: string): Promise<void> {
  const project = Project.open(path, { create: true });
  try {
    const { session } = await importFiles(project, [capture], {}, SILENT_CONTEXT);
    project.headings.set(session.id, {
      ...NO_SURVEY_HEADING,
      surveyDate: '2026-11-20',
      mine: 'San Rafael',
      company: 'Compañía Minera del Altiplano S.A.',
      working: 'GAL 4320 NW',
      level: 'Nv. 4320',
      surveyor: 'R. Quispe Mamani',
      licence: 'CIP 104 233',
      grid: 'local de mina',
    });
  } finally {
    project.close();
  }
}
