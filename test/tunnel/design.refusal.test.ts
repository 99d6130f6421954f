import { describe, expect, it } from 'vitest';
import { parseDesign } from '../../src-core/io/cad/design-file.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

const SECTION = '{"shape":"rectangle","width":4,"height":3}';

function refusalOf(text: string): string {
  try {
    parseDesign(text, 'design.json');
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    expect((error as SocavonError).code).toBe('design-unusable');
    return (error as SocavonError).message;
  }
  throw new Error('nothing was refused');
}

describe('sections that cannot be', () => {
  it.each([
    [
      'a trapezoid without a roof',
      '{"shape":"trapezoid","bottomWidth":4,"topWidth":0,"height":3}',
      '"topWidth" is 0',
    ],
    [
      'an arch too small for its width',
      '{"shape":"baul-radius","width":4,"wallHeight":2,"archRadius":1.9}',
      '"archRadius" is 1.9',
    ],
    [
      'walls below the floor',
      '{"shape":"baul-radius","width":4,"wallHeight":-1,"archRadius":2}',
      '"wallHeight" is -1',
    ],
    [
      'a horseshoe lower than its half circle',
      '{"shape":"horseshoe","width":5,"height":2,"wallRadius":5}',
      '"height" is 2',
    ],
    [
      'walls that end above the floor',
      '{"shape":"horseshoe","width":5,"height":9,"wallRadius":3}',
      'do not meet the floor',
    ],
    [
      'an invert narrower than the walls',
      '{"shape":"horseshoe","width":5,"height":5,"wallRadius":5,"invertRadius":1}',
      'do not meet the floor',
    ],
    [
      'small arcs as high as the arch',
      '{"shape":"three-centre","width":5,"height":4,"wallHeight":2.5,"shoulderRadius":1.5}',
      '"shoulderRadius" is 1.5',
    ],
    ['an axis aside in millimetres', '{"shape":"circle","diameter":4,"axisLeft":500}', '"axisLeft" is 500'],
    [
      'a side that is touched by a point',
      '{"shape":"polyline","points":[[0,0],[4,0],[4,3],[2,0],[0,3]]}',
      'crosses',
    ],
    [
      'a spike',
      '{"shape":"polyline","points":[[0,0],[4,0],[4,3],[4,5],[4,3.5],[0,3.5]]}',
      'turns back on itself at point 4',
    ],
    ['no area', '{"shape":"polyline","points":[[0,0],[4,0.01],[4,0.6],[3.99,0.02]]}', 'enclose'],
    [
      'a floor that is no side',
      '{"shape":"polyline","points":[[0,0],[4,0],[4,3],[0,3]],"floorSides":[4]}',
      'names side 4',
    ],
    [
      'springlines above the crown',
      '{"shape":"polyline","points":[[0,0],[4,0],[4,3],[0,3]],"springHeight":3.5}',
      '"springHeight" is 3.5',
    ],
    [
      'a drive 4500 m wide',
      '{"shape":"polyline","points":[[0,0],[4500,0],[4500,3000],[0,3000]]}',
      'is it in millimetres?',
    ],
  ])('%s', (_, text, part) => {
    expect(refusalOf(text)).toContain(part);
  });
});

describe('programmes that cannot be', () => {
  const stretches = (...parts: string[]): string =>
    `{"stretches":[${parts.map((part) => `{${part}${part && ','}"section":${SECTION}}`).join(',')}]}`;
  it.each([
    ['no stretch', '{"stretches":[]}', '"stretches"'],
    [
      'a reversed one',
      stretches('"name":"Ramp","from":20,"to":10'),
      'design.json ("Ramp"): it runs from chainage 20 to 10',
    ],
    [
      'an overlap',
      stretches('"from":0,"to":12', '"from":10'),
      'stretch 1 ends at chainage 12, after stretch 2 begins at 10',
    ],
    ['the wrong order', stretches('"from":10,"to":20', '"from":0,"to":10'), 'in order and without overlap'],
    ['an open one before another', stretches('"from":0', '"from":10'), 'one of them is open where they meet'],
    [
      'a section that is none',
      '{"stretches":[{"section":{"shape":"oval"}}]}',
      'stretch 1: its "shape" is "oval"',
    ],
    ['a section without a figure', '{"stretches":[{"section":{"shape":"circle"}}]}', 'stretch 1: "diameter"'],
    [
      'a section without a key of its own',
      '{"stretches":[{"section":{"shape":"circle","diameter":4,"width":3}}]}',
      '"width" is not known',
    ],
    [
      'a misspelt key',
      `{"stretches":[{"section":${SECTION}}],"ofsets":{}}`,
      '"ofsets" is not known for a programme',
    ],
    [
      'a pay line in centimetres',
      `{"stretches":[{"section":${SECTION}}],"offsets":{"pay":15}}`,
      '"pay" is 15; give metres',
    ],
    [
      'a negative tolerance',
      `{"stretches":[{"section":${SECTION}}],"tolerance":{"under":-0.1}}`,
      '"under" is -0.1',
    ],
    [
      'shotcrete in millimetres',
      `{"stretches":[{"section":${SECTION}}],"offsets":{"shotcrete":{"thickness":50,"side":"inward"}}}`,
      '"thickness" is 50',
    ],
    [
      'shotcrete on no side',
      `{"stretches":[{"section":${SECTION}}],"offsets":{"shotcrete":{"thickness":0.05}}}`,
      '"offsets.shotcrete.side"',
    ],
  ])('%s', (_, text, part) => {
    expect(refusalOf(text)).toContain(part);
  });
});
