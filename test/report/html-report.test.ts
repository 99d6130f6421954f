import { describe, expect, it } from 'vitest';
import type { Logo } from '../../src-core/model/logo.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { everyNth } from '../../src-core/report/every-nth.ts';
import { PALETTE } from '../../src-core/report/figures/palette.ts';
import { REPORT_DEFAULTS } from '../../src-core/report/report-document.ts';
import { EN } from '../../src-core/report/texts/en.ts';
import { ES } from '../../src-core/report/texts/es.ts';
import { escapeHtml, fixed, percent } from '../../src-core/report/texts/format.ts';
import { textsOf } from '../../src-core/report/texts/texts.ts';
import { REFINEMENT } from './control.ts';
import { reportInput } from './drive.ts';
import { everything } from './everything.ts';
import { htmlReport } from './html-report.ts';
import { markupFaults, textOf } from './markup.ts';

const CASES = [
  { name: 'straight with design', input: reportInput({ withDesign: true }) },
  { name: 'with a limit of payment', input: reportInput({ withDesign: true, payLimit: 0.15 }) },
  {
    name: 'long, length not observed',
    input: reportInput({ length: 300, heading: 1.3, unobserved: [90, 150] }),
  },
  {
    name: 'curved to the south-west',
    input: reportInput({ length: 90, radius: 25, heading: 3.8, withDesign: true }),
  },
  { name: 'held by control points and loops', input: reportInput({ refinement: REFINEMENT }) },
  { name: 'with everything', input: everything({ unobserved: [30, 40] }) },
  { name: 'six metres', input: reportInput({ length: 6, every: 1 }) },
];

describe.each(CASES)('HTML report, $name (seed 1)', ({ input }) => {
  describe.each(['es', 'en'] as const)('%s', (language) => {
    const html = htmlReport(input, { ...REPORT_DEFAULTS, language });
    const text = textOf(html);

    it('is well-formed, with the names of the project escaped', () => {
      expect(markupFaults(html)).toEqual([]);
      expect(html).not.toContain('<Nv. 4320>');
      expect(text).toContain('Mina San Rafael <Nv. 4320>');
      expect(text).toContain('ensanche & cámara');
    });

    it('refers to nothing outside itself and runs nothing', () => {
      expect(html).not.toMatch(
        /https?:|\/\/[a-z]|\bsrc\s*=|\bhref\s*=|url\((?!#)|@import|@font-face|<script|<link|<img|\bon[a-z]+=/i,
      );
    });

    it('leaves no place unfilled and prints no number that is none', () => {
      expect(text).not.toMatch(/\{\w+\}|NaN|undefined|null|Infinity/);
      expect(html).not.toMatch(/NaN|Infinity|undefined/);
    });

    it('says the volume, its ±, the methods, the sources, the captures and the options', () => {
      const { volume } = input;
      const grouped = (value: number, decimals: number): string =>
        value.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d)(?=\.))/, ' ');
      expect(text).toContain(
        `${grouped(volume.volume.value, 1)} ± ${grouped(volume.volume.plusMinus, 1)} m³`,
      );
      for (const value of Object.values(volume.methods)) expect(text).toContain(grouped(value, 2));
      for (const { sigma } of volume.uncertainty) expect(text).toContain(sigma.toFixed(2));
      expect(text).toContain('0+000.00');
      expect(text).toContain(input.captures[0].sha256);
      expect(text).toContain('robustKernel = geman-mcclure');
      expect(text).toContain('95 %');
      for (const { message } of [...input.warnings, ...volume.warnings]) expect(text).toContain(message);
    });

    it('has every section of the drive in the table, or says that it is thinned', () => {
      const [, after] = html.split(`<h2>${textsOf(language)['table.title']}</h2>`);
      const rows = after.match(/<tr><td>\d\+\d{3}\.\d\d<\/td>/g)!.length;
      if (input.profiles.length <= REPORT_DEFAULTS.tableRows) expect(rows).toBe(input.profiles.length);
      else {
        expect(rows).toBeLessThanOrEqual(REPORT_DEFAULTS.tableRows);
        expect(text).toContain('profiles.csv');
      }
      expect(text).toContain(input.cumulativeVolume.at(-1)!.toFixed(1).slice(-5));
    });
  });
});

