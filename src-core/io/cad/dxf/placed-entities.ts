import { message } from '../../../messages/message.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { numberOf, refusal, textOf } from './dxf-pairs.ts';
import { blockKey, type DxfBlock, type DxfEntity, type DxfOpening, dxfEntities } from './dxf-sections.ts';
import { objectFrame, type ToWorld } from './object-frame.ts';

/** Where an entity of a block comes to lie. */
export interface Place {
  /** From the coordinates of the block to those of the drawing. */
  readonly toWorld: ToWorld;
  /** The most by which lengths grow. */
  readonly stretch: number;
  readonly isMirrored: boolean;
}

/** An entity of the model at its place; the same entity of a block may come several times. */
export interface PlacedEntity {
  readonly entity: DxfEntity;
  /** An entity of a block on layer 0 is on that of its INSERT. */
  readonly layer: string;
  readonly place: Place;
}

/** An entity that is in no block. */
const IN_MODEL: Place = { toWorld: (x, y, z) => [x, y, z], stretch: 1, isMirrored: false };

/** Which entities are wanted, and what is learned of the others. */
interface PlacedOptions {
  /** Null: all. Faults of entities on other layers do not matter. */
  readonly layers: readonly string[] | null;
  /** Gets the layers of all entities but of those that are only in blocks. */
  readonly layersThere: Set<string>;
  /** Counts, by type, INSERTs of blocks that the file does not hold. */
  readonly skipped: Map<string, number>;
}

/** The layer that takes that of the INSERT, and the types of a block that are not drawn. */
const INHERITS = '0';
const NOT_DRAWN = ['ATTDEF'];

/**
 * Yields the entities of the model of a DXF, those of blocks at each place where an INSERT puts them: by its point, scale,
 * rotation and extrusion, in columns and rows, through blocks within blocks.
 *
 * @param opening gets the header
 * @throws SocavonError drawing-format: a block within itself, too deep or too often; names the line
 */
export function* placedEntities(
  bytes: Uint8Array,
  opening: DxfOpening,
  options: PlacedOptions,
  name: string,
): Generator<PlacedEntity, void, undefined> {
  const blocks = new BlockPlaces(opening.blocks, options, name);
  for (const entity of dxfEntities(bytes, opening, name)) {
    const layer = layerOf(entity);
    if (entity.head.type === 'INSERT') yield* blocks.placed(entity, layer, IN_MODEL);
    else {
      options.layersThere.add(layer);
      if (isWanted(layer, options)) yield { entity, layer, place: IN_MODEL };
    }
  }
}

class BlockPlaces {
  readonly #blocks: ReadonlyMap<string, DxfBlock>;
  readonly #options: PlacedOptions;
  readonly #name: string;
  /** Wanted points of a block by its name and the layer that its layer 0 becomes; null while they are counted. */
  readonly #sizes = new Map<string, number | null>();
  #total = 0;

  constructor(blocks: ReadonlyMap<string, DxfBlock>, options: PlacedOptions, name: string) {
    this.#blocks = blocks;
    this.#options = options;
    this.#name = name;
  }

