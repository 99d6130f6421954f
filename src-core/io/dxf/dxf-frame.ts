import type { CadDrawing, CadLayer } from '../../model/drawing.ts';
import { coordinateText } from '../coordinate-text.ts';
import type { Group, NextHandle } from './dxf-group.ts';

// Objects that every drawing has, by handle (hexadecimal).
const BLOCK_RECORDS = '1';
const LAYERS = '2';
const STYLES = '3';
const LINE_TYPES = '4';
const VIEWS = '5';
const UCS = '6';
const VIEWPORTS = '7';
const APP_IDS = '8';
const DIM_STYLES = '9';
const ROOT_DICTIONARY = 'A';
const GROUP_DICTIONARY = 'B';
export const MODEL_SPACE = '10';
const PAPER_SPACE = '11';
/** Handles up to here are kept for what stands above. */
export const LAST_FIXED_HANDLE = 0x1f;
/** The next free handle: beyond all that a drawing can use, as the header stands before the entities. */
const HANDLE_SEED = 'FFFFFFF';

/** $INSUNITS: metres. */
const METRES = 6;
/** A dash and a gap, m; at the scales of a drive they are seen apart. */
const DASH = 0.3;
const GAP = 0.15;

/** HEADER, TABLES, BLOCKS and the beginning of ENTITIES. */
export function* openingSections(
  { layers, view }: CadDrawing,
  nextHandle: NextHandle,
): Generator<Group, void, undefined> {
  yield* section('HEADER', header());
  yield* section('TABLES', tables(layers, view, nextHandle));
  yield* section('BLOCKS', [
    ...block('*Model_Space', MODEL_SPACE, nextHandle),
    ...block('*Paper_Space', PAPER_SPACE, nextHandle),
  ]);
  yield [0, 'SECTION'];
  yield [2, 'ENTITIES'];
}

/** The end of ENTITIES, OBJECTS, EOF. */
export function* closingSections(): Generator<Group, void, undefined> {
  yield [0, 'ENDSEC'];
  yield* section('OBJECTS', [
    ...dictionary(ROOT_DICTIONARY, '0'),
    [3, 'ACAD_GROUP'],
    [350, GROUP_DICTIONARY],
    ...dictionary(GROUP_DICTIONARY, ROOT_DICTIONARY),
  ]);
  yield [0, 'EOF'];
}

function* section(name: string, content: Iterable<Group>): Generator<Group> {
  yield [0, 'SECTION'];
  yield [2, name];
  yield* content;
  yield [0, 'ENDSEC'];
}

function* header(): Generator<Group> {
  const variables: readonly [string, number, string | number][] = [
    ['$ACADVER', 1, 'AC1015'],
    ['$DWGCODEPAGE', 3, 'ANSI_1252'],
    ['$INSUNITS', 70, METRES],
    ['$MEASUREMENT', 70, 1],
    ['$LUNITS', 70, 2],
    ['$LUPREC', 70, 3],
    ['$HANDSEED', 5, HANDLE_SEED],
  ];
  for (const [name, code, value] of variables) {
    yield [9, name];
    yield [code, value];
  }
}

