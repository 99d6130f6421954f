import type { CadDrawing, CadLayer } from '../../../model/drawing.ts';
import type { Group, NextHandle } from './dxf-group.ts';
import { lineType, textStyle, viewport } from './dxf-table-records.ts';

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
/** Handles up to here are reserved for the objects above. */
export const LAST_FIXED_HANDLE = 0x1f;
/** The next free handle: beyond any that a drawing can use, because the header precedes the entities. */
const HANDLE_SEED = 'FFFFFFF';

/** $INSUNITS: metres. */
const METRES = 6;
/** Length of a dash and of a gap, m; distinguishable at the scales of a drive. */
const DASH = 0.3;
const GAP = 0.15;

/**
 * HEADER, CLASSES, TABLES, BLOCKS and the beginning of ENTITIES: everything that AutoCAD requires of a drawing of
 * version 2000, empty where there is no content. Other programs accept less.
 */
export function* openingSections(
  { layers, view }: CadDrawing,
  nextHandle: NextHandle,
): Generator<Group, void, undefined> {
  yield* section('HEADER', header());
  yield* section('CLASSES', []);
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
    ['$CLAYER', 8, '0'],
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
        // Line weight: the default; plot style: none. AutoCAD discards a drawing whose layers lack the
        // second.
        [370, -3],
        [390, '0'],
      ]),
    ),
  );
  const style = entry('STYLE', 'AcDbTextStyleTableRecord', STYLES, textStyle());
  const textStyleHandle = style[1][1];
  yield* table('STYLE', STYLES, [style]);
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
      [2, 'Standard'],
      [70, 0],
      [340, textStyleHandle],
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
