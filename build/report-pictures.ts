import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/*
 * The pages of a report as pictures for the guides, in both languages, by the command line as anyone uses it:
 *
 *     npx node build/report-pictures.ts
 *
 * A made-up drive with a niche and targets is surveyed twice, before and after two rounds, and the later survey is reported
 * with all that a report can hold. Needs poppler's pdftoppm.
 */

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/images/report');
/** Legible, and a page below 200 kB. */
const DOTS_PER_INCH = 84;
const LARGEST = 200_000;

/** The axis of the truth runs as high as the sensor. */
const DESIGN = {
  stretches: [
    {
      name: 'Galería 4.5 x 4.2',
      section: { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 },
    },
  ],
  offsets: { pay: 0.15 },
  tolerance: { over: 0.15, under: 0.05 },
};

/** Chainage of the face at the earlier survey, and rounds since, m. */
const FACE_BEFORE = 38;
const ROUNDS = '38,41.5,45';
const HEADING = [
  '--mine',
  'San Rafael',
  '--company',
  'Compañía Minera del Altiplano S.A.',
  '--level',
  'Nv. 4320',
];
const SURVEYOR = ['--working', 'GAL 4320 NW', '--surveyor', 'R. Quispe Mamani', '--licence', 'CIP 104 233'];

const scratch = mkdtempSync(join(tmpdir(), 'socavon-report-'));
try {
  const [project, design, axis] = ['galeria.socavon', 'galeria-4320.json', 'now/truth_axis.csv'].map((name) =>
    join(scratch, name),
  );
  writeFileSync(design, JSON.stringify(DESIGN));
  survey('before', '--face', String(FACE_BEFORE), '--survey-seed', '2');
  survey('now', '--since', String(FACE_BEFORE));
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  socavon('report', project, '--session', '1', '--out', join(scratch, 'before-out'), '--date', '2026-11-13');
  for (const language of ['es', 'en']) {
    const out = join(scratch, language);
    const sessions = ['--session', '2', '--earlier', '1', '--date', '2026-11-20', '--grid', 'local de mina'];
    const measured = [
      '--axis',
      axis,
      '--design',
      design,
      '--rounds',
      ROUNDS,
      '--density',
      '2.7',
      '--swell',
      '0.4',
    ];
    const asked = ['--grade-base', '10', '--vehicle', '2.2x2.4x7', '--ground-clearance', '0.3', '--unrolled'];
    const files = ['--format', 'pdf', '--language', language, '--out', out];
    socavon('report', project, ...sessions, ...HEADING, ...SURVEYOR, ...measured, ...asked, ...files);
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
  execFileSync(process.execPath, [join(ROOT, 'src-main/hosts/cli/main.ts'), ...args], { stdio: 'inherit' });
}

/** Simulates one survey of the working, and aligns it in the mine grid as one more session of the project. */
function survey(name: string, ...how: string[]): void {
  const drive = join(scratch, name);
  socavon('simulate', '--preset', 'niche', '--length', '45', '--targets', '15', ...how, '--out', drive);
  const control = join(drive, 'control.csv');
  const out = join(scratch, `${name}-run`);
  const capture = join(drive, 'capture.pcap');
  socavon('run', capture, '--project', join(scratch, 'galeria.socavon'), '--out', out, '--control', control);
}
