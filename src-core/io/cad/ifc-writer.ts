import type { TriangleMesh } from '../../model/mesh.ts';
import { fixedText } from '../bytes/coordinate-text.ts';

/** A drive as IFC holds it; coordinates are those of the map. */
export interface IfcExport {
  readonly name: string;
  readonly description: string;
  readonly application: { readonly name: string; readonly version: string };
  /** null omits it, so that the same content gives the same bytes. */
  readonly date: Date | null;
  /** Whole metres of the map near the drive, which all geometry is relative to. */
  readonly origin: readonly [number, number, number];
  /** Grid of the map, which the file is converted to; null: none is stated. */
  readonly system: { readonly epsg: number | null; readonly name: string } | null;
  readonly alignment: {
    readonly name: string;
    readonly description: string;
    /** 3 per vertex, m; its segments are straight. */
    readonly points: Float64Array;
    /** Chainage of the first vertex, m, and as a text. */
    readonly start: number;
    readonly startName: string;
  };
  readonly sections: readonly {
    readonly name: string;
    readonly description: string;
    /** 3 per vertex, m; closed, the first vertex not repeated. */
    readonly points: Float64Array;
    readonly chainage: number;
    readonly area: number;
    readonly perimeter: number;
    /** 0..1. */
    readonly measuredShare: number;
  }[];
  /** Closed solid; null: there is none. */
  readonly solid: { readonly name: string; readonly description: string; readonly mesh: TriangleMesh } | null;
}

/** Entities per piece of text. */
const BATCH = 500;

/**
 * Encodes a drive as IFC 4.3 (ISO 16739-1:2024, schema IFC4X3_ADD2) in a STEP file (ISO 10303-21), in metres: the axis as
 * `IfcAlignment` with a 3D polyline and a referent of its first station, each section as `IfcAnnotation` of the kind SURVEY
 * that the alignment positions, with its figures as properties, the closed solid as `IfcSpace`. Geometry is relative to
 * `origin`, to a hundredth of a millimetre: with a grid an `IfcMapConversion` leads to it, else the placement of the site.
 *
 * @returns the text in pieces, in ASCII
 * @throws SocavonError export-range for a coordinate that is not finite
 */
