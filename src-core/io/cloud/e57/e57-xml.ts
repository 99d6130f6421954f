import { rotationOf } from '../../../math/se3.ts';
import { message } from '../../../messages/message.ts';
import type { Bounds } from '../../../model/bounds.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { Rigid } from '../../../model/rigid.ts';
import { childElement, type XmlElement, xmlFault, xmlRoot } from '../../bytes/xml-tree.ts';
import { refusedXml } from './e57-refusal.ts';
import type { E57Contents, E57Field, E57Scan } from './e57-scan.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Reads the scans that the XML section of an E57 lists (ASTM E2807, Data3D), and who wrote the file.
 *
 * @throws SocavonError 'file-format' with the line of the section
 */
export function readE57Contents(xml: string, name: string): E57Contents {
  const root = treeOf(xml, name);
  if (root.tag !== 'e57Root') throw refusedXml(name, root.line, message('e57-root', { root: root.tag }));
  const entries = childElement(root, 'data3D')?.children ?? [];
  if (entries.length === 0) throw new SocavonError('file-format', message('e57-no-scan', { name }));
  const text = (tag: string): string | null => childElement(root, tag)?.text.trim() || null;
  const creation = childElement(root, 'creationDateTime');
  const written = Number((creation && childElement(creation, 'dateTimeValue'))?.text || Number.NaN);
  return {
    scans: entries.map((entry, index) => new ScanEntry(entry, index, name).scan()),
    library: text('e57LibraryVersion'),
    // Zero is what a writer without a clock leaves.
    written: Number.isFinite(written) && written > 0 ? written : null,
    wkt: text('coordinateMetadata'),
  };
}

function treeOf(xml: string, name: string): XmlElement {
  const text = xml.replace(/^\uFEFF/, '').replace(/\0+$/, '');
  let root: XmlElement | null;
  try {
    const fault = xmlFault(text);
    if (fault) throw refusedXml(name, fault.line, fault.what);
    root = xmlRoot(text, { prefixes: true, skip: [] });
  } catch (error) {
    if (error instanceof SocavonError) throw error;
    // The parser gives up on what it takes for an attack, such as elements nested without end.
    throw refusedXml(name, 1, message('xml-parser'), error);
  }
  if (!root) throw refusedXml(name, 1, message('e57-xml-empty'));
  return root;
}

/** An element of `data3D`, whose parts are refused with their line. */
class ScanEntry {
  readonly #entry: XmlElement;
  readonly #index: number;
  readonly #file: string;

  constructor(entry: XmlElement, index: number, file: string) {
    this.#entry = entry;
    this.#index = index;
    this.#file = file;
  }

