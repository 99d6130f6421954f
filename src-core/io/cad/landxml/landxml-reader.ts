import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { childElement, childElements, type XmlElement } from '../../bytes/xml-tree.ts';
import { type LengthUnit, METRES, unitText } from '../length-units.ts';
import {
  attributeMetres,
  type LandXmlFrame,
  numbers,
  planElements,
  positiveMetres,
  refusal,
  requireOnEarth,
} from './coord-geom.ts';
import { landXmlTree } from './landxml-tree.ts';
import type { PlanElement } from './plan-element.ts';
import { type StationEquation, stationEquations } from './station-equation.ts';
import { isProfile, type VerticalPoint, type VerticalProfile, verticalProfile } from './vertical-profile.ts';

/** An alignment in metres; `alignmentLine` converts it to a polyline. */
export interface LandXmlAlignment {
  readonly name: string;
  /** Station (horizontal chainage) of its start, m. */
  readonly startStation: number;
  /** Length in plan, m. */
  readonly length: number;
  readonly plan: readonly PlanElement[];
  /** Null: the file has no elevations. */
  readonly profile: VerticalProfile | null;
  /** Where the stations that the file states jump; those here run on without a jump. */
  readonly equations: readonly StationEquation[];
  /** Line of the file where it begins. */
  readonly line: number;
}

interface ReadLandXml {
  readonly unit: LengthUnit;
  readonly alignments: readonly LandXmlAlignment[];
  readonly notes: readonly Message[];
}

/** Values of `linearUnit`. */
const LINEAR_UNITS: Readonly<Record<string, LengthUnit>> = {
  meter: 'm',
  metre: 'm',
  millimeter: 'mm',
  centimeter: 'cm',
  kilometer: 'km',
  foot: 'ft',
  ussurveyfoot: 'us-ft',
  inch: 'in',
};

/** Tolerance between the stated length and that of the elements, m; beyond it a note is added. */
const LENGTH_TOLERANCE = 0.01;

/** Maximum number of tags in a message. */
const LISTED = 8;

/** An alignment that is not read yet. */
export type AlignmentTitle = Pick<LandXmlAlignment, 'name' | 'line'>;

/**
 * Reads alignments of a LandXML (1.0 to 1.2) with their profiles, in metres: plan of Line, Curve, Spiral
 * (clothoid) and IrregularLine, elevations of PVI, ParaCurve, UnsymParaCurve and CircCurve. Northing first, as
 * LandXML writes.
 *
 * @param unit stated by the user; null: as the file declares
 * @param choose those to read: the faults of the others do not matter
 * @throws SocavonError drawing-format (names alignment and line), drawing-truncated, drawing-empty, drawing-units
 */
export function readLandXml(
  bytes: Uint8Array,
  name: string,
  unit: LengthUnit | null = null,
  choose: (all: readonly AlignmentTitle[]) => readonly AlignmentTitle[] = (all) => all,
): ReadLandXml {
  const root = landXmlTree(bytes, name);
  if (root.tag !== 'LandXML')
    throw new SocavonError('drawing-format', message('landxml-other-root', { name, root: root.tag }));
  const items = childElements(root, 'Alignments').flatMap((group) => childElements(group, 'Alignment'));
  if (items.length === 0) throw noAlignment(root, name);
  const decided = unit ?? declaredUnit(root, name);
  const points = new Map(
    childElements(root, 'CgPoints')
      .flatMap((group) => childElements(group, 'CgPoint'))
      .map((point) => [point.attributes.name, point.text]),
  );
  const frame = {
    name,
    metres: METRES[decided],
    angularUnit: unitSystem(root)?.attributes.angularUnit,
    pointText: (one: string) => points.get(one),
  };
  const notes = [
    decided === 'm'
      ? message('drawing-in-metres')
      : message('drawing-converted', { unit: unitText(decided) }),
  ];
  const titles = new Map<AlignmentTitle, XmlElement>(
    items.map((item) => [{ name: item.attributes.name ?? '', line: item.line }, item]),
  );
  const alignments = choose([...titles.keys()]).map((title) =>
    alignmentOf(titles.get(title)!, { ...frame, alignment: title.name }, notes),
  );
  return { unit: decided, alignments, notes: notes.map((what) => message('drawing-note', { name, what })) };
}

/** Elements of every file, which say nothing of what it holds. */
const HEAD = ['Units', 'Project', 'Application', 'CoordinateSystem', 'Author', 'FeatureDictionary'];

