import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';

/** Result of a stage, with all that is needed to trace it or to detect that it is outdated. */
export interface Product {
  readonly id: number;
  /** null: computed from several sessions or from none. */
  readonly sessionId: number | null;
  /** 'axis', 'profiles', 'volume', 'report' ... */
  readonly kind: string;
  /** `contentHash` of all its inputs. */
  readonly inputHash: string;
  readonly options: unknown;
  readonly softwareVersion: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly mediaType: string;
  readonly payload: Uint8Array;
}

export interface NewProduct {
  readonly sessionId: number | null;
  readonly kind: string;
  readonly inputHash: string;
  readonly options: unknown;
  readonly mediaType: string;
  readonly payload: Uint8Array;
}

interface Row extends Omit<Product, 'options'> {
  readonly options: string;
}

const COLUMNS = `id, session_id AS sessionId, kind, input_hash AS inputHash, options,
  software_version AS softwareVersion, created_at AS createdAt, media_type AS mediaType, payload`;

/** Repository of products. Products are immutable: a stage with a different result adds another. */
export class Products {
  readonly #insert: Query<never>;
  readonly #find: Query<Row>;
  readonly #latest: Query<Row>;
  readonly #get: Query<Row>;
  readonly #kinds: Query<{ kind: string; count: number; latestAt: string }>;

  constructor(connection: Connection) {
    this.#insert = connection.prepare(
      `INSERT INTO products (session_id, kind, input_hash, options, software_version, created_at, media_type, payload)
       VALUES (:sessionId, :kind, :inputHash, :options, :softwareVersion, :createdAt, :mediaType, :payload)`,
    );
    this.#find = connection.prepare(
      `SELECT ${COLUMNS} FROM products
       WHERE kind = :kind AND input_hash = :inputHash AND options = :options
         AND software_version = :softwareVersion
       ORDER BY id DESC LIMIT 1`,
    );
    this.#latest = connection.prepare(
      `SELECT ${COLUMNS} FROM products WHERE kind = :kind AND session_id IS :sessionId ORDER BY id DESC LIMIT 1`,
    );
    this.#get = connection.prepare(`SELECT ${COLUMNS} FROM products WHERE id = :id`);
    this.#kinds = connection.prepare(
      'SELECT kind, count(*) AS count, max(created_at) AS latestAt FROM products GROUP BY kind ORDER BY kind',
    );
  }

  /** @returns the id of the product */
  add(product: NewProduct): number {
    return this.#insert.run({
      ...product,
      options: canonicalJson(product.options),
      softwareVersion: SOFTWARE_VERSION,
      createdAt: new Date().toISOString(),
    }).id;
  }

  /** Product of the same inputs, options and program version; null: it must be computed. */
  find(kind: string, inputHash: string, options: unknown): Product | null {
    const row = this.#find.get({
      kind,
      inputHash,
      options: canonicalJson(options),
      softwareVersion: SOFTWARE_VERSION,
    });
    return row === undefined ? null : productOf(row);
  }

  /** Newest product of a kind, whatever its inputs, or null. */
  latest(kind: string, sessionId: number | null): Product | null {
    const row = this.#latest.get({ kind, sessionId });
    return row === undefined ? null : productOf(row);
  }

  /** Product by its id, or null. */
  get(id: number): Product | null {
    const row = this.#get.get({ id });
    return row === undefined ? null : productOf(row);
  }

  /** Number of products of each kind, and the date of the newest. */
  kinds(): { kind: string; count: number; latestAt: string }[] {
    return this.#kinds.all();
  }
}

function productOf(row: Row): Product {
  return { ...row, options: JSON.parse(row.options) };
}