export function* ifcPieces(content: IfcExport): Generator<string, void, undefined> {
  const { name, description, application, date, origin, system, alignment, sections, solid } = content;
  const program = stepText(`${application.name} ${application.version}`.trim());
  const stamp = date === null ? '' : date.toISOString().slice(0, 19);
  yield "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [Alignment-basedView]'),'2;1');\n";
  yield `FILE_NAME('drive.ifc','${stamp}',(''),(''),${program},${program},'');\n`;
  yield "FILE_SCHEMA(('IFC4X3_ADD2'));\nENDSEC;\nDATA;\n";

  let lines: string[] = [];
  let last = 0;
  const add = (entity: string): string => {
    lines.push(`#${++last}=${entity};\n`);
    return `#${last}`;
  };
  const flushed = (): string => {
    const text = lines.join('');
    lines = [];
    return text;
  };
  const guids = guidsOf(content);
  /** An entity with an identity: `rest` follows the owner's history. */
  const rooted = (kind: string, ...rest: readonly string[]): string =>
    add(`${kind}('${guids.next().value}',$,${rest.join(',')})`);

  const pointAt = (x: number, y: number, z: number): string =>
    add(`IFCCARTESIANPOINT((${real(x)},${real(y)},${real(z)}))`);
  const placementAt = (point: string, above = '$'): string =>
    add(`IFCLOCALPLACEMENT(${above},${add(`IFCAXIS2PLACEMENT3D(${point},$,$)`)})`);
  const polyline = (points: Float64Array, isClosed: boolean): string => {
    const vertices: string[] = [];
    for (let i = 0; i < points.length; i += 3)
      vertices.push(pointAt(points[i] - origin[0], points[i + 1] - origin[1], points[i + 2] - origin[2]));
    return add(`IFCPOLYLINE((${[...vertices, ...(isClosed ? vertices.slice(0, 1) : [])].join()}))`);
  };
  const shape = (context: string, kind: string, type: string, item: string): string =>
    add(
      `IFCPRODUCTDEFINITIONSHAPE($,$,(${add(`IFCSHAPEREPRESENTATION(${context},'${kind}','${type}',(${item}))`)}))`,
    );
  const properties = (of: string, set: string, values: Readonly<Record<string, string>>): void => {
    const single = Object.entries(values).map(([key, value]) =>
      add(`IFCPROPERTYSINGLEVALUE('${key}',$,${value},$)`),
    );
    const pset = rooted('IFCPROPERTYSET', `'${set}'`, '$', `(${single.join()})`);
    rooted('IFCRELDEFINESBYPROPERTIES', '$', '$', `(${of})`, pset);
  };

  const units = [
    add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)'),
    add('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)'),
    add('IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)'),
    add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)'),
  ];
  const assignment = add(`IFCUNITASSIGNMENT((${units.join()}))`);
  const zero = pointAt(0, 0, 0);
  const world = add(`IFCAXIS2PLACEMENT3D(${zero},$,$)`);
  const context = add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${world},$)`);
  const within = (identifier: string): string =>
    add(`IFCGEOMETRICREPRESENTATIONSUBCONTEXT('${identifier}','Model',*,*,*,*,${context},$,.MODEL_VIEW.,$)`);
  const [axisContext, annotationContext, bodyContext] = ['Axis', 'Annotation', 'Body'].map(within);
  const project = rooted(
    'IFCPROJECT',
    stepText(name),
    stepText(description),
    ...['$', '$', '$'],
    `(${context})`,
    assignment,
  );
  if (system !== null) {
    const code = system.epsg === null ? system.name : `EPSG:${system.epsg}`;
    const crs = add(`IFCPROJECTEDCRS(${stepText(code)},${stepText(system.name)},$,$,$,$,${units[0]})`);
    add(`IFCMAPCONVERSION(${context},${crs},${origin.map(real).join()},$,$,$)`);
  }
  const sitePlacement = placementAt(system === null ? pointAt(...origin) : zero);
  const site = rooted(
    'IFCSITE',
    stepText(name),
    ...['$', '$', sitePlacement, '$', '$', '.ELEMENT.', '$', '$', '$', '$', '$'],
  );
  const placement = placementAt(zero, sitePlacement);

  const axis = polyline(alignment.points, false);
  const line = rooted(
    'IFCALIGNMENT',
    stepText(alignment.name),
    stepText(alignment.description),
    '$',
    placement,
    shape(axisContext, 'Axis', 'Curve3D', axis),
    '$',
  );
  rooted('IFCRELAGGREGATES', '$', '$', project, `(${[site, line].join()})`);
  rooted('IFCRELREFERENCEDINSPATIALSTRUCTURE', '$', '$', `(${line})`, site);
  const start = add(`IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(0.),$,$,$,${axis})`);
  const atStart = add(`IFCLINEARPLACEMENT(${placement},${add(`IFCAXIS2PLACEMENTLINEAR(${start},$,$)`)},$)`);
  const station = rooted(
    'IFCREFERENT',
    stepText(alignment.startName),
    ...['$', '$', atStart, '$', '.STATION.'],
  );
  rooted('IFCRELNESTS', '$', '$', line, `(${station})`);
  properties(station, 'Pset_Stationing', { Station: `IFCLENGTHMEASURE(${real(alignment.start)})` });
  yield flushed();

  const drawn: string[] = [];
  for (const section of sections) {
    const annotation = rooted(
      'IFCANNOTATION',
      stepText(section.name),
      stepText(section.description),
      '$',
      placement,
      shape(annotationContext, 'Annotation', 'Curve3D', polyline(section.points, true)),
      '.SURVEY.',
    );
    properties(annotation, 'Socavon_Section', {
      Chainage: `IFCLENGTHMEASURE(${real(section.chainage)})`,
      Area: `IFCAREAMEASURE(${real(section.area)})`,
      Perimeter: `IFCLENGTHMEASURE(${real(section.perimeter)})`,
      MeasuredShare: `IFCNORMALISEDRATIOMEASURE(${real(section.measuredShare)})`,
    });
    drawn.push(annotation);
    yield flushed();
  }
  if (drawn.length > 0) {
    rooted('IFCRELCONTAINEDINSPATIALSTRUCTURE', '$', '$', `(${drawn.join()})`, site);
    rooted('IFCRELPOSITIONS', '$', '$', line, `(${drawn.join()})`);
  }
  if (solid !== null) {
    yield `${flushed()}#${last + 1}=IFCCARTESIANPOINTLIST3D((`;
    const { xyz, triangles } = solid.mesh;
    yield* batches(xyz.length / 3, (i) => {
      const local = [0, 1, 2].map((k) => real(solid.mesh.origin[k] - origin[k] + xyz[3 * i + k]));
      return `(${local.join()})`;
    });
    yield `),$);\n#${last + 2}=IFCTRIANGULATEDFACESET(#${last + 1},$,.T.,(`;
    yield* batches(triangles.length / 3, (i) => `(${[0, 1, 2].map((k) => triangles[3 * i + k] + 1).join()})`);
    yield '),$);\n';
    last += 2;
    const space = rooted(
      'IFCSPACE',
      stepText(solid.name),
      stepText(solid.description),
      "'DRIVE'",
      placement,
      shape(bodyContext, 'Body', 'Tessellation', `#${last}`),
      ...['$', '.ELEMENT.', '.USERDEFINED.', '$'],
    );
    rooted('IFCRELAGGREGATES', '$', '$', site, `(${space})`);
  }
  yield `${flushed()}ENDSEC;\nEND-ISO-10303-21;\n`;
}