function noAlignment(root: XmlElement, name: string): SocavonError {
  const tags = [...new Set(root.children.map(({ tag }) => tag))].filter((tag) => !HEAD.includes(tag));
  const holds = tags.slice(0, LISTED).join(', ') + (tags.length > LISTED ? ' ...' : '');
  return new SocavonError(
    'drawing-empty',
    tags.length === 0 ? message('landxml-no-alignment', { name }) : message('landxml-holds', { name, holds }),
  );
}

function unitSystem(root: XmlElement): XmlElement | undefined {
  return childElement(root, 'Units')?.children.find(({ tag }) => tag === 'Metric' || tag === 'Imperial');
}

/** The linear unit that a LandXML declares. @throws SocavonError drawing-units if it declares none that is known */
export function declaredUnit(root: XmlElement, name: string): LengthUnit {
  const word = unitSystem(root)?.attributes.linearUnit;
  const unit = word === undefined ? undefined : LINEAR_UNITS[word.toLowerCase()];
  if (unit !== undefined) return unit;
  throw new SocavonError(
    'drawing-units',
    word === undefined
      ? message('landxml-no-unit', { name })
      : message('landxml-unit-unknown', { name, unit: word }),
  );
}

function alignmentOf(item: XmlElement, frame: LandXmlFrame, notes: Message[]): LandXmlAlignment {
  const name = frame.alignment;
  const geometry = childElement(item, 'CoordGeom');
  if (!geometry) throw refusal(frame, item, message('landxml-no-coordgeom'));
  const plan = planElements(geometry, frame).filter(({ length }) => length > 0);
  if (plan.length === 0) throw refusal(frame, geometry, message('landxml-no-element'));
  const length = plan.reduce((sum, element) => sum + element.length, 0);
  if (item.attributes.length !== undefined) {
    const stated = attributeMetres(item, 'length', frame);
    if (Math.abs(stated - length) > LENGTH_TOLERANCE)
      notes.push(
        message('landxml-length-differs', {
          alignment: name,
          stated: stated.toFixed(3),
          metres: length.toFixed(3),
        }),
      );
  }
  const startStation = attributeMetres(item, 'staStart', frame);
  const profile = profileOf(item, frame, notes);
  const equations = stationEquations(item, { from: startStation, to: startStation + length, profile }, frame);
  return { name, startStation, length, plan, profile, equations, line: item.line };
}

function profileOf(alignment: XmlElement, frame: LandXmlFrame, notes: Message[]): VerticalProfile | null {
  const designs = childElements(alignment, 'Profile').flatMap((profile) =>
    childElements(profile, 'ProfAlign'),
  );
  const usable = designs.filter(({ children }) => children.filter(isVertical).length >= 2);
  if (usable.length === 0) return null;
  if (usable.length > 1)
    notes.push(
      message('landxml-profiles', {
        alignment: frame.alignment,
        count: usable.length,
        first: usable[0].attributes.name ?? '',
      }),
    );
  const points = usable[0].children.filter(isVertical).map((item) => verticalPoint(item, frame));
  points.forEach((point, i) => {
    if (i > 0 && point.station <= points[i - 1].station)
      throw refusal(
        frame,
        point,
        message('landxml-station-order', { station: point.station, before: points[i - 1].station }),
      );
  });
  const profile = verticalProfile(points);
  if (isProfile(profile)) return profile;
  throw refusal(frame, profile, message('landxml-curves-overlap'));
}

const VERTICAL = ['PVI', 'ParaCurve', 'UnsymParaCurve', 'CircCurve'];

function isVertical({ tag }: XmlElement): boolean {
  return VERTICAL.includes(tag);
}

function verticalPoint(item: XmlElement, frame: LandXmlFrame): VerticalPoint {
  const values = numbers(item, frame);
  if (values.length < 2)
    throw refusal(frame, item, message('landxml-no-station', { content: item.text.slice(0, 60) }));
  for (const value of values) requireOnEarth(frame.metres * value, item.text, item, frame);
  const length = (key: string): number => positiveMetres(item, key, frame);
  const point = {
    station: frame.metres * values[0],
    elevation: frame.metres * values[1],
    line: item.line,
  };
  if (item.tag === 'CircCurve')
    return { ...point, curve: { kind: 'circle', radius: Math.abs(attributeMetres(item, 'radius', frame)) } };
  const [before, after] =
    item.tag === 'ParaCurve'
      ? [length('length') / 2, length('length') / 2]
      : item.tag === 'UnsymParaCurve'
        ? [length('lengthIn'), length('lengthOut')]
        : [0, 0];
  return { ...point, curve: { kind: 'parabola', before, after } };
}
