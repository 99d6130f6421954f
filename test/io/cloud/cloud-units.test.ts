import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { inOneUnit, isInDegrees, unclearUnits, unitsOf } from '../../../src-core/io/cloud/cloud-unit.ts';
import { lasCrs, wktCrs } from '../../../src-core/io/cloud/las-crs.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { PLAIN_POINT, rawLas } from '../las/las-file.ts';
import { geoKeyRecord, heights1, heights2, plan1, plan2, wktRecord } from './cloud-systems.ts';

const FOOT = 0.3048;
const US_FOOT = 1200 / 3937;
const DEGREES =
  'GEOGCS["WGS 84",DATUM["WGS 84",SPHEROID["WGS 84",6378137,298.257]],UNIT["degree",0.0174532925199433]]';
const DEGREES_2 =
  'GEOGCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257,LENGTHUNIT["metre",1]]],CS[ellipsoidal,2],AXIS["lat",north],AXIS["lon",east],ANGLEUNIT["degree",0.0174532925199433]]';

const reader = (crs: ReturnType<typeof wktCrs> | null, format: 'las' | 'e57' = 'las') => ({
  name: 'drive',
  format,
  crs,
});

describe('the units of a coordinate system', () => {
  const stated: [string, string, number | null, number | null][] = [
    ['WKT 1 in plan alone', plan1(1), 1, null],
    ['WKT 1 compound, both metres', `COMPD_CS["both",${plan1(1)},${heights1(1)}]`, 1, 1],
    ['WKT 1 compound, heights in feet', `COMPD_CS["both",${plan1(1)},${heights1(FOOT)}]`, 1, FOOT],
    ['WKT 1 compound, plan in US feet', `COMPD_CS["both",${plan1(US_FOOT)},${heights1(1)}]`, US_FOOT, 1],
    ['WKT 1 compound, heights first', `COMPD_CS["both",${heights1(US_FOOT)},${plan1(1)}]`, 1, US_FOOT],
    [
      'ESRI, side by side',
      `${plan1(1)},VERTCS["NAVD",VDATUM["x"],PARAMETER["Vertical_Shift",0.0],UNIT["Foot_US",0.3048006096012192]]`,
      1,
      0.3048006096012192,
    ],
    ['WKT 2 in plan alone', plan2(FOOT), FOOT, null],
    ['WKT 2 compound', `COMPOUNDCRS["both",${plan2(1)},${heights2(FOOT)}]`, 1, FOOT],
    [
      'WKT 2 compound, bound',
      `BOUNDCRS[SOURCECRS[COMPOUNDCRS["both",${plan2(1)},${heights2(FOOT)}]],TARGETCRS[${DEGREES_2}],ABRIDGEDTRANSFORMATION["x"]]`,
      1,
      FOOT,
    ],
    [
      'WKT 2, heights bound within',
      `COMPOUNDCRS["both",${plan2(1)},BOUNDCRS[SOURCECRS[${heights2(FOOT)}],TARGETCRS[${DEGREES_2}]]]`,
      1,
      FOOT,
    ],
    [
      'WKT 2, of an epoch',
      `COORDINATEMETADATA[COMPOUNDCRS["both",${plan2(1)},${heights2(FOOT)}],EPOCH[2020]]`,
      1,
      FOOT,
    ],
    [
      'a local system with a third axis in feet',
      'ENGCRS["Mine",EDATUM["x"],CS[Cartesian,3],AXIS["e",east,LENGTHUNIT["metre",1]],AXIS["n",north,LENGTHUNIT["metre",1]],AXIS["h",up,LENGTHUNIT["foot",0.3048]]]',
      1,
      FOOT,
    ],
    [
      'heights by their code alone',
      `COMPD_CS["both",${plan1(1)},VERT_CS["NAVD88 height (ftUS)",VERT_DATUM["x",2005],AUTHORITY["EPSG","6360"]]]`,
      1,
      US_FOOT,
    ],
    [
      'a geocentric system',
      'GEODCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257]],CS[Cartesian,3],AXIS["X",geocentricX],LENGTHUNIT["metre",1]]',
      1,
      null,
    ],
  ];
  it.each(stated)('are those of the plan and of the heights: %s', (_, wkt, plan, height) => {
    expect(wktCrs(wkt)).toMatchObject({
      linearUnitMetres: plan,
      heightUnitMetres: height,
      isGeographic: false,
      unclear: null,
    });
  });

  const keyed: [string, [number, number][], number | null, number | null][] = [
    [
      'both by their own keys',
      [
        [1024, 1],
        [3072, 32718],
        [3076, 9001],
        [4096, 5703],
        [4099, 9002],
      ],
      1,
      FOOT,
    ],
    [
      'plan in US feet, heights in metres',
      [
        [1024, 1],
        [3072, 2230],
        [3076, 9003],
        [4099, 9001],
      ],
      US_FOOT,
      1,
    ],
    [
      'by the codes of their systems alone',
      [
        [1024, 1],
        [3072, 2222],
        [4096, 6360],
      ],
      FOOT,
      US_FOOT,
    ],
    [
      'a metric system as of feet, as before it had a code of its own',
      [
        [1024, 1],
        [3072, 26957],
        [3076, 9003],
      ],
      US_FOOT,
      null,
    ],
    [
      'a surface of GeoTIFF 1.0, which has no unit',
      [
        [1024, 1],
        [3072, 32718],
        [4096, 5103],
      ],
      1,
      null,
    ],
    [
      'none at all',
      [
        [1024, 1],
        [3072, 32767],
      ],
      null,
      null,
    ],
  ];
  it.each(keyed)('are read from GeoTIFF keys: %s', (_, keys, plan, height) => {
    const crs = lasCrs([geoKeyRecord(keys)])!;
    expect(crs).toMatchObject({ isGeographic: false, unclear: null });
    for (const [result, meant] of [
      [crs.linearUnitMetres, plan],
      [crs.heightUnitMetres, height],
    ])
      if (meant === null) expect(result).toBeNull();
      else expect(result! / meant!).toBeCloseTo(1, 9);
  });

  it('are taken from the keys where the text of the same file leaves them open', () => {
    const keys = geoKeyRecord([
      [1024, 1],
      [3072, 32718],
      [3076, 9001],
      [4099, 9002],
    ]);
    expect(lasCrs([wktRecord(plan1(1)), keys])).toMatchObject({
      linearUnitMetres: 1,
      heightUnitMetres: FOOT,
    });
  });

  const unclear: [string, Parameters<typeof lasCrs>[0]][] = [
    ['text and keys with different ones', [wktRecord(plan1(1)), geoKeyRecord([[3076, 9003]])]],
    [
      'text and keys with different ones of the heights',
      [
        wktRecord(`COMPD_CS["b",${plan1(1)},${heights1(FOOT)}]`),
        geoKeyRecord([
          [3076, 9001],
          [4099, 9001],
        ]),
      ],
    ],
    [
      'a system of heights in US feet with metres',
      [
        geoKeyRecord([
          [3076, 9001],
          [4096, 6360],
          [4099, 9001],
        ]),
      ],
    ],
    [
      'a system in feet with US feet',
      [
        geoKeyRecord([
          [3072, 2222],
          [3076, 9003],
        ]),
      ],
    ],
    ['a unit in plan of no known code', [geoKeyRecord([[3076, 9999]])]],
    [
      'a unit of heights of no known code',
      [
        geoKeyRecord([
          [3076, 9001],
          [4099, 9999],
        ]),
      ],
    ],
    ['heights without a unit', [wktRecord(`COMPD_CS["b",${plan1(1)},VERT_CS["x",VERT_DATUM["x",2005]]]`)]],
    ['heights in feet and nothing in plan', [geoKeyRecord([[4099, 9003]])]],
  ];
  it.each(unclear)('are refused where they cannot be told, and taken from a person: %s', (_, records) => {
    const cloud = reader(lasCrs(records));
    expect(() => unitsOf(cloud)).toThrowError(expect.objectContaining({ code: 'drawing-units' }));
    expect(unclearUnits(cloud)).toMatchObject({ code: 'cloud-units-unclear' });
    expect(unitsOf(cloud, { plan: FOOT })).toEqual({ plan: FOOT, height: FOOT, by: 'user' });
    expect(unitsOf(cloud, { plan: 1, height: FOOT })).toEqual({ plan: 1, height: FOOT, by: 'user' });
  });

  it('of an E57 are metres, and one whose system states others is refused', () => {
    expect(unitsOf(reader(wktCrs(plan1(1)), 'e57'))).toEqual({ plan: 1, height: 1, by: 'file' });
    expect(unitsOf(reader(null, 'e57'))).toEqual({ plan: 1, height: 1, by: 'file' });
    for (const wkt of [plan1(US_FOOT), `COMPD_CS["b",${plan1(1)},${heights1(FOOT)}]`])
      expect(() => unitsOf(reader(wktCrs(wkt), 'e57'))).toThrowError(
        expect.objectContaining({ code: 'drawing-units' }),
      );
  });

  it('may be stated for the heights alone', () => {
    expect(unitsOf(reader(wktCrs(plan1(1))), { height: FOOT })).toEqual({
      plan: 1,
      height: FOOT,
      by: 'file',
    });
    expect(unitsOf(reader(null), { height: FOOT })).toEqual({ plan: 1, height: FOOT, by: 'metres-assumed' });
  });
});

