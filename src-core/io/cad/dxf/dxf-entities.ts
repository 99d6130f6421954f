import type { CadEntity } from '../../../model/drawing.ts';
import { coordinateText } from '../../bytes/coordinate-text.ts';
import { MODEL_SPACE } from './dxf-frame.ts';
import { dxfString, type Group, type NextHandle } from './dxf-group.ts';

const CLOSED = 1;
const POLYLINE_3D = 8;
const VERTEX_3D = 32;
/** Boundary type of a hatch: outermost, and given as a polyline. */
const POLYLINE_BOUNDARY = 1 | 2;

/** The groups of an entity. */
export function* entityPairs(entity: CadEntity, nextHandle: NextHandle): Generator<Group, void, undefined> {
  if (entity.kind === 'line-3d') yield* polyline3d(entity, nextHandle);
  else if (entity.kind === 'line-2d') yield* lightPolyline(entity, nextHandle);
  else if (entity.kind === 'face-3d') yield* face3d(entity, nextHandle);
  else if (entity.kind === 'fill') yield* hatch(entity, nextHandle);
  else yield* text(entity, nextHandle);
}

type Of<Kind extends CadEntity['kind']> = Extract<CadEntity, { kind: Kind }>;

function* head(type: string, layer: string, handle: string, owner: string): Generator<Group> {
  yield [0, type];
  yield [5, handle];
  yield [330, owner];
  yield [100, 'AcDbEntity'];
  yield [8, layer];
}

function* point(x: number, y: number, z: number | null, first = 10): Generator<Group> {
  yield [first, coordinateText(x)];
  yield [first + 10, coordinateText(y)];
  if (z !== null) yield [first + 20, coordinateText(z)];
}

function* polyline3d({ layer, points, closed }: Of<'line-3d'>, nextHandle: NextHandle): Generator<Group> {
  const polyline = nextHandle();
  yield* head('POLYLINE', layer, polyline, MODEL_SPACE);
  yield [100, 'AcDb3dPolyline'];
  yield [66, 1];
  yield* point(0, 0, 0);
  yield [70, POLYLINE_3D | (closed ? CLOSED : 0)];
  for (let i = 0; i < points.length; i += 3) {
    yield* head('VERTEX', layer, nextHandle(), polyline);
    yield [100, 'AcDbVertex'];
    yield [100, 'AcDb3dPolylineVertex'];
    yield* point(points[i], points[i + 1], points[i + 2]);
    yield [70, VERTEX_3D];
  }
  yield* head('SEQEND', layer, nextHandle(), polyline);
}

/** A 3DFACE has four corners: of a triangle the last is there twice. */
function* face3d({ layer, corners }: Of<'face-3d'>, nextHandle: NextHandle): Generator<Group> {
  yield* head('3DFACE', layer, nextHandle(), MODEL_SPACE);
  yield [100, 'AcDbFace'];
  for (let corner = 0; corner < 4; corner++) {
    const at = 3 * Math.min(corner, 2);
    yield* point(corners[at], corners[at + 1], corners[at + 2], 10 + corner);
  }
}

function* lightPolyline({ layer, points, closed }: Of<'line-2d'>, nextHandle: NextHandle): Generator<Group> {
  yield* head('LWPOLYLINE', layer, nextHandle(), MODEL_SPACE);
  yield [100, 'AcDbPolyline'];
  yield [90, points.length / 2];
  yield [70, closed ? CLOSED : 0];
  yield [43, 0];
  for (let i = 0; i < points.length; i += 2) yield* point(points[i], points[i + 1], null);
}

function* hatch({ layer, loops }: Of<'fill'>, nextHandle: NextHandle): Generator<Group> {
  yield* head('HATCH', layer, nextHandle(), MODEL_SPACE);
  yield [100, 'AcDbHatch'];
  yield* point(0, 0, 0);
  yield* point(0, 0, 1, 210);
  yield [2, 'SOLID'];
  yield [70, 1];
  yield [71, 0];
  yield [91, loops.length];
  for (const loop of loops) {
    yield [92, POLYLINE_BOUNDARY];
    yield [72, 0];
    yield [73, 1];
    yield [93, loop.length / 2];
    for (let i = 0; i < loop.length; i += 2) yield* point(loop[i], loop[i + 1], null);
    yield [97, 0];
  }
  yield [75, 0];
  yield [76, 1];
  yield [98, 0];
}

function* text(entity: Of<'text'>, nextHandle: NextHandle): Generator<Group> {
  const { layer, at, align, height, rotation } = entity;
  yield* head('TEXT', layer, nextHandle(), MODEL_SPACE);
  yield [100, 'AcDbText'];
  yield* point(...at);
  yield [40, coordinateText(height)];
  yield [1, dxfString(entity.text)];
  yield [50, coordinateText((rotation * 180) / Math.PI)];
  yield [72, { left: 0, middle: 1, right: 2 }[align]];
  yield* point(...at, 11);
  yield [100, 'AcDbText'];
  yield [73, 2];
}