  scan(): E57Scan {
    const points = childElement(this.#entry, 'points');
    if (!points) throw refusedXml(this.#file, this.#entry.line, message('e57-no-points'));
    const prototype = childElement(points, 'prototype');
    if (!prototype) throw refusedXml(this.#file, points.line, message('e57-no-prototype'));
    const codec = childElement(points, 'codecs')?.children.flatMap(({ children }) => children);
    const unknown = codec?.find(({ tag }) => tag !== 'inputs' && tag !== 'bitPackCodec');
    if (unknown) throw refusedXml(this.#file, unknown.line, message('e57-codec', { codec: unknown.tag }));
    const start = this.#inner('acquisitionStart', 'dateTimeValue');
    return {
      name: childElement(this.#entry, 'name')?.text || String(this.#index + 1),
      sensor:
        ['sensorVendor', 'sensorModel', 'sensorSerialNumber']
          .map((tag) => childElement(this.#entry, tag)?.text.trim() ?? '')
          .filter((word) => word !== '')
          .join(' ') || null,
      sectionOffset: this.#whole(points, 'fileOffset'),
      count: this.#whole(points, 'recordCount'),
      fields: leaves(prototype).map((leaf) => this.#field(leaf)),
      T_file_scan: this.#pose(),
      intensityLimits: this.#limits(),
      bounds: this.#bounds(),
      start: start ? this.#number(start) : null,
    };
  }

  #field(leaf: XmlElement): E57Field {
    const { type, precision } = leaf.attributes;
    const plain = { name: leaf.tag, minimum: 0n, maximum: 0n, scale: 1, offset: 0 };
    switch (type) {
      case 'Float':
        if (precision === 'single') return { ...plain, kind: 'single', bits: 32 };
        return { ...plain, kind: 'double', bits: 64 };
      case 'String':
        return { ...plain, kind: 'text', bits: 0 };
      case 'Integer':
      case 'ScaledInteger': {
        const minimum = this.#integer(leaf, 'minimum', INT64_MIN);
        const maximum = this.#integer(leaf, 'maximum', INT64_MAX);
        if (minimum > maximum)
          throw refusedXml(
            this.#file,
            leaf.line,
            message('e57-limits', { field: leaf.tag, minimum: String(minimum), maximum: String(maximum) }),
          );
        const range = maximum - minimum;
        const scaled = type === 'ScaledInteger';
        return {
          name: leaf.tag,
          kind: 'integer',
          bits: range === 0n ? 0 : range.toString(2).length,
          minimum,
          maximum,
          scale: scaled ? this.#attribute(leaf, 'scale', 1) : 1,
          offset: scaled ? this.#attribute(leaf, 'offset', 0) : 0,
        };
      }
      default:
        throw refusedXml(
          this.#file,
          leaf.line,
          message('e57-field-type', { field: leaf.tag, type: type ?? '' }),
        );
    }
  }

  /** The pose, a unit quaternion and a translation, either of which may be left out. */
  #pose(): Rigid | null {
    const pose = childElement(this.#entry, 'pose');
    if (!pose) return null;
    const rotation = childElement(pose, 'rotation');
    const translation = childElement(pose, 'translation');
    const part = (of: XmlElement | undefined, tag: string, otherwise: number): number => {
      const value = of && childElement(of, tag);
      return value ? this.#number(value) : otherwise;
    };
    const [x, y, z, w] = [
      part(rotation, 'x', 0),
      part(rotation, 'y', 0),
      part(rotation, 'z', 0),
      part(rotation, 'w', rotation ? 0 : 1),
    ];
    const norm = Math.hypot(x, y, z, w);
    if (!(norm > 1e-6 && norm < 1e6)) throw refusedXml(this.#file, pose.line, message('e57-quaternion'));
    return {
      R: rotationOf([x / norm, y / norm, z / norm, w / norm]),
      t: Float64Array.of(part(translation, 'x', 0), part(translation, 'y', 0), part(translation, 'z', 0)),
    };
  }

  #limits(): [number, number] | null {
    const [low, high] = ['intensityMinimum', 'intensityMaximum'].map((tag) =>
      this.#inner('intensityLimits', tag),
    );
    return low && high ? [this.#number(low), this.#number(high)] : null;
  }

  #bounds(): Bounds | null {
    const [xMin, yMin, zMin, xMax, yMax, zMax] = ['Minimum', 'Maximum']
      .flatMap((side) => ['x', 'y', 'z'].map((axis) => this.#inner('cartesianBounds', axis + side)))
      .map((value) => (value ? this.#number(value) : Number.NaN));
    const isWhole = xMin <= xMax && yMin <= yMax && zMin <= zMax;
    return isWhole ? { min: [xMin, yMin, zMin], max: [xMax, yMax, zMax] } : null;
  }

  #inner(tag: string, part: string): XmlElement | undefined {
    const parent = childElement(this.#entry, tag);
    return parent && childElement(parent, part);
  }

  /** The value of a number; an integer that is scaled is so by its attributes. An empty element is 0. */
  #number(of: XmlElement): number {
    const value = Number(of.text);
    if (!Number.isFinite(value)) throw this.#noNumber(of, of.tag, of.text);
    if (of.attributes.type !== 'ScaledInteger') return value;
    return value * this.#attribute(of, 'scale', 1) + this.#attribute(of, 'offset', 0);
  }

  #attribute(of: XmlElement, attribute: string, otherwise: number): number {
    const text = of.attributes[attribute];
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw this.#noNumber(of, attribute, text);
    return value;
  }

  #integer(of: XmlElement, attribute: string, otherwise: bigint): bigint {
    const text = of.attributes[attribute];
    if (text === undefined) return otherwise;
    if (!/^\s*[+-]?\d{1,19}\s*$/.test(text)) throw this.#noNumber(of, attribute, text);
    const value = BigInt(text.trim().replace(/^\+/, ''));
    if (value < INT64_MIN || value > INT64_MAX) throw this.#noNumber(of, attribute, text);
    return value;
  }

  #whole(of: XmlElement, attribute: string): number {
    const text = of.attributes[attribute] ?? '';
    const value = Number(text);
    if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value)) throw this.#noNumber(of, attribute, text);
    return value;
  }

  #noNumber(of: XmlElement, what: string, content: string): SocavonError {
    return refusedXml(
      this.#file,
      of.line,
      message('e57-no-number', { what, element: of.tag, content: content.slice(0, 60) }),
    );
  }
}

/** The elements of a prototype that have a stream, in its order: all that are no structure. */
function leaves(parent: XmlElement): XmlElement[] {
  return parent.children.flatMap((child) =>
    child.attributes.type === 'Structure' ? leaves(child) : [child],
  );
}