it('has the logo of a company in the place of the program, with its aspect and the name of the company', () => {
  const input = reportInput({ length: 6, every: 1 });
  const page = (logo: Logo | null): string => htmlReport({ ...input, project: { ...input.project, logo } });
  const url = 'data:image/png;base64,AAAA';
  const header = (html: string): string => /<header>.*<\/header>/.exec(html)![0];
  // The room is 60 x 18 mm.
  for (const [width, height, size] of [
    [120, 60, 'width:36mm;height:18mm'],
    [600, 60, 'width:60mm;height:6mm'],
    [30, 90, 'width:6mm;height:18mm'],
  ] as const)
    expect(header(page({ type: 'png', width, height, url }))).toContain(
      `<img src="${url}" alt="${escapeHtml(
        input.project.heading.company ?? input.project.name,
      )}" style="flex:none;${size}">`,
    );
  expect(header(page({ type: 'png', width: 9, height: 9, url }))).not.toContain('Socavón');
  expect(page(null)).toBe(htmlReport(input));
  expect(header(page(null))).toContain('<div class="mark">Socavón</div>');
});

describe('HTML report', () => {
  it('warns before the first drawing, and not at all where there is nothing to warn of', () => {
    const warned = htmlReport(reportInput({ unobserved: [20, 30] }));
    expect(warned.indexOf('class="warnings"')).toBeGreaterThan(0);
    expect(warned.indexOf('class="warnings"')).toBeLessThan(warned.indexOf('<svg'));
    expect(htmlReport(reportInput())).not.toContain('class="warnings"');
  });

  it('prints a warning of a code that it does not know as it came', () => {
    const input = { ...reportInput(), warnings: [{ code: 'constructor', message: 'Look <here>.' }] };
    expect(textOf(htmlReport(input))).toContain('Look <here>.');
  });

  it('draws as many sections as asked, or all', () => {
    const count = (sections: number): number =>
      htmlReport(reportInput(), { ...REPORT_DEFAULTS, sections }).match(/ m², \d+\u202f% medido/g)!.length;
    expect(count(12)).toBe(12);
    expect(count(Infinity)).toBe(121);
  });

  it('takes every n-th with the first and the last, and never more than asked', () => {
    expect(everyNth(121, 13)).toEqual({ every: 10, indices: Array.from({ length: 13 }, (_, i) => 10 * i) });
    expect(everyNth(6, 4)).toEqual({ every: 2, indices: [0, 2, 4, 5] });
    for (const count of [2, 3, 40, 41, 999, 1000])
      for (const most of [2, 3, 18, 150, Infinity]) {
        const { every, indices } = everyNth(count, most);
        expect(indices.length).toBeLessThanOrEqual(Math.max(2, most));
        expect([indices[0], indices.at(-1)]).toEqual([0, count - 1]);
        if (count <= most) expect(every).toBe(1);
      }
  });

  it('keeps a hostile name out of the style sheet', () => {
    const input = reportInput();
    const html = htmlReport({
      ...input,
      project: { ...input.project, name: '"}</style><script>alert(1)</script>' },
    });
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html).not.toContain('<script');
  });

  it('refuses a single section with what to do', () => {
    const input = reportInput();
    expect(() => htmlReport({ ...input, profiles: input.profiles.slice(0, 1) })).toThrow(
      /needs at least two sections, there are 1; take a closer interval/,
    );
  });
});

describe('control points and loops in the report', () => {
  const html = (own: Partial<typeof REFINEMENT> = {}, language: 'es' | 'en' = 'en'): string =>
    textOf(
      htmlReport(reportInput({ refinement: { ...REFINEMENT, ...own } }), { ...REPORT_DEFAULTS, language }),
    );

  it('says how many points place the survey, and what control and check points show, in millimetres', () => {
    const text = html();
    expect(text).toContain('mine grid by 3 control points');
    expect(text).toMatch(/T4\s+check\s+310\s+12\.0\s+−?-?5\.0\s+3\.0\s+13\.3/);
    // Without the fourth, which is left out, and told all the same.
    const rms = Math.sqrt((3 ** 2 + 4 ** 2 + 5 ** 2) / 3);
    expect(text).toContain('90.0');
    expect(text).toContain(`${rms.toFixed(1)} mm`);
    expect(text).toContain('13.3 mm');
    expect(text).toContain('rejected: outlier');
    expect(html({}, 'es')).toContain('sistema de la mina por 3 puntos de control');
    expect(html({}, 'es')).toContain('Puntos de la lista que no se vieron T9');
  });

  it('says of each place whether it is closed, and why not', () => {
    const text = html();
    expect(text).toContain('1 of 3 candidates are in use');
    expect(text).toContain('closed, accepted by hand');
    expect(text).toContain('rejected: another place fits nearly as well');
    expect(text).toContain('rejected manually');
    expect(html({ loops: [] })).not.toContain('Loop closures');
  });

  it('without a list of points says that the coordinates are local or given, and shows no table of them', () => {
    const text = html({ points: [], residuals: [], leftOut: [], unseen: [], isPlacedByPoints: false });
    expect(text).not.toContain('Control points');
    expect(text).not.toContain('by 0 control points');
  });
});