function* tables(
  layers: readonly CadLayer[],
  view: CadDrawing['view'],
  nextHandle: NextHandle,
): Generator<Group> {
  const entry = (type: string, subclass: string, owner: string, groups: readonly Group[]): Group[] => [
    [0, type],
    [type === 'DIMSTYLE' ? 105 : 5, nextHandle()],
    [330, owner],
    [100, 'AcDbSymbolTableRecord'],
    [100, subclass],
    ...groups,
  ];
  yield* table('VPORT', VIEWPORTS, [entry('VPORT', 'AcDbViewportTableRecord', VIEWPORTS, viewport(view))]);
  yield* table(
    'LTYPE',
    LINE_TYPES,
    [
      lineType('ByBlock', '', []),
      lineType('ByLayer', '', []),
      lineType('Continuous', 'Solid line', []),
      lineType('DASHED', '__ __ __', [DASH, -GAP]),
    ].map((groups) => entry('LTYPE', 'AcDbLinetypeTableRecord', LINE_TYPES, groups)),
  );
  yield* table(
    'LAYER',
    LAYERS,
    [{ name: '0', color: 7 }, ...layers].map((layer) =>
      entry('LAYER', 'AcDbLayerTableRecord', LAYERS, [
        [2, layer.name],
        [70, 0],
        [62, layer.color],
        [6, 'dashed' in layer && layer.dashed ? 'DASHED' : 'Continuous'],
      ]),
    ),
  );
  yield* table('STYLE', STYLES, [entry('STYLE', 'AcDbTextStyleTableRecord', STYLES, textStyle())]);
  yield* table('VIEW', VIEWS, []);
  yield* table('UCS', UCS, []);
  yield* table('APPID', APP_IDS, [
    entry('APPID', 'AcDbRegAppTableRecord', APP_IDS, [
      [2, 'ACAD'],
      [70, 0],
    ]),
  ]);
  yield* table('DIMSTYLE', DIM_STYLES, [
    entry('DIMSTYLE', 'AcDbDimStyleTableRecord', DIM_STYLES, [
      [2, 'STANDARD'],
      [70, 0],
    ]),
  ]);
  yield* table(
    'BLOCK_RECORD',
    BLOCK_RECORDS,
    [
      ['*Model_Space', MODEL_SPACE],
      ['*Paper_Space', PAPER_SPACE],
    ].map(([name, handle]) => [
      [0, 'BLOCK_RECORD'],
      [5, handle],
      [330, BLOCK_RECORDS],
      [100, 'AcDbSymbolTableRecord'],
      [100, 'AcDbBlockTableRecord'],
      [2, name],
      [340, '0'],
    ]),
  );
}

function* table(name: string, handle: string, entries: readonly (readonly Group[])[]): Generator<Group> {
  yield [0, 'TABLE'];
  yield [2, name];
  yield [5, handle];
  yield [330, '0'];
  yield [100, 'AcDbSymbolTable'];
  yield [70, entries.length];
  if (name === 'DIMSTYLE') yield [100, 'AcDbDimStyleTable'];
  for (const entry of entries) yield* entry;
  yield [0, 'ENDTAB'];
}

function viewport({ centre, height }: CadDrawing['view']): Group[] {
  return [
    [2, '*Active'],
    [70, 0],
    [10, 0],
    [20, 0],
    [11, 1],
    [21, 1],
    [12, coordinateText(centre[0])],
    [22, coordinateText(centre[1])],
    [16, 0],
    [26, 0],
    [36, 1],
    [17, 0],
    [27, 0],
    [37, 0],
    [40, coordinateText(height)],
    [41, 1.5],
  ];
}

function lineType(name: string, description: string, dashes: readonly number[]): Group[] {
  return [
    [2, name],
    [70, 0],
    [3, description],
    [72, 65],
    [73, dashes.length],
    [40, coordinateText(dashes.reduce((sum, dash) => sum + Math.abs(dash), 0))],
    ...dashes.flatMap((dash): Group[] => [
      [49, coordinateText(dash)],
      [74, 0],
    ]),
  ];
}

function textStyle(): Group[] {
  return [
    [2, 'Standard'],
    [70, 0],
    [40, 0],
    [41, 1],
    [50, 0],
    [71, 0],
    [42, 1],
    [3, 'txt'],
    [4, ''],
  ];
}

function* block(name: string, record: string, nextHandle: NextHandle): Generator<Group> {
  const layer: Group[] = [
    [100, 'AcDbEntity'],
    ...(name === '*Paper_Space' ? ([[67, 1]] as Group[]) : []),
    [8, '0'],
  ];
  yield* [[0, 'BLOCK'], [5, nextHandle()], [330, record], ...layer] as Group[];
  yield* [
    [100, 'AcDbBlockBegin'],
    [2, name],
    [70, 0],
    [10, 0],
    [20, 0],
    [30, 0],
    [3, name],
    [1, ''],
  ] as Group[];
  yield* [[0, 'ENDBLK'], [5, nextHandle()], [330, record], ...layer, [100, 'AcDbBlockEnd']] as Group[];
}

function dictionary(handle: string, owner: string): Group[] {
  return [
    [0, 'DICTIONARY'],
    [5, handle],
    [330, owner],
    [100, 'AcDbDictionary'],
    [281, 1],
  ];
}