const las = (keys: [number, number][], z: number) =>
  rawLas({
    minor: 2,
    format: 0,
    offset: [350_000, 9_123_000, 4000],
    vlrs: [geoKeyRecord(keys)],
    points: [0, 1, 2].map((i) => ({
      units: [1000 * i, 2000 * i, z * i],
      ...PLAIN_POINT,
      intensity: 1,
    })),
  });

describe('a cloud with two units', () => {
  it('has its heights in the unit of its plan, box and points alike', async () => {
    const opened = {
      ...(await openLas(
        memorySource(
          'a.las',
          las(
            [
              [1024, 1],
              [3072, 32718],
              [3076, 9001],
              [4099, 9002],
            ],
            3000,
          ),
        ),
      )),
      name: 'a.las',
    };
    const units = unitsOf(opened);
    expect(units).toEqual({ plan: 1, height: FOOT, by: 'file' });
    const one = inOneUnit(opened, units);
    const low = 4000 * FOOT;
    expect(one.announcedBounds!.min[2]).toBeCloseTo(low, 9);
    expect(one.announcedBounds!.max[2]).toBeCloseTo(low + 6 * FOOT, 9);
    const { origin, xyz, count } = await readWholeCloud(one);
    const points = Array.from({ length: count }, (_, i) => [0, 1, 2].map((k) => origin[k] + xyz[3 * i + k]));
    points.forEach((point, i) => {
      expect(point[0]).toBeCloseTo(350_000 + i, 4);
      expect(point[1]).toBeCloseTo(9_123_000 + 2 * i, 4);
      expect(point[2]).toBeCloseTo(low + 3 * FOOT * i, 4);
    });
    // Steps of a millimetre of a foot in height.
    expect(one.grain!(2, 1000)).toBeCloseTo(0.001 * FOOT, 9);
    expect(one.grain!(0, 1000)).toBeCloseTo(0.001, 9);
  });
});

