import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { childElement, childElements, type XmlElement } from '../bytes/xml-tree.ts';
import { declaredUnit } from './landxml/landxml-reader.ts';
import { landXmlTree } from './landxml/landxml-tree.ts';
import type { LengthUnit } from './length-units.ts';

/** A TIN surface of a LandXML, in the unit of the file. */
interface LandXmlSurface {
  readonly name: string;
  /** 3 per point: easting, northing, elevation. */
  readonly xyz: Float64Array;
  /** 3 places in `xyz` per face. */
  readonly triangles: Uint32Array;
}

/** Surfaces of a LandXML by their names, each read when it is asked for. */
interface LandXmlSurfaces {
  readonly unit: LengthUnit;
  readonly surfaces: readonly { readonly name: string; readonly read: () => LandXmlSurface }[];
}

/** The long lists of a surface, and what may be as long and is not needed. */
const LISTS = ['Pnts', 'Faces', 'SourceData', 'Watersheds', 'Alignments', 'PipeNetworks', 'Parcels'];
const POINT = /<(?:[\w.-]+:)?P(?=[\s/>])([^>]*)>([^<]*)/g;
const FACE = /<(?:[\w.-]+:)?F(?=[\s/>])([^>]*)>([^<]*)/g;

/**
 * Reads the TIN surfaces of a LandXML (1.0 to 1.2): points northing first, faces of three points by their `id`, without the
 * invisible ones (`i="1"`). Surfaces that have no faces, such as grids and those of source data alone, are left out.
 *
 * @param unit stated by the user; null: as the file declares
 * @throws SocavonError drawing-format (names the line of the surface), drawing-truncated, drawing-units
 */
export function readLandXmlSurfaces(
  bytes: Uint8Array,
  name: string,
  unit: LengthUnit | null,
): LandXmlSurfaces {
  const root = landXmlTree(bytes, name, LISTS);
  if (root.tag !== 'LandXML')
    throw new SocavonError('drawing-format', message('landxml-other-root', { name, root: root.tag }));
  const surfaces = childElements(root, 'Surfaces')
    .flatMap((group) => childElements(group, 'Surface'))
    .flatMap((surface) => {
      const definition = childElement(surface, 'Definition');
      if (definition === undefined || childElements(definition, 'Faces').length === 0) return [];
      const title = surface.attributes.name ?? '';
      return [{ name: title, read: () => surfaceOf(title, definition, name) }];
    });
  return { unit: unit ?? declaredUnit(root, name), surfaces };
}

function surfaceOf(title: string, definition: XmlElement, name: string): LandXmlSurface {
  const refused = (content: string): SocavonError => {
    const what = message('landxml-surface', { surface: title, content: content.trim().slice(0, 60) });
    return new SocavonError('drawing-format', message('drawing-line', { name, line: definition.line, what }));
  };
  const xyz: number[] = [];
  const places = new Map<string, number>();
  for (const [whole, attributes, text] of itemsOf(definition, 'Pnts', POINT)) {
    const [northing, easting, elevation, ...more] = numbersOf(text);
    const id = attributeOf(attributes, 'id');
    const isPlace = [northing, easting, elevation].every(Number.isFinite) && more.length === 0;
    if (id === undefined || !isPlace || places.has(id)) throw refused(whole);
    places.set(id, xyz.length / 3);
    xyz.push(easting, northing, elevation);
  }
  const triangles: number[] = [];
  for (const [whole, attributes, text] of itemsOf(definition, 'Faces', FACE)) {
    if (attributeOf(attributes, 'i') === '1') continue;
    const ids = text.trim().split(/\s+/);
    const corners = ids.map((id) => places.get(id));
    if (corners.length !== 3 || corners.includes(undefined)) throw refused(whole);
    triangles.push(...(corners as number[]));
  }
  return { name: title, xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
}

/** Elements within lists of a tag, which the parser left as text. */
function* itemsOf(
  definition: XmlElement,
  tag: string,
  item: RegExp,
): Generator<RegExpExecArray, void, undefined> {
  for (const list of childElements(definition, tag))
    yield* list.text.replace(/<!--[\s\S]*?-->/g, '').matchAll(item);
}

function attributeOf(attributes: string, key: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match === null ? undefined : (match[1] ?? match[2]).trim();
}

function numbersOf(text: string): number[] {
  return text.trim().split(/\s+/).map(Number);
}