function* batches(count: number, item: (i: number) => string): Generator<string, void, undefined> {
  for (let from = 0; from < count; from += BATCH) {
    const items: string[] = [];
    for (let i = from; i < Math.min(count, from + BATCH); i++) items.push(item(i));
    yield `${from > 0 ? ',\n' : ''}${items.join()}`;
  }
}

/** A real number: STEP demands its point. @throws SocavonError export-range */
function real(value: number): string {
  return fixedText(value, 5).replace(/0+$/, '');
}

/** A text in quotes, ASCII: other characters by their numbers. */
function stepText(text: string): string {
  const hex = (codes: readonly number[], digits: number): string =>
    codes.map((code) => code.toString(16).toUpperCase().padStart(digits, '0')).join('');
  const encoded = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replace(/[\u{10000}-\u{10ffff}]+/gu, (run) => {
      const codes = Array.from(run, (one) => one.codePointAt(0) ?? 0);
      return `\\X4\\${hex(codes, 8)}\\X0\\`;
    })
    .replace(/[^\x20-\x7e]+/g, (run) => {
      const codes = Array.from(run, (one) => one.charCodeAt(0));
      return `\\X2\\${hex(codes, 4)}\\X0\\`;
    });
  return `'${encoded}'`;
}

const GUID_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** Identities of the entities, 128 bits each: those of the same content are the same, those of another are others. */
function* guidsOf({
  name,
  date,
  origin,
  alignment,
  sections,
}: IfcExport): Generator<string, never, undefined> {
  const areas = sections.map(({ area }) => area);
  const seed = hashOf(JSON.stringify([name, date, origin, [...alignment.points], areas])).join(' ');
  for (let number = 0; ; number++) {
    let bits = hashOf(`${number} ${seed}`).reduce((all, word) => (all << 32n) | BigInt(word), 0n);
    let text = '';
    for (let i = 0; i < 22; i++) {
      text = GUID_DIGITS[Number(bits & 63n)] + text;
      bits >>= 6n;
    }
    yield text;
  }
}

/** Four words that differ for texts that differ (cyrb128): against accident, not against forgery. */
function hashOf(text: string): number[] {
  const factors = [597399067, 2869860233, 951274213, 2716044179];
  const h = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let i = 0; i < text.length; i++)
    for (let k = 0; k < 4; k++) h[k] = h[(k + 1) % 4] ^ Math.imul(h[k] ^ text.charCodeAt(i), factors[k]);
  const mixed = [18, 22, 17, 19].map((shift, k) => Math.imul(h[(k + 2) % 4] ^ (h[k] >>> shift), factors[k]));
  const all = mixed[0] ^ mixed[1] ^ mixed[2] ^ mixed[3];
  return mixed.map((word, k) => (k === 0 ? all : word ^ all) >>> 0);
}
