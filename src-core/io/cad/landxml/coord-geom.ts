import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { isOnEarth } from '../../../model/place-limit.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { childElement, type XmlElement } from '../../bytes/xml-tree.ts';
import { misclosure, type PlanElement } from './plan-element.ts';

/** Tolerance between coordinates and radii of a file, both of which are rounded, m. */
const LARGEST_MISCLOSURE = 0.01;

/** Unit, point references and name of a file. */
export interface LandXmlFrame {
  /** Name of the file, for messages. */
  readonly name: string;
  /** Metres per unit of the file. */
  readonly metres: number;
  /** Coordinates of a CgPoint by name: "northing easting elevation". */
  readonly pointText: (reference: string) => string | undefined;
}

/**
 * Parses the plan of an alignment: consecutive Line, Curve, Spiral (clothoid) and IrregularLine. LandXML writes
 * northing first.
 *
 * @throws SocavonError drawing-format: an element of another kind, or one whose numbers are inconsistent (names the
 *   line)
 */
export function planElements(coordGeom: XmlElement, frame: LandXmlFrame): PlanElement[] {
  const elements: PlanElement[] = [];
  for (const item of coordGeom.children) {
    if (item.tag === 'Line')
      elements.push(straight(pointIn(item, 'Start', frame), pointIn(item, 'End', frame), item));
    else if (item.tag === 'IrregularLine') elements.push(...irregular(item, frame));
    else if (item.tag === 'Curve') elements.push(arc(item, frame));
    else if (item.tag === 'Spiral') elements.push(clothoid(item, frame));
    else if (item.tag !== 'Feature')
      throw refusal(frame, item, message('landxml-element-unknown', { element: item.tag }));
  }
  elements.forEach((element, i) => {
    const off = misclosure(element);
    if (off > LARGEST_MISCLOSURE)
      throw refusal(frame, element, message('landxml-curve-end', { metres: off.toFixed(3) }));
    const before = elements[i - 1];
    if (!before) return;
    const gap = Math.hypot(element.start[0] - before.end[0], element.start[1] - before.end[1]);
    if (gap > LARGEST_MISCLOSURE)
      throw refusal(frame, element, message('landxml-gap', { metres: gap.toFixed(3) }));
  });
  return elements;
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
  const put = (point: Point): void => {
    const last = points[points.length - 1];
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) > 1e-9) points.push(point);
  };
  for (let i = 0; i + size <= values.length; i += size)
    put([frame.metres * values[i + 1], frame.metres * values[i]]);
  put(pointIn(item, 'End', frame));
  return points.slice(1).map((end, i) => straight(points[i], end, item));
}

function arc(item: XmlElement, frame: LandXmlFrame): PlanElement {
  const [start, centre, end] = ['Start', 'Center', 'End'].map((tag) => pointIn(item, tag, frame));
  const turn = turnOf(item, frame);
  const radius = Math.hypot(start[0] - centre[0], start[1] - centre[1]);
  const from = Math.atan2(start[1] - centre[1], start[0] - centre[0]);
  const to = Math.atan2(end[1] - centre[1], end[0] - centre[0]);
  let sweep = (turn * (to - from)) % (2 * Math.PI);
  if (sweep <= 0) sweep += 2 * Math.PI;
  return {
    length: radius * sweep,
    start,
    end,
    heading: from + (turn * Math.PI) / 2,
    startCurvature: turn / radius,
    endCurvature: turn / radius,
    line: item.line,
  };
}

function clothoid(item: XmlElement, frame: LandXmlFrame): PlanElement {
  const kind = item.attributes.spiType;
  if (kind !== undefined && kind !== 'clothoid')
    throw refusal(frame, item, message('landxml-spiral', { kind }));
  const [start, corner, end] = ['Start', 'PI', 'End'].map((tag) => pointIn(item, tag, frame));
  const turn = turnOf(item, frame);
  const curvature = (key: string): number => {
    const text = item.attributes[key];
    return text === undefined || /^\+?inf/i.test(text)
      ? 0
      : turn / (frame.metres * attributeNumber(item, key, frame));
  };
  const length = frame.metres * attributeNumber(item, 'length', frame);
  const [startCurvature, endCurvature] = [curvature('radiusStart'), curvature('radiusEnd')];
  const turns = (length * Math.max(Math.abs(startCurvature), Math.abs(endCurvature))) / (2 * Math.PI);
  if (!(turns <= READING_LIMITS.spiralTurns))
    throw refusal(frame, item, message('landxml-curve-turns', { turns: turns.toPrecision(3) }));
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
  if (values.length < 2 || !values.every((value) => isOnEarth(frame.metres * value)))
    throw refusal(frame, child, message('landxml-no-coordinates', { content: text.slice(0, 60) }));
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
      message('landxml-part-no-number', { content: part.slice(0, 60), element: item.tag }),
    );
  });
}

/** An attribute as a number. */
export function attributeNumber(item: XmlElement, key: string, frame: LandXmlFrame): number {
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
          content: text.slice(0, 60),
          element: item.tag,
        }),
  );
}

export function refusal(frame: LandXmlFrame, { line }: { line: number }, what: Message): SocavonError {
  return new SocavonError('drawing-format', message('drawing-line', { name: frame.name, line, what }));
}