describe('texts', () => {
  it('has the same keys in Spanish and English, none empty, with the same places to fill', () => {
    expect(Object.keys(ES)).toEqual(Object.keys(EN));
    const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const key of Object.keys(EN) as (keyof typeof EN)[]) {
      expect(ES[key].length, key).toBeGreaterThan(0);
      expect(places(ES[key]), key).toEqual(places(EN[key]));
    }
  });

  it('uses every text somewhere', async () => {
    const { readdirSync, readFileSync } = await import('node:fs');
    const { join } = await import('node:path');
    const room = join(import.meta.dirname, '../../src-core/report');
    const source = (readdirSync(room, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts') && !name.includes('texts/'))
      .map((name) => readFileSync(join(room, name), 'utf8'))
      .join('\n');
    const built = [
      ...['budget.', 'how.', 'frame.', 'strip.reference.', 'strip.short.', 'strip.by.'],
      ...[
        'control.role.',
        'loops.verdict.',
        'totals.',
        'side.',
        'sector.',
        'clearance.',
        'sections.plane.',
        'project.chainage.',
        'shape.',
        'design.shotcrete.',
        'objects.',
        'instrument.kind.',
        'instrument.state.',
        'corrections.',
        'coverage.state.',
        'coverage.part.',
        'cloud.unit.',
        'cloud.path.',
        'cloud.accuracyBy.',
        'claim.',
        'period.by.',
        'tables.method.',
        'tables.part.',
        'trail.action.',
        'trail.event.',
      ],
    ];
    const unused = Object.keys(EN).filter(
      (key) =>
        !built.some((prefix) => key.startsWith(prefix)) &&
        !source.includes(`'${key}'`) &&
        !source.includes(`.${key}`),
    );
    expect(unused).toEqual([]);
  });
});

describe.each([
  ['es', 'línea de pago', 'de ella, más allá de la línea de pago (0.15 m fuera del diseño)'],
  ['en', 'pay line', 'of it beyond the pay line (0.15 m outside the design)'],
] as const)('limit of payment, %s (seed 1)', (language, legend, row) => {
  const reported = (payLimit: number | null): string =>
    htmlReport(reportInput({ withDesign: true, payLimit }), { ...REPORT_DEFAULTS, language });

  it('is a row of the design, a share of it, and a line of every section', () => {
    const { volumes, pay } = reportInput({ withDesign: true, payLimit: 0.15 }).design!;
    expect(pay!.volumes.overbreak).toBeLessThan(volumes.overbreak);
    const text = textOf(reported(0.15));
    const { overbreak } = pay!.volumes;
    const figures = `${fixed(overbreak, 2)} ${percent(overbreak / volumes.design, 2)}`;
    expect(text.replace(/\s+/g, ' ')).toContain(`${row} ${figures}`.replace(/\s+/g, ' '));
    expect(text).toContain(legend);
    const lines = (html: string): number => html.split(PALETTE.pay).length - 1;
    // One of them in the legend.
    const { profiles } = reportInput();
    expect(lines(reported(0.15)) - 1).toBe(
      everyNth(profiles.length, REPORT_DEFAULTS.sections).indices.length,
    );
    expect(lines(reported(null))).toBe(0);
  });

  it('is nowhere named where there is none', () => {
    expect(textOf(reported(null))).not.toContain(legend);
  });
});

describe.each(['es', 'en'] as const)('reliability of the length, %s (seed 1)', (language) => {
  const texts = language === 'es' ? ES : EN;
  const input = reportInput({ unobserved: [30, 40] });
  const html = htmlReport(input, { ...REPORT_DEFAULTS, language });
  const rowsOf = (report: string): string[][] => {
    const [, after] = report.split(`<h2>${texts['strip.tableTitle']}</h2>`);
    const [rows] = after.split('</tbody>');
    return [...rows.matchAll(/<tr>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row]) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell));
  };

  it('is a line for each stretch, in words, with a wider ± where nothing held it', () => {
    const rows = rowsOf(html);
    expect(rows.map(([, , , holder]) => holder)).toEqual([
      texts['strip.by.walls'],
      texts['strip.by.inertial'],
      texts['strip.by.walls'],
    ]);
    const [held, unheld] = rows.map((row) => Number(row[4]));
    expect(unheld).toBeCloseTo(1.96 * 0.3, 1);
    expect(held).toBeLessThan(0.1);
    for (const [from, to, length] of rows) {
      expect(from).toMatch(/^0\+0\d\d\.\d$/);
      expect(Number(to.replace('+', '')) - Number(from.replace('+', ''))).toBeCloseTo(Number(length), 1);
    }
  });

  it('is taken in longer pieces where the holder changes at every metre', () => {
    const heldBy = input.reliability.heldBy.map((_, k) => (k % 2 === 0 ? 1 : 0));
    const many = htmlReport(
      { ...input, reliability: { ...input.reliability, heldBy } },
      { ...REPORT_DEFAULTS, language },
    );
    expect(rowsOf(many)).toHaveLength(1);
    expect(rowsOf(many)[0][3]).toBe(texts['strip.by.reflectivity']);
  });

  it('stands under the long section, and beside the volume as a ±', () => {
    const plusMinus = `${fixed(1.959964 * input.lengthSigma, 2)} m`;
    expect(textOf(html)).toContain(texts['headline.length']);
    expect(textOf(html)).toContain(plusMinus);
    const [, long] = html.split(`<h2>${texts['long.title']}</h2>`);
    expect(long.split('</section>')[0].match(/<svg/g)).toHaveLength(2);
  });

  it('is left out where the robot gave no strip', () => {
    const none = htmlReport({ ...input, reliability: NO_RELIABILITY }, { ...REPORT_DEFAULTS, language });
    expect(none).not.toContain(texts['strip.tableTitle']);
    expect(none).not.toContain(texts['strip.axis']);
    expect(markupFaults(none)).toEqual([]);
  });
});

