import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { isOnEarth } from '../../../model/place-limit.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { childElement, type XmlElement } from '../../bytes/xml-tree.ts';
import { misclosure, type PlanElement } from './plan-element.ts';

/** Tolerance between the coordinates of a file and what it states beside them, all of which are rounded, m. */
const TOLERANCE = 0.01;

/** Maximum length of an invalid text in a message, characters: the file may be anything. */
const SHOWN = 60;

/** Units, point references and name of a file, and the alignment that is read. */
export interface LandXmlFrame {
  /** Name of the file, for messages. */
  readonly name: string;
  /** Name of the alignment, for messages. */
  readonly alignment: string;
  /** Metres per unit of the file. */
  readonly metres: number;
  /** Unit of angles as the file names it; undefined: it names none. */
  readonly angularUnit: string | undefined;
  /** Coordinates of a CgPoint by name: "northing easting elevation". */
  readonly pointText: (reference: string) => string | undefined;
}

/**
 * Parses the plan of an alignment: consecutive Line, Curve, Spiral (clothoid) and IrregularLine. LandXML writes
 * northing first. What an element states of itself beside its coordinates (length, radius, chord, delta) is compared with what
 * they make; an element of no length that is stated so has length 0.
 *
 * @throws SocavonError drawing-format: an element of another kind, or one whose numbers are inconsistent (names
 *   alignment, element and line)
 */
export function planElements(coordGeom: XmlElement, frame: LandXmlFrame): PlanElement[] {
  const elements: PlanElement[] = [];
  const items = coordGeom.children.filter(({ tag }) => tag !== 'Feature');
  for (const [index, item] of items.entries()) {
    const title = item.attributes.name ? `${item.tag} "${item.attributes.name}"` : `${item.tag} ${index + 1}`;
    for (const element of elementsOf(item, title, frame)) {
      const off = misclosure(element);
      if (off > TOLERANCE)
        throw refusal(frame, item, message('landxml-curve-end', { element: title, metres: off.toFixed(3) }));
      const before = elements[elements.length - 1];
      const gap = before ? Math.hypot(element.start[0] - before.end[0], element.start[1] - before.end[1]) : 0;
      if (gap > TOLERANCE)
        throw refusal(frame, item, message('landxml-gap', { element: title, metres: gap.toFixed(3) }));
      elements.push(element);
    }
  }
  return elements;
}

function elementsOf(item: XmlElement, title: string, frame: LandXmlFrame): PlanElement[] {
  switch (item.tag) {
    case 'Line':
    case 'IrregularLine': {
      const lines =
        item.tag === 'Line'
          ? [straight(pointIn(item, 'Start', frame), pointIn(item, 'End', frame), item)]
          : irregular(item, frame);
      compareLengths(item, title, { length: lines.reduce((sum, { length }) => sum + length, 0) }, frame);
      return lines;
    }
    case 'Curve':
      return [arc(item, title, frame)];
    case 'Spiral':
      return [clothoid(item, title, frame)];
    default:
      throw refusal(frame, item, message('landxml-element-unknown', { element: item.tag }));
  }
}

/** Refuses an element that states another length, radius or chord than its coordinates make. */
function compareLengths(
  item: XmlElement,
  title: string,
  elements: Readonly<Record<string, number>>,
  frame: LandXmlFrame,
): void {
  for (const [key, metres] of Object.entries(elements)) {
    if (item.attributes[key] === undefined) continue;
    const stated = attributeMetres(item, key, frame);
    if (Math.abs(stated - metres) > TOLERANCE + frame.metres * roundingOf(item.attributes[key]))
      throw refusal(
        frame,
        item,
        message('landxml-element-differs', {
          element: title,
          attribute: key,
          stated: stated.toFixed(3),
          metres: metres.toFixed(3),
        }),
      );
  }
}

/** Half of the last decimal of a number as it is written; 0 where it has none. */
function roundingOf(text: string): number {
  const decimals = /^[^eE]*\.(\d+)\s*$/.exec(text)?.[1].length;
  return decimals === undefined ? 0 : 0.5 * 10 ** -decimals;
}

type Point = [easting: number, northing: number];

function straight(start: Point, end: Point, { line }: { line: number }): PlanElement {
  return {
    length: Math.hypot(end[0] - start[0], end[1] - start[1]),
    start,
    end,
    heading: Math.atan2(end[1] - start[1], end[0] - start[0]),
    startCurvature: 0,
    endCurvature: 0,
    line,
  };
}

