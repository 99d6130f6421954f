import { describe, expect, it } from 'vitest';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';
import { ALIGNMENT_LINE_DEFAULTS, alignmentLine } from '../../src-core/io/cad/landxml/alignment-line.ts';
import { readLandXml } from '../../src-core/io/cad/landxml/landxml-reader.ts';
import { statedStation } from '../../src-core/io/cad/landxml/station-equation.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { formatMessage } from '../../src-core/messages/message.ts';

const METRIC = '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter"/></Units>';
const PROFILE =
  '<Profile><ProfAlign name="rasante"><PVI>0 4300</PVI><PVI>1000 4180</PVI></ProfAlign></Profile>';

function landXml(alignment: string, units = METRIC, attributes = 'name="Rampa 1" staStart="0"'): Uint8Array {
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
${units}
<Alignments>
<Alignment ${attributes}>
${alignment}
</Alignment>
</Alignments>
</LandXML>`,
  );
}

const at = (tag: string, [e, n]: readonly [number, number]): string => `<${tag}>${n} ${e}</${tag}>`;
const line = (a: readonly [number, number], b: readonly [number, number]): string =>
  `<Line>${at('Start', a)}${at('End', b)}</Line>`;
const geometry = (...parts: string[]): string => `<CoordGeom>\n${parts.join('\n')}\n</CoordGeom>`;

/** End of a clothoid from a straight, along and across, by its power series in the turned angle. */
function clothoidEnd(length: number, radius: number): [number, number] {
  const theta = length / (2 * radius);
  let [x, y, term] = [0, 0, 1];
  for (let n = 0; n < 40; n++) {
    const sign = n % 4 < 2 ? 1 : -1;
    if (n % 2 === 0) x += (sign * term) / (2 * n + 1);
    else y += (sign * term) / (2 * n + 1);
    term *= theta / (n + 1);
  }
  return [length * x, length * y];
}

describe('LandXML alignments', () => {
  it('reads northing before easting, and puts the heights of the profile on the line', () => {
    const { alignments, notes } = readLandXml(
      landXml(geometry(line([350000.123, 9123000.456], [350060.123, 9123080.456])) + PROFILE),
      'eje.xml',
    );
    expect(notes.map((note) => formatMessage(note, 'en'))).toEqual(['eje.xml: in metres.']);
    const { chainage, points } = alignmentLine(alignments[0], 'eje.xml', {
      ...ALIGNMENT_LINE_DEFAULTS,
      step: 50,
    });
    expect([...chainage]).toEqual([0, 50, 100]);
    const expected = [
      350000.123, 9123000.456, 4300, 350030.123, 9123040.456, 4294, 350060.123, 9123080.456, 4288,
    ];
    for (const [i, value] of expected.entries()) expect(points[i]).toBeCloseTo(value, 8);
  });

  it('turns arcs left and right, the long way round too', () => {
    for (const [rot, sign] of [
      ['ccw', 1],
      ['cw', -1],
    ] as const)
      for (const sweep of [0.4, Math.PI / 2, 4]) {
        const end: [number, number] = [20 * Math.sin(sweep), sign * 20 * (1 - Math.cos(sweep))];
        const curve = `<Curve rot="${rot}" radius="20">${at('Start', [0, 0])}${at('Center', [0, sign * 20])}${at('End', end)}</Curve>`;
        const [alignment] = readLandXml(landXml(geometry(curve) + PROFILE), 'c.xml').alignments;
        expect(alignment.length).toBeCloseTo(20 * sweep, 10);
        const { chainage, points } = alignmentLine(alignment, 'c.xml');
        chainage.forEach((station, i) => {
          expect(points[3 * i]).toBeCloseTo(20 * Math.sin(station / 20), 9);
          expect(points[3 * i + 1]).toBeCloseTo(sign * 20 * (1 - Math.cos(station / 20)), 9);
        });
      }
  });

  it('runs through a clothoid into an arc as its power series says', () => {
    const [length, radius] = [30, 40];
    const end = clothoidEnd(length, radius);
    const spiral = `<Spiral length="30" radiusStart="INF" radiusEnd="40" rot="ccw" spiType="clothoid">${at('Start', [0, 0])}${at('PI', [20, 0])}${at('End', end)}</Spiral>`;
    const [alignment] = readLandXml(
      landXml(geometry(line([-10, 0], [0, 0]), spiral) + PROFILE),
      's.xml',
    ).alignments;
    const { chainage, points } = alignmentLine(alignment, 's.xml');
    for (let i = 0; i < chainage.length; i++) {
      const s = chainage[i] - 10;
      if (s <= 0) continue;
      // A piece of a clothoid is the clothoid to the radius that it has there.
      const [x, y] = clothoidEnd(s, (radius * length) / s);
      expect(points[3 * i]).toBeCloseTo(x, 9);
      expect(points[3 * i + 1]).toBeCloseTo(y, 9);
    }
  });

  for (const seed of [1, 2, 3, 4, 5, 6])
    it(`follows line, clothoid, arc, clothoid, line as brute force walks them (seed ${seed})`, () => {
      const random = seededRandom(seed).uniform;
      const radius = 15 + 60 * random();
      const turn = random() < 0.5 ? 1 : -1;
      const lengths = [
        5 + 20 * random(),
        5 + 15 * random(),
        5 + 20 * random(),
        5 + 15 * random(),
        5 + 20 * random(),
      ];
      const k = turn / radius;
      const curvatures = [
        [0, 0],
        [0, k],
        [k, k],
        [k, 0],
        [0, 0],
      ];
      const origin: [number, number] = [350000 * random(), 9e6 * random()];
      // Walked from zero: thousands of small steps onto nine million would wear the digits off.
      let [x, y, heading] = [0, 0, 6 * random()];
      const here = (): [number, number] => [origin[0] + x, origin[1] + y];
      const walked = [here()];
      const parts: string[] = [];
      const STEPS = 20_000;
      lengths.forEach((length, part) => {
        const [k0, k1] = curvatures[part];
        const start = here();
        const first = heading;
        const h = length / STEPS;
        for (let i = 0; i < STEPS; i++) {
          const kMiddle = k0 + ((k1 - k0) * (i + 0.5)) / STEPS;
          const middle = heading + (k0 + ((k1 - k0) * (i + 0.25)) / STEPS) * (h / 2);
          x += h * Math.cos(middle);
          y += h * Math.sin(middle);
          heading += kMiddle * h;
        }
        walked.push(here());
        const ends = at('Start', start) + at('End', here());
        const rot = turn > 0 ? 'ccw' : 'cw';
        if (part === 0 || part === 4) parts.push(`<Line>${ends}</Line>`);
        else if (part === 2) {
          const centre: [number, number] = [start[0] - Math.sin(first) / k, start[1] + Math.cos(first) / k];
          parts.push(`<Curve rot="${rot}" radius="${radius}">${ends}${at('Center', centre)}</Curve>`);
        } else {
          const pi: [number, number] = [start[0] + Math.cos(first), start[1] + Math.sin(first)];
          const radii =
            part === 1
              ? `radiusStart="INF" radiusEnd="${radius}"`
              : `radiusStart="${radius}" radiusEnd="INF"`;
          parts.push(
            `<Spiral length="${length}" ${radii} rot="${rot}" spiType="clothoid">${ends}${at('PI', pi)}</Spiral>`,
          );
        }
      });
      const [alignment] = readLandXml(landXml(geometry(...parts) + PROFILE), 'r.xml').alignments;
      expect(alignment.length).toBeCloseTo(
        lengths.reduce((a, b) => a + b),
        5,
      );
      const { chainage, points } = alignmentLine(alignment, 'r.xml');
      // Chords are shorter than the stations between them, and by no more than the sagitta allows.
      for (let i = 1; i < chainage.length; i++) {
        const chord = Math.hypot(points[3 * i] - points[3 * i - 3], points[3 * i + 1] - points[3 * i - 2]);
        const step = chainage[i] - chainage[i - 1];
        expect(chord).toBeLessThan(step + 1e-6);
        expect(chord).toBeGreaterThan(step - step ** 3 / (24 * radius ** 2) - 1e-5);
      }
      let station = 0;
      walked.forEach(([wx, wy], part) => {
        const i = chainage.findIndex((value) => Math.abs(value - station) < 1e-4);
        expect(Math.hypot(points[3 * i] - wx, points[3 * i + 1] - wy)).toBeLessThan(1e-5);
        station += lengths[part];
      });
    });

  it('reads names with numbered and named characters', () => {
    const name = 'name="Ca&#241;&#xF3;n &quot;A&amp;B&quot;" staStart="0"';
    const read = readLandXml(landXml(geometry(line([0, 0], [9, 0])), METRIC, name), 'n.xml');
    expect(read.alignments[0].name).toBe('Cañón "A&B"');
  });

  it('passes over surfaces, whatever they hold', () => {
    const text = new TextDecoder().decode(landXml(geometry(line([0, 0], [9, 0]))));
    const more = text.replace(
      '</LandXML>',
      '<Surfaces><Surface name="a"><Definition surfType="TIN"><Pnts><P id="1">north east</P></Pnts></Definition></Surface></Surfaces></LandXML>',
    );
    expect(readLandXml(new TextEncoder().encode(more), 's.xml').alignments).toHaveLength(1);
  });

  it('reads points by reference, and lists of points', () => {
    const bytes = new TextEncoder().encode(
      new TextDecoder()
        .decode(
          landXml(
            geometry(
              '<Line><Start pntRef="A"/><End pntRef="B"/></Line>',
              '<IrregularLine><Start pntRef="B"/><End>30 10</End><PntList2D>10 10 20 0</PntList2D></IrregularLine>',
            ) + PROFILE,
          ),
        )
        .replace(
          '<Alignments>',
          '<CgPoints><CgPoint name="A">0 0 1</CgPoint><CgPoint name="B">10 10</CgPoint></CgPoints><Alignments>',
        ),
    );
    const [alignment] = readLandXml(bytes, 'p.xml').alignments;
    expect(alignment.length).toBeCloseTo(3 * Math.hypot(10, 10), 12);
  });
});

describe('what an element of LandXML states beside its coordinates', () => {
  const curve = (
    attributes: string,
    end: readonly [number, number],
    start: readonly [number, number] = [0, 0],
    radius = 20,
  ): string =>
    `<Curve rot="ccw" ${attributes}>${at('Start', start)}${at('Center', [0, radius])}${at('End', end)}</Curve>`;
  const spiral = (attributes: string, end: readonly [number, number]): string =>
    `<Spiral rot="ccw" spiType="clothoid" ${attributes}>${at('Start', [0, 0])}${at('PI', [1, 0])}${at('End', end)}</Spiral>`;
  const read = (parts: readonly string[], units = METRIC): number =>
    readLandXml(landXml(geometry(...parts) + PROFILE, units), 'e.xml').alignments[0].length;
  const half: [number, number] = [0, 40];
  const degrees = METRIC.replace('<Metric ', '<Metric angularUnit="decimal degrees" ');
  const rest = line([0, 0], [100, 0]);

  it.each([
    ['a curve of no length', [line([-50, 0], [0, 0]), curve('length="0"', [0, 0]), rest], 150],
    ['one whose end lies behind its start by rounding', [curve('length="0"', [-0.002, 0]), rest], 100],
    ['one of 4 mm', [curve('length="0.004"', [0.004, 0]), line([0.004, 0], [100, 0])], 100],
    ['one of no turn', [curve('delta="0"', [0, 0]), rest], 100],
    ['one without a radius', [curve('length="0" radius="0"', [0, 0], [0, 0], 0), rest], 100],
    ['a line of no length', [rest, '<Line length="0"><Start>0 100</Start><End>0 100</End></Line>'], 100],
    ['a spiral of no length', [spiral('length="0" radiusStart="INF" radiusEnd="40"', [0, 0]), rest], 100],
    ['a full circle', [curve('length="125.6637"', [0, 0]), rest], 100 + 40 * Math.PI],
    ['a full circle by its turn', [curve('delta="360"', [0, 0]), rest], 100 + 40 * Math.PI],
    ['a full circle but for a rounding', [curve('length="125.66"', [0.002, 0]), rest], 100 + 40 * Math.PI],
    [
      'a half turn with all its figures',
      [curve('length="62.83" radius="20" chord="40" delta="180"', half)],
      20 * Math.PI,
    ],
    ['a spiral that is straight', [spiral('length="30" radiusStart="INF" radiusEnd="INF"', [30, 0])], 30],
  ])('makes of %s what it is', (_what, parts, length) => {
    expect(read(parts, degrees)).toBeCloseTo(length, 2);
  });

  it('takes a delta in the unit of angles that is declared, in any where none is', () => {
    const quarter: [number, number] = [20, 20];
    for (const [unit, delta] of [
      ['radians', '1.570796'],
      ['grads', '100.000'],
      ['decimal degrees', '90.0'],
      ['decimal dd.mm.ss', '90.00000'],
    ]) {
      const declared = METRIC.replace('<Metric ', `<Metric angularUnit="${unit}" `);
      expect(read([curve(`delta="${delta}"`, quarter)], declared)).toBeCloseTo(10 * Math.PI, 9);
      expect(read([curve(`delta="${delta}"`, quarter)])).toBeCloseTo(10 * Math.PI, 9);
      expect(() => read([curve('delta="91.5"', quarter)], declared)).toThrow(
        /Curve 1 states a delta of 91\.5/,
      );
    }
    const sweep = (12 + 30 / 60 + 45 / 3600) * (Math.PI / 180);
    const short: [number, number] = [20 * Math.sin(sweep), 20 - 20 * Math.cos(sweep)];
    const seconds = METRIC.replace('<Metric ', '<Metric angularUnit="decimal dd.mm.ss" ');
    expect(read([curve('delta="12.3045"', short)], seconds)).toBeCloseTo(20 * sweep, 9);
  });

  it.each([
    [
      'a length',
      [curve('length="60"', half)],
      /Alignment "Rampa 1": line 7: Curve 1 states a length of 60\.000 m where its coordinates make 62\.832 m/,
    ],
    ['no length where it has one', [curve('length="0"', half)], /Curve 1 states a length of 0\.000 m/],
    [
      'a radius',
      [curve('name="K 7" radius="19.9"', half)],
      /Curve "K 7" states a radius of 19\.900 m .* 20\.000 m/,
    ],
    ['a chord', [curve('chord="40.02"', half)], /Curve 1 states a chord of 40\.020 m/],
    [
      'a delta',
      [curve('delta="90"', half)],
      /Curve 1 states a delta of 90 where its coordinates make 180\.0000 degrees/,
    ],
    [
      'the length of a line',
      [rest, '<Line length="5"><Start>0 100</Start><End>0 100</End></Line>'],
      /line 8: Line 2 states a length of 5\.000 m where its coordinates make 0\.000 m/,
    ],
    [
      'the length of a spiral that is straight',
      [spiral('length="60" radiusStart="INF" radiusEnd="INF"', [30, 0])],
      /Spiral 1 ends 30\.000 m from where its End says/,
    ],
    [
      'no length of a spiral that has one',
      [spiral('length="0" radiusStart="INF" radiusEnd="9"', [30, 0])],
      /Spiral 1 ends 30\.000 m/,
    ],
    [
      'a negative length',
      [spiral('length="-30" radiusStart="INF" radiusEnd="INF"', [30, 0])],
      /the length "-30" of Spiral is negative/,
    ],
    [
      'neither length nor turn of a curve that returns',
      [curve('radius="20"', [0, 0])],
      /Curve 1 ends where it begins and states neither length nor delta/,
    ],
    [
      'a length beyond the Earth',
      [curve('length="1e10"', half)],
      /"1e10" in Curve is farther than any place on Earth/,
    ],
    [
      'a radius beyond the Earth',
      [spiral('length="30" radiusStart="1e12" radiusEnd="INF"', [30, 0])],
      /"1e12" in Spiral is farther/,
    ],
  ])(
    'refuses %s that the coordinates do not make, by the names of alignment and element',
    (_what, parts, sentence) => {
      expect(() => read(parts, degrees)).toThrow(
        expect.objectContaining({ code: 'drawing-format', message: expect.stringMatching(sentence) }),
      );
    },
  );
});

describe('chainage equations of a LandXML', () => {
  const run = `${geometry(line([0, 0], [400, 0]))}<Profile><ProfAlign name="r"><PVI>1000 4300</PVI><PVI>1400 4340</PVI></ProfAlign></Profile>`;
  const equations = (...all: string[]): Uint8Array =>
    landXml(
      all.map((one) => `<StaEquation ${one}/>`).join('') + run,
      METRIC,
      'name="Rampa 1" staStart="1000" length="400"',
    );
  const two = equations(
    'staInternal="1250" staBack="2150" staAhead="900" staIncrement="decreasing"',
    'staInternal="1100" staBack="1100" staAhead="2000"',
  );

  it('run on without a jump here, with their geometry, and one warning says what the file calls them', () => {
    const { axis, notes, warnings } = readAxisFile(two, 'e.xml');
    const n = axis.chainage.length;
    expect([axis.chainage[0], axis.chainage[n - 1]]).toEqual([1000, 1400]);
    expect([axis.xyz[0], axis.xyz[2], axis.xyz[3 * n - 3], axis.xyz[3 * n - 1]]).toEqual([
      0, 4300, 400, 4340,
    ]);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'chainage-equations',
        'e.xml: the Alignment "Rampa 1" has 2 chainage equations: chainages here, given and shown, run on without a jump (staInternal): from 1100.000 on the file states 2000.000 (+900.000 m), from 1250.000 on the file states 900.000, falling.',
      ],
    ]);
    expect(notes).toHaveLength(1);
  });

  it('do not matter where the person says how the chainage is counted', () => {
    const { notes, warnings } = readAxisFile(two, 'e.xml', { start: 0 });
    expect(warnings).toEqual([]);
    expect(formatMessage(notes[notes.length - 1], 'en')).toMatch(
      /equations .* are not used, because its chainage is counted as was stated/,
    );
  });

  it('say at each place which chainage the file states', () => {
    const [{ equations: read }] = readLandXml(two, 'e.xml').alignments;
    for (const [internal, stated] of [
      [1000, 1000],
      [1100, 1100],
      [1100.5, 2000.5],
      [1250, 2150],
      [1260, 890],
    ])
      expect(statedStation(read, internal)).toBeCloseTo(stated, 9);
  });

  it.each([
    [
      'outside the alignment',
      equations('staInternal="90" staAhead="2000"'),
      /is at 90\.000 \(staInternal\), outside the alignment, which runs from 1000\.000 to 1400\.000/,
    ],
    [
      'whose back is another chainage',
      equations('staInternal="1100" staBack="1200" staAhead="2000"'),
      /begins at 1200\.000 \(staBack\) where the chainage before it is 1100\.000/,
    ],
    ['without its place', equations('staAhead="2000"'), /this StaEquation has no staInternal/],
    ['beyond the Earth', equations('staInternal="1100" staAhead="1e300"'), /farther than any place on Earth/],
  ])('are refused: one %s', (_what, bytes, sentence) => {
    expect(() => readLandXml(bytes, 'e.xml')).toThrow(sentence);
  });

  it('are refused where the profile follows them instead of the continuous chainage', () => {
    const bytes = landXml(
      `<StaEquation staInternal="1100" staAhead="1050"/>${geometry(line([0, 0], [400, 0]))}<Profile><ProfAlign><PVI>1000 1</PVI><PVI>1350 2</PVI></ProfAlign></Profile>`,
      METRIC,
      'name="R" staStart="1000"',
    );
    expect(() => readLandXml(bytes, 'e.xml')).toThrow(
      /the profile ends at 1350\.000, as the chainage equations count/,
    );
  });
});

describe('heights of LandXML profiles', () => {
  const level = geometry(line([0, 0], [400, 0]));
  const heights = (profile: string, step = 1): { station: number; z: number }[] => {
    const [alignment] = readLandXml(
      landXml(`${level}<Profile><ProfAlign name="r">${profile}</ProfAlign></Profile>`),
      'v.xml',
    ).alignments;
    const { chainage, points } = alignmentLine(alignment, 'v.xml', { ...ALIGNMENT_LINE_DEFAULTS, step });
    return [...chainage].map((station, i) => ({ station, z: points[3 * i + 2] }));
  };

  it('rounds a parabola: constant change of grade, tangents at its ends', () => {
    const z = heights('<PVI>0 100</PVI><ParaCurve length="80">200 120</ParaCurve><PVI>400 80</PVI>');
    for (const { station, z: elevation } of z) {
      const x = station - 160;
      const expected =
        x <= 0
          ? 100 + 0.1 * station
          : x >= 80
            ? 120 - 0.2 * (station - 200)
            : 116 + 0.1 * x - (0.3 / 160) * x * x;
      expect(elevation).toBeCloseTo(expected, 10);
    }
  });

  it('rounds unequal parabolas that meet over the point with one grade', () => {
    const z = heights(
      '<PVI>0 100</PVI><UnsymParaCurve lengthIn="30" lengthOut="60">200 120</UnsymParaCurve><PVI>400 80</PVI>',
    );
    const of = (station: number): number => z.find((one) => one.station === station)!.z;
    expect(of(200)).toBeCloseTo(120 - (30 * 60 * 0.3) / (2 * 90), 10);
    const grade = (a: number): number => of(a + 1) - of(a);
    // Second differences are constant on each side, and the grades join at the point.
    expect(of(172) - 2 * of(171) + of(170)).toBeCloseTo(of(199) - 2 * of(198) + of(197), 10);
    const before = grade(199) + (grade(199) - grade(198)) / 2;
    const after = grade(200) - (grade(201) - grade(200)) / 2;
    expect(before).toBeCloseTo(after, 10);
  });

  it.each([
    ['crest', 120, 80],
    ['sag', 90, 110],
  ])('rounds a %s by a circle that both grades touch', (_what, middle, last) => {
    const z = heights(
      `<PVI>0 100</PVI><CircCurve length="60" radius="300">200 ${middle}</CircCurve><PVI>400 ${last}</PVI>`,
      0.5,
    );
    const [g1, g2] = [(middle - 100) / 200, (last - middle) / 200];
    const tangent = 300 * Math.tan(Math.abs(Math.atan(g2) - Math.atan(g1)) / 2);
    // The bisector through the point leads to the centre.
    const bisector = (Math.atan(g1) + Math.atan(g2)) / 2 + Math.PI / 2;
    const far = Math.hypot(300, tangent) * (g2 > g1 ? 1 : -1);
    const centre = [200 + far * Math.cos(bisector), middle + far * Math.sin(bisector)];
    let onCircle = 0;
    for (const { station, z: elevation } of z) {
      const tangentZ = station <= 200 ? 100 + g1 * station : middle + g2 * (station - 200);
      if (Math.hypot(station - 200, tangentZ - middle) < tangent - 1e-9) {
        expect(Math.hypot(station - centre[0], elevation - centre[1])).toBeCloseTo(300, 8);
        onCircle++;
      } else expect(elevation).toBeCloseTo(tangentZ, 9);
    }
    expect(onCircle).toBeGreaterThan(80);
  });

  it('ends where the heights end, and says so', () => {
    const [alignment] = readLandXml(
      landXml(`${level}<Profile><ProfAlign name="r"><PVI>50 1</PVI><PVI>350 2</PVI></ProfAlign></Profile>`),
      'v.xml',
    ).alignments;
    const { chainage, notes } = alignmentLine(alignment, 'v.xml');
    expect([chainage[0], chainage[chainage.length - 1]]).toEqual([50, 350]);
    expect(formatMessage(notes[0], 'en')).toMatch(
      /its heights end at 50\.000 and 350\.000, and so does the axis/,
    );
  });

  it('refuses an alignment without heights, unless an elevation is stated', () => {
    const [alignment] = readLandXml(landXml(level), 'v.xml').alignments;
    expect(() => alignmentLine(alignment, 'v.xml')).toThrow(
      expect.objectContaining({
        code: 'alignment-heights',
        message:
          'Drawing v.xml: the Alignment "Rampa 1" has no profile, so it has no heights; export it with its profile, or state one elevation for all of it.',
      }),
    );
    const flat = alignmentLine(alignment, 'v.xml', { ...ALIGNMENT_LINE_DEFAULTS, flatElevation: 4200 });
    expect(flat.points[2]).toBe(4200);
    expect(formatMessage(flat.notes[0], 'en')).toMatch(/has no profile; all of it is at 4200 m, as stated/);
  });
});

describe('units of a LandXML', () => {
  const hundred = geometry(line([0, 0], [100, 0]));
  it.each([
    ['foot', 30.48],
    ['USSurveyFoot', (100 * 1200) / 3937],
  ])('converts %s, exactly, and says so', (word, length) => {
    const read = readLandXml(
      landXml(hundred, `<Units><Imperial linearUnit="${word}"/></Units>`, 'name="a" staStart="10"'),
      'f.xml',
    );
    expect(read.alignments[0].length).toBeCloseTo(length, 12);
    expect(read.alignments[0].startStation).toBeCloseTo(length / 10, 12);
    expect(formatMessage(read.notes[0], 'en')).toMatch(/converted from (US survey )?feet to metres/);
  });

  it('asks where none is declared, or an unknown one', () => {
    expect(() => readLandXml(landXml(hundred, ''), 'u.xml')).toThrow(/declares no linear unit; say which/);
    expect(() =>
      readLandXml(landXml(hundred, '<Units><Metric linearUnit="vara"/></Units>'), 'u.xml'),
    ).toThrow(/unit "vara"/);
    expect(readLandXml(landXml(hundred, ''), 'u.xml', 'm').alignments[0].length).toBe(100);
  });

  it('says where the stated length is not that of the elements', () => {
    const { notes } = readLandXml(landXml(hundred, METRIC, 'name="a" staStart="0" length="101"'), 'l.xml');
    expect(formatMessage(notes[1], 'en')).toMatch(
      /states a length of 101\.000 m where its elements are 100\.000 m long; the elements count/,
    );
  });
});

describe('a LandXML that cannot be read', () => {
  const straight = geometry(line([0, 0], [100, 0]));
  const cut = landXml(straight + PROFILE);
  it.each([
    ['no XML', new TextEncoder().encode('350000 9123000'), 'drawing-format', /is not XML/],
    [
      'another XML',
      new TextEncoder().encode('<kml></kml>'),
      'drawing-format',
      /is an XML of kml, not a LandXML/,
    ],
    [
      'cut short',
      cut.slice(0, cut.length - 60),
      'drawing-truncated',
      /ends in line \d+ before its element LandXML does/,
    ],
    ['crossed tags', landXml('<CoordGeom><Line></CoordGeom></Line>'), 'drawing-format', /line 6: .*Line/],
    [
      'no alignment',
      new TextEncoder().encode(`<LandXML>${METRIC}</LandXML>`),
      'drawing-empty',
      /has no Alignment/,
    ],
    ['no plan', landXml(PROFILE), 'drawing-format', /Alignment "Rampa 1": line 5: it has no CoordGeom/],
    ['an empty plan', landXml(geometry()), 'drawing-format', /has no element/],
    [
      'a word for a coordinate',
      landXml(geometry('<Line><Start>0 zero</Start><End>1 1</End></Line>')),
      'drawing-format',
      /line 7: "zero" in Start is not a number/,
    ],
    [
      'no way to turn',
      landXml(geometry('<Curve radius="5"><Start>0 0</Start><Center>5 0</Center><End>5 5</End></Curve>')),
      'drawing-format',
      /line 7: its rot is missing/,
    ],
    [
      'a Bloss curve',
      landXml(geometry('<Spiral spiType="bloss" length="1" rot="cw"/>')),
      'drawing-format',
      /spiral of type bloss/,
    ],
    [
      'an unknown element',
      landXml(geometry('<Chain>a b</Chain>')),
      'drawing-format',
      /line 7: Chain is not supported/,
    ],
    [
      'a gap',
      landXml(geometry(line([0, 0], [1, 0]), line([1.2, 0], [9, 0]))),
      'drawing-format',
      /line 8: Line 2 begins 0\.200 m from/,
    ],
    [
      'a wrong turn',
      landXml(
        geometry(
          `<Spiral length="30" radiusStart="INF" radiusEnd="40" rot="cw">${at('Start', [0, 0])}${at('PI', [20, 0])}${at('End', clothoidEnd(30, 40))}</Spiral>`,
        ),
      ),
      'drawing-format',
      /ends 7\.\d+ m from where its End says/,
    ],
    [
      'a start beyond the Earth',
      landXml(straight, METRIC, 'name="a" staStart="1e300"'),
      'drawing-format',
      /"1e300" in Alignment is farther/,
    ],
    [
      'a negative vertical curve',
      landXml(
        `${straight}<Profile><ProfAlign><PVI>0 0</PVI><ParaCurve length="-60">40 4</ParaCurve><PVI>99 9</PVI></ProfAlign></Profile>`,
      ),
      'drawing-format',
      /the length "-60" of ParaCurve is negative/,
    ],
    [
      'materials only',
      new TextEncoder().encode('<LandXML><Project name="p"/><Materials><Material/></Materials></LandXML>'),
      'drawing-empty',
      /has no Alignment, only Materials; export the alignment itself/,
    ],
    [
      'falling stations',
      landXml(`${straight}<Profile><ProfAlign name="r"><PVI>5 1</PVI><PVI>5 2</PVI></ProfAlign></Profile>`),
      'drawing-format',
      /its station 5 does not follow 5/,
    ],
    [
      'overlapping curves',
      landXml(
        `${straight}<Profile><ProfAlign name="r"><PVI>0 0</PVI><ParaCurve length="60">40 4</ParaCurve><ParaCurve length="60">80 0</ParaCurve><PVI>120 9</PVI></ProfAlign></Profile>`,
      ),
      'drawing-format',
      /overlaps/,
    ],
  ])('is refused in a sentence: %s', (_what, content, code, sentence) => {
    expect(() => readLandXml(content, 'x.xml')).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(sentence) }),
    );
  });

  it.each([
    '<PVI>0 1e308</PVI><PVI>100 -1e308</PVI>',
    '<PVI>0 1</PVI><PVI>1e10 2</PVI>',
    '<PVI>0 1</PVI><ParaCurve length="1e300">50 2</ParaCurve><PVI>100 2</PVI>',
    '<PVI>0 1</PVI><UnsymParaCurve lengthIn="1" lengthOut="2e9">50 2</UnsymParaCurve><PVI>100 2</PVI>',
    '<PVI>0 1</PVI><CircCurve radius="1e308">50 2</CircCurve><PVI>100 2</PVI>',
  ])('is refused where it is beyond the Earth: %s', (content) => {
    const profile = `<Profile><ProfAlign name="r">${content}</ProfAlign></Profile>`;
    expect(() => readLandXml(landXml(straight + profile), 'x.xml')).toThrow(
      /is farther than any place on Earth/,
    );
  });
});