describe('what the contract says', () => {
  const input = everything();
  const text = (own: Partial<NonNullable<typeof input.design>>): string =>
    textOf(
      htmlReport({ ...input, design: { ...input.design!, ...own } }, { ...REPORT_DEFAULTS, language: 'en' }),
    );

  it('is told with the sections that go beyond it, and not at all where it says nothing', () => {
    const { sections } = input.design!.volumes;
    const beyond = sections.filter(({ overBeyond, underBeyond }) => overBeyond! + underBeyond! > 0);
    expect(beyond.length).toBeGreaterThan(0);
    expect(text({})).toContain(
      `Tolerance by contract: 0.15 m over, 0.05 m under the line of excavation; ${beyond.length} of ${sections.length} sections`,
    );
    expect(text({ tolerance: { over: null, under: null } })).not.toMatch(/tolerance/i);
  });
});

describe('niches, cross-cuts and weight', () => {
  const input = everything();
  const text = (own: Partial<typeof input>): string =>
    textOf(htmlReport({ ...input, ...own }, { ...REPORT_DEFAULTS, language: 'en' }));

  it('says of every total whether recesses are in it, and what it weighs', () => {
    const { volume, drive, recesses } = input.volume;
    const said = text({});
    expect(said).toContain('All of the void, niches and cross-cuts included');
    expect(said).toContain(`the drive alone: ${fixed(drive.value, 1)}`.replace(/\u202f/g, ' '));
    expect(said).toContain(fixed(2.75 * volume.value, 1).replace(/\u202f/g, ' '));
    expect(said).toContain(fixed(1.35 * recesses[0].volume.value, 1));
    expect(said).toContain('Cross-cut C1, right, 0+041.2 to 0+045.1, continues beyond the visible part');
  });

  it('says nothing of either where there are none', () => {
    const { volume } = input.volume;
    const said = text({
      unrolled: null,
      material: null,
      volume: { ...input.volume, drive: volume, recesses: [] },
    });
    expect(said).not.toMatch(/niche|cross-cut|Tonnes/i);
  });

  it('refuses a density of nothing', () => {
    expect(() => text({ material: { density: 0, swell: 0.3 } })).toThrow(/density of 0/);
  });
});