function irregular(item: XmlElement, frame: LandXmlFrame): PlanElement[] {
  const list = childElement(item, 'PntList2D') ?? childElement(item, 'PntList3D');
  const size = list?.tag === 'PntList3D' ? 3 : 2;
  const values = list ? numbers(list, frame) : [];
  const points: Point[] = [pointIn(item, 'Start', frame)];
  for (const value of values) requireOnEarth(frame.metres * value, value.toString(), item, frame);
  const put = (point: Point): void => {
    const last = points[points.length - 1];
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) > 1e-9) points.push(point);
  };
  for (let i = 0; i + size <= values.length; i += size)
    put([frame.metres * values[i + 1], frame.metres * values[i]]);
  put(pointIn(item, 'End', frame));
  return points.slice(1).map((end, i) => straight(points[i], end, item));
}

function arc(item: XmlElement, title: string, frame: LandXmlFrame): PlanElement {
  const [start, centre, end] = ['Start', 'Center', 'End'].map((tag) => pointIn(item, tag, frame));
  const turn = turnOf(item, frame);
  const radius = Math.hypot(start[0] - centre[0], start[1] - centre[1]);
  const from = Math.atan2(start[1] - centre[1], start[0] - centre[0]);
  const to = Math.atan2(end[1] - centre[1], end[0] - centre[0]);
  let sweep = (turn * (to - from)) % (2 * Math.PI);
  if (sweep < 0) sweep += 2 * Math.PI;
  const chord = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (chord <= TOLERANCE) {
    // Within the rounding of the points it is nothing or a full turn, which only its other figures can tell.
    const beyond = sweep > Math.PI;
    if (isWholeTurn(item, title, { radius, chord, sweep }, frame)) sweep += beyond ? 0 : 2 * Math.PI;
    else if (beyond) sweep = 0;
  }
  const length = radius * sweep;
  compareLengths(item, title, { length, radius, chord }, frame);
  const delta = item.attributes.delta;
  const slack = TOLERANCE / Math.max(radius, TOLERANCE);
  if (delta !== undefined && !anglesOf(item, 'delta', frame).some((angle) => angle.is(sweep, slack)))
    throw refusal(
      frame,
      item,
      message('landxml-delta-differs', {
        element: title,
        stated: delta.slice(0, SHOWN),
        degrees: ((sweep * 180) / Math.PI).toFixed(4),
      }),
    );
  const curvature = length > 0 ? turn / radius : 0;
  return {
    length,
    start,
    end,
    heading: from + (turn * Math.PI) / 2,
    startCurvature: curvature,
    endCurvature: curvature,
    line: item.line,
  };
}

/** Whether a curve that ends where it begins is a full turn, by its length, else by its delta. */
function isWholeTurn(
  item: XmlElement,
  title: string,
  { radius, chord, sweep }: { radius: number; chord: number; sweep: number },
  frame: LandXmlFrame,
): boolean {
  if (item.attributes.length !== undefined) {
    const stated = attributeMetres(item, 'length', frame);
    return Math.abs(stated - 2 * Math.PI * radius) < Math.abs(stated - chord);
  }
  if (item.attributes.delta !== undefined) {
    const angles = anglesOf(item, 'delta', frame);
    const slack = TOLERANCE / Math.max(radius, TOLERANCE);
    const [whole, nothing] = [2 * Math.PI, 0].map((turned) =>
      angles.some((angle) => angle.is(turned, slack)),
    );
    if (whole !== nothing) return whole;
  }
  if (chord > 0 && sweep < Math.PI) return false;
  throw refusal(frame, item, message('landxml-curve-returns', { element: title }));
}

/** Radians in each unit of angles, by its name in LandXML. */
const ANGLES: Readonly<Record<string, (value: number) => number>> = {
  radians: (value) => value,
  grads: (value) => (value * Math.PI) / 200,
  'decimal degrees': (value) => (value * Math.PI) / 180,
  // Degrees, minutes and seconds as digits: 12.3045 is 12 degrees 30 minutes 45 seconds.
  'decimal dd.mm.ss': (value) => {
    const seconds = Math.round(Math.abs(value) * 1e8) / 1e4;
    const [degrees, minutes] = [Math.floor(seconds / 1e4), Math.floor((seconds % 1e4) / 100)];
    return ((degrees + minutes / 60 + (seconds % 100) / 3600) * Math.PI) / 180;
  },
};

/** A stated angle in the unit that the file names, or in each of the units where it names none. */
function anglesOf(
  item: XmlElement,
  key: string,
  frame: LandXmlFrame,
): { is: (radians: number, slack: number) => boolean }[] {
  const value = Math.abs(attributeNumber(item, key, frame));
  const rounding = roundingOf(item.attributes[key]);
  const named = ANGLES[frame.angularUnit?.toLowerCase() ?? ''];
  return (named ? [named] : Object.values(ANGLES)).map((radiansOf) => ({
    is: (radians, slack) =>
      Math.abs(radiansOf(value) - radians) <=
      slack + Math.abs(radiansOf(value + rounding) - radiansOf(value)),
  }));
}

