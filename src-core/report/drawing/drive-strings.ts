import type { StringSegment } from '../../io/cad/str-writer.ts';
import { type DrawnDrive, inMap, plainChainage } from './drawn-drive.ts';
import { wallLine } from './plan-drawing.ts';

/** String numbers by content. */
const STRING_NUMBERS = {
  axis: 1,
  leftWall: 2,
  rightWall: 3,
  outline: 10,
  design: 20,
  payLine: 30,
} as const;

/**
 * Writes the drive as Surpac strings in mine coordinates: axis, walls, and a closed segment for every section, its
 * design and pay line. D1 is the chainage; D2 of an outline is M if measured and F if interpolated.
 */
export function* driveStrings({ axis, sections }: DrawnDrive): Generator<StringSegment, void, undefined> {
  const chainages = (at: (i: number) => number) => (i: number) => [plainChainage(at(i), 3)];
  yield {
    number: STRING_NUMBERS.axis,
    points: axis.xyz,
    closed: false,
    descriptions: chainages((i) => axis.chainage[i]),
  };
  if (sections.length > 1)
    for (const [number, side] of [
      [STRING_NUMBERS.leftWall, 1],
      [STRING_NUMBERS.rightWall, -1],
    ] as const)
      yield {
        number,
        points: wallLine(sections, side),
        closed: false,
        descriptions: chainages((i) => sections[i].profile.chainage),
      };
  for (const { profile, design, payLine } of sections) {
    const chainage = plainChainage(profile.chainage, 3);
    yield {
      number: STRING_NUMBERS.outline,
      points: inMap(profile, profile.outline),
      closed: true,
      descriptions: (i) => [chainage, profile.measured[i] ? 'M' : 'F'],
    };
    for (const [number, outline] of [
      [STRING_NUMBERS.design, design],
      [STRING_NUMBERS.payLine, payLine],
    ] as const)
      if (outline)
        yield { number, points: inMap(profile, outline), closed: true, descriptions: () => [chainage] };
  }
}
