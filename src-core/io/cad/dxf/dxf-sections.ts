import type { LengthUnit } from '../length-units.ts';
import { type DxfPair, type DxfRecord, dxfPairs, numberOf, pairNumber, textOf } from './dxf-pairs.ts';

/** Values of $INSUNITS that a mine drawing may have; 0 is "no unit". */
const INSUNITS: Readonly<Record<number, LengthUnit>> = {
  1: 'in',
  2: 'ft',
  4: 'mm',
  5: 'cm',
  6: 'm',
  7: 'km',
  21: 'us-ft',
};

/** An entity: its record, and those of its vertices where it is a POLYLINE. */
export interface DxfEntity {
  readonly head: DxfRecord;
  readonly vertices: readonly DxfRecord[];
}

/** The entities of a block, which an INSERT puts in place. */
export interface DxfBlock {
  readonly head: DxfRecord;
  readonly entities: DxfEntity[];
}

/** What precedes the entities of a DXF. */
export interface DxfOpening {
  insUnits: number;
  /** By `blockKey`. */
  readonly blocks: Map<string, DxfBlock>;
}

/** Key of a block: names of a DXF are the same in capital and small letters. */
export function blockKey(name: string): string {
  return name.toUpperCase();
}

/**
 * Streams the entities of the model of a DXF: a plan of a whole mine has millions.
 *
 * @param opening gets header and blocks before the first entity is yielded
 * @throws SocavonError drawing-format, drawing-truncated: names the line
 */
export function* dxfEntities(
  bytes: Uint8Array,
  opening: DxfOpening,
  name: string,
): Generator<DxfEntity, void, undefined> {
  let block: DxfBlock | null = null;
  for (const { section, entity } of grouped(sectionRecords(dxfPairs(bytes, name), opening, name))) {
    const { head } = entity;
    if (section === 'BLOCKS') {
      if (head.type === 'BLOCK') {
        block = { head, entities: [] };
        opening.blocks.set(blockKey(textOf(head, 2) ?? ''), block);
      } else if (head.type === 'ENDBLK') block = null;
      else block?.entities.push(entity);
    } else if (numberOf(head, 67, name, 0) !== 1) yield entity;
  }
}

interface InSection<What> {
  readonly section: string;
  readonly entity: What;
}

/** The records of BLOCKS and ENTITIES; the unit is taken from the header, which precedes them. */
function* sectionRecords(
  pairs: Iterable<DxfPair>,
  header: { insUnits: number },
  name: string,
): Generator<InSection<DxfRecord>, void, undefined> {
  let section = '';
  let begins = false;
  let variable = '';
  let record: { type: string; pairs: DxfPair[]; line: number } | null = null;
  for (const pair of pairs) {
    if (pair.code === 0) {
      if (record) yield { section, entity: record };
      record = null;
      const type = pair.value.trim();
      begins = type === 'SECTION';
      if (begins || type === 'ENDSEC') section = '';
      else if (section === 'BLOCKS' || section === 'ENTITIES') record = { type, pairs: [], line: pair.line };
    } else if (begins && pair.code === 2) {
      section = pair.value.trim();
      begins = false;
    } else if (record) record.pairs.push(pair);
    else if (section === 'HEADER') {
      if (pair.code === 9) variable = pair.value.trim();
      else if (variable === '$INSUNITS' && pair.code === 70) header.insUnits = pairNumber(pair, name);
    }
  }
  if (record) yield { section, entity: record };
}

/** Puts the vertices of a POLYLINE to it. */
function* grouped(records: Iterable<InSection<DxfRecord>>): Generator<InSection<DxfEntity>, void, undefined> {
  let polyline: { section: string; entity: { head: DxfRecord; vertices: DxfRecord[] } } | null = null;
  for (const { section, entity: record } of records) {
    if (polyline && record.type === 'VERTEX') {
      polyline.entity.vertices.push(record);
      continue;
    }
    if (polyline) yield polyline;
    polyline = null;
    if (record.type === 'SEQEND') continue;
    const entity = { head: record, vertices: [] };
    if (record.type === 'POLYLINE') polyline = { section, entity };
    else yield { section, entity };
  }
  if (polyline) yield polyline;
}

/** The unit that a header declares by $INSUNITS; null: none that a mine drawing may have. */
export function declaredUnit(insUnits: number): LengthUnit | null {
  return INSUNITS[insUnits] ?? null;
}