function clothoid(item: XmlElement, title: string, frame: LandXmlFrame): PlanElement {
  const kind = item.attributes.spiType;
  if (kind !== undefined && kind !== 'clothoid')
    throw refusal(frame, item, message('landxml-spiral', { kind: kind.slice(0, SHOWN) }));
  const [start, corner, end] = ['Start', 'PI', 'End'].map((tag) => pointIn(item, tag, frame));
  const turn = turnOf(item, frame);
  const length = positiveMetres(item, 'length', frame);
  const curvature = (key: string): number => {
    const text = item.attributes[key];
    return length === 0 || text === undefined || /^\+?inf/i.test(text)
      ? 0
      : turn / attributeMetres(item, key, frame);
  };
  const [startCurvature, endCurvature] = [curvature('radiusStart'), curvature('radiusEnd')];
  const turns = (length * Math.max(Math.abs(startCurvature), Math.abs(endCurvature))) / (2 * Math.PI);
  if (!(turns <= READING_LIMITS.spiralTurns))
    throw refusal(frame, item, message('landxml-curve-turns', { turns: turns.toPrecision(3) }));
  compareLengths(item, title, { chord: Math.hypot(end[0] - start[0], end[1] - start[1]) }, frame);
  return {
    length,
    start,
    end,
    heading: Math.atan2(corner[1] - start[1], corner[0] - start[0]),
    startCurvature,
    endCurvature,
    line: item.line,
  };
}

/** 1: left, counter-clockwise; -1: right. */
function turnOf(item: XmlElement, frame: LandXmlFrame): 1 | -1 {
  const { rot } = item.attributes;
  if (rot === 'ccw') return 1;
  if (rot === 'cw') return -1;
  throw refusal(
    frame,
    item,
    rot === undefined ? message('landxml-rot-missing') : message('landxml-rot', { rot }),
  );
}

function pointIn(item: XmlElement, tag: string, frame: LandXmlFrame): Point {
  const child = childElement(item, tag);
  if (!child) throw refusal(frame, item, message('landxml-child-missing', { element: item.tag, child: tag }));
  const reference = child.attributes.pntRef;
  const text = reference === undefined ? child.text : frame.pointText(reference);
  if (text === undefined)
    throw refusal(frame, child, message('landxml-no-cgpoint', { reference: reference ?? '' }));
  const values = numbers({ ...child, text }, frame);
  if (values.length < 2)
    throw refusal(frame, child, message('landxml-no-coordinates', { content: text.slice(0, SHOWN) }));
  for (const value of values) requireOnEarth(frame.metres * value, text, child, frame);
  return [frame.metres * values[1], frame.metres * values[0]];
}

/** The blank-separated numbers of a text. */
export function numbers(item: XmlElement, frame: LandXmlFrame): number[] {
  if (item.text === '') return [];
  return item.text.split(/\s+/).map((part) => {
    const value = Number(part);
    if (Number.isFinite(value)) return value;
    throw refusal(
      frame,
      item,
      message('landxml-part-no-number', { content: part.slice(0, SHOWN), element: item.tag }),
    );
  });
}

/** An attribute as a number. */
function attributeNumber(item: XmlElement, key: string, frame: LandXmlFrame): number {
  const text = item.attributes[key];
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw refusal(
    frame,
    item,
    text === undefined
      ? message('landxml-attribute-missing', { element: item.tag, attribute: key })
      : message('landxml-attribute-no-number', {
          attribute: key,
          content: text.slice(0, SHOWN),
          element: item.tag,
        }),
  );
}

/** An attribute that is a length or a place, m. */
export function attributeMetres(item: XmlElement, key: string, frame: LandXmlFrame): number {
  const metres = frame.metres * attributeNumber(item, key, frame);
  requireOnEarth(metres, item.attributes[key], item, frame);
  return metres;
}

/** An attribute that is a length of 0 or more, m. */
export function positiveMetres(item: XmlElement, key: string, frame: LandXmlFrame): number {
  const metres = attributeMetres(item, key, frame);
  if (metres >= 0) return metres;
  const content = item.attributes[key].slice(0, SHOWN);
  throw refusal(frame, item, message('landxml-negative', { attribute: key, content, element: item.tag }));
}

/** Refuses a length or a coordinate that no place on Earth has. */
export function requireOnEarth(metres: number, content: string, item: XmlElement, frame: LandXmlFrame): void {
  if (isOnEarth(metres)) return;
  throw refusal(
    frame,
    item,
    message('landxml-far', { content: content.trim().slice(0, SHOWN), element: item.tag }),
  );
}

export function refusal(
  { name, alignment }: Pick<LandXmlFrame, 'name' | 'alignment'>,
  { line }: { line: number },
  what: Message,
): SocavonError {
  return new SocavonError('drawing-format', message('landxml-refused', { name, alignment, line, what }));
}
