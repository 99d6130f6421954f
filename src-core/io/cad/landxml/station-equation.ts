import { message } from '../../../messages/message.ts';
import { childElements, type XmlElement } from '../../bytes/xml-tree.ts';
import { attributeMetres, type LandXmlFrame, refusal } from './coord-geom.ts';
import type { VerticalProfile } from './vertical-profile.ts';

/** A place where the chainage that a file states jumps: behind it counts on from another value, or downwards. */
export interface StationEquation {
  /** Continuous chainage of the place, as all elements of the file count, m. */
  readonly internal: number;
  /** Chainage that the file states there towards the end, m. */
  readonly ahead: number;
  readonly direction: 1 | -1;
}

/** Tolerance of equal chainages, m. */
const SAME = 0.01;

/**
 * Parses the chainage equations of an alignment (StaEquation), in order of their places.
 *
 * The figures of a LandXML, those of its profiles too, count continuously (staInternal); the equations say what they are called
 * on site.
 *
 * @throws SocavonError drawing-format: one that lies outside the alignment, whose staBack is not the chainage before it, or
 *   a profile that follows the equations instead of the continuous chainage
 */
export function stationEquations(
  alignment: XmlElement,
  { from, to, profile }: { from: number; to: number; profile: VerticalProfile | null },
  frame: LandXmlFrame,
): StationEquation[] {
  const items = childElements(alignment, 'StaEquation')
    .map((item) => ({ item, internal: attributeMetres(item, 'staInternal', frame) }))
    .sort((a, b) => a.internal - b.internal);
  const equations: StationEquation[] = [];
  for (const { item, internal } of items) {
    if (!(internal >= from - SAME && internal <= to + SAME))
      throw refusal(
        frame,
        item,
        message('landxml-equation-outside', {
          internal: internal.toFixed(3),
          from: from.toFixed(3),
          to: to.toFixed(3),
        }),
      );
    const before = statedStation(equations, internal);
    const back = item.attributes.staBack === undefined ? before : attributeMetres(item, 'staBack', frame);
    if (Math.abs(back - before) > SAME)
      throw refusal(
        frame,
        item,
        message('landxml-equation-back', { back: back.toFixed(3), before: before.toFixed(3) }),
      );
    equations.push({
      internal,
      ahead: attributeMetres(item, 'staAhead', frame),
      direction: item.attributes.staIncrement === 'decreasing' ? -1 : 1,
    });
  }
  const end = statedStation(equations, to);
  if (profile && Math.abs(end - to) > SAME && Math.abs(profile.to - end) <= SAME)
    throw refusal(
      frame,
      items[items.length - 1].item,
      message('landxml-equation-profile', { end: end.toFixed(3), to: to.toFixed(3) }),
    );
  return equations;
}

/** The chainage that a file states at a continuous one; at an equation, the one before it. */
export function statedStation(equations: readonly StationEquation[], internal: number): number {
  const last = equations.findLast((equation) => equation.internal < internal);
  return last ? last.ahead + last.direction * (internal - last.internal) : internal;
}