describe('degrees', () => {
  const spelled: [string, Parameters<typeof lasCrs>[0]][] = [
    ['GEOGCS', [wktRecord(DEGREES)]],
    ['a compound of GEOGCS', [wktRecord(`COMPD_CS["both",${DEGREES},${heights1(1)}]`)]],
    ['GEOGCRS', [wktRecord(DEGREES_2)]],
    [
      'a compound of GEOGCRS, bound',
      [wktRecord(`BOUNDCRS[SOURCECRS[COMPOUNDCRS["b",${DEGREES_2},${heights2(1)}]],TARGETCRS[${plan2(1)}]]`)],
    ],
    ['GEODCRS on an ellipsoid', [wktRecord(DEGREES_2.replace('GEOGCRS', 'GEODCRS'))]],
    [
      'keys with model type 2',
      [
        geoKeyRecord([
          [1024, 2],
          [2048, 4326],
          [2054, 9102],
        ]),
      ],
    ],
    ['keys with a geographic system alone', [geoKeyRecord([[2048, 4326]])]],
  ];
  const box = { min: [-77, -12, 4300], max: [-76.98, -11.98, 4304] } as const;
  const bounds = { min: [...box.min], max: [...box.max] } as never;

  it.each(spelled)('are told however they are spelled: %s', (_, records) => {
    const crs = lasCrs(records);
    expect(crs).toMatchObject({ isGeographic: true, linearUnitMetres: null });
    expect(isInDegrees(bounds, crs)).toBe(true);
    expect(isInDegrees(bounds, null)).toBe(false);
    // Coordinates of a grid under a wrong system are none.
    expect(isInDegrees({ min: [350_000, 9_000_000, 0], max: [350_040, 9_000_004, 4] }, crs)).toBe(false);
  });

  const boxes: [string, boolean, number[], number[]][] = [
    ['a drive in degrees', true, [-77.0001, -12.0001, 4300], [-77, -12, 4304]],
    ['latitude first', true, [-12.0001, -77.0001, 4300], [-12, -77, 4304]],
    ['a metre in plan', false, [0, 0, 0], [1, 1, 4]],
    ['a plumb line', false, [5, 5, 0], [5, 5, 30]],
    ['a coin', false, [5, 5, 0], [5.005, 5.005, 0.002]],
    ['beyond the globe', false, [277.0001, 112.0001, 0], [277.0002, 112.0002, 30]],
  ];
  it.each(boxes)('are told by a box that can be nothing else: %s', (_, isOfDegrees, min, max) => {
    expect(isInDegrees({ min, max } as never, null)).toBe(isOfDegrees);
  });
});