  /** What an INSERT of the model puts in place. */
  *placed(insert: DxfEntity, layer: string, place: Place): Generator<PlacedEntity, void, undefined> {
    this.#total += this.#sizeOfInsert(insert, layer, 1);
    const most = READING_LIMITS.blockPoints;
    if (!(this.#total <= most))
      throw refusal(this.#name, message('dxf-blocks-many', { line: insert.head.line, most }));
    yield* this.#expanded(insert, layer, place);
  }

  *#expanded(insert: DxfEntity, layer: string, place: Place): Generator<PlacedEntity, void, undefined> {
    const block = this.#blockOf(insert);
    if (!block) {
      const { skipped } = this.#options;
      if (isWanted(layer, this.#options)) skipped.set('INSERT', (skipped.get('INSERT') ?? 0) + 1);
      return;
    }
    if (this.#sizeOfInsert(insert, layer, 1) === 0) return;
    const { columns, rows } = this.#counts(insert);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const inner = insertPlace(insert, block, [column, row], place, this.#name);
        for (const entity of block.entities) {
          const own = layerOf(entity);
          const effective = own === INHERITS ? layer : own;
          if (entity.head.type === 'INSERT') yield* this.#expanded(entity, effective, inner);
          else if (isWanted(effective, this.#options) && isDrawn(entity))
            yield { entity, layer: effective, place: inner };
        }
      }
  }

  /** Wanted points that an INSERT puts in place, about; 0: nothing of it is wanted. */
  #sizeOfInsert(insert: DxfEntity, layer: string, depth: number): number {
    const block = this.#blockOf(insert);
    if (!block) return 0;
    const title = textOf(insert.head, 2) ?? '';
    const key = `${blockKey(title)}\n${layer}`;
    let size = this.#sizes.get(key);
    if (size === null)
      throw refusal(this.#name, message('dxf-block-cycle', { line: insert.head.line, block: title }));
    if (size === undefined) {
      const most = READING_LIMITS.blockDepth;
      if (depth > most)
        throw refusal(this.#name, message('dxf-blocks-deep', { line: insert.head.line, most }));
      this.#sizes.set(key, null);
      size = 0;
      for (const entity of block.entities) {
        const own = layerOf(entity);
        const effective = own === INHERITS ? layer : own;
        if (entity.head.type === 'INSERT') size += this.#sizeOfInsert(entity, effective, depth + 1);
        else if (isWanted(effective, this.#options) && isDrawn(entity)) size += pointsOf(entity);
      }
      this.#sizes.set(key, size);
    }
    if (size === 0) return 0;
    const { columns, rows } = this.#counts(insert);
    return columns * rows * (1 + size);
  }

  #blockOf(insert: DxfEntity): DxfBlock | undefined {
    return this.#blocks.get(blockKey(textOf(insert.head, 2) ?? ''));
  }

  #counts({ head }: DxfEntity): { columns: number; rows: number } {
    const count = (code: number): number => Math.max(1, Math.floor(numberOf(head, code, this.#name, 1)));
    return { columns: count(70), rows: count(71) };
  }
}

function layerOf({ head }: DxfEntity): string {
  return textOf(head, 8) ?? INHERITS;
}

function isWanted(layer: string, { layers }: PlacedOptions): boolean {
  return layers === null || layers.includes(layer);
}

function isDrawn({ head }: DxfEntity): boolean {
  return !NOT_DRAWN.includes(head.type);
}

/** Points of an entity, about: what it costs to put it in place. */
function pointsOf({ head, vertices }: DxfEntity): number {
  return Math.max(1, vertices.length, head.pairs.filter(({ code }) => code === 10).length);
}

/** The place of one column and row of an INSERT; its point, rotation and scales are in the frame of its extrusion. */
function insertPlace(
  { head }: DxfEntity,
  block: DxfBlock,
  [column, row]: readonly [number, number],
  outer: Place,
  name: string,
): Place {
  const base = [10, 20, 30].map((code) => numberOf(block.head, code, name, 0));
  const at = [10, 20, 30].map((code, k) => numberOf(head, code, name, k === 2 ? 0 : undefined));
  const scale = [41, 42, 43].map((code) => numberOf(head, code, name, 1));
  if (scale.includes(0)) throw refusal(name, message('dxf-insert-scale', { line: head.line }));
  const angle = (numberOf(head, 50, name, 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [across, upwards] = [column * numberOf(head, 44, name, 0), row * numberOf(head, 45, name, 0)];
  const frame = objectFrame([
    numberOf(head, 210, name, 0),
    numberOf(head, 220, name, 0),
    numberOf(head, 230, name, 1),
  ]);
  return {
    toWorld: (x, y, z) => {
      const u = scale[0] * (x - base[0]) + across;
      const v = scale[1] * (y - base[1]) + upwards;
      const placed = frame(
        at[0] + cos * u - sin * v,
        at[1] + sin * u + cos * v,
        at[2] + scale[2] * (z - base[2]),
      );
      return outer.toWorld(...placed);
    },
    stretch: outer.stretch * Math.max(...scale.map(Math.abs)),
    isMirrored: outer.isMirrored !== scale[0] * scale[1] * scale[2] < 0,
  };
}
