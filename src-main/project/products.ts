import { message } from '../../src-core/messages/message.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import type { Audit } from './audit.ts';
import { hashOfBytes } from './audit-chain.ts';
import { partOf } from './audit-state.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { intact, isIntact, summedTable } from './row-sums.ts';

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

interface NewProduct {
  readonly sessionId: number | null;
  readonly kind: string;
  readonly inputHash: string;
  readonly options: unknown;
  readonly mediaType: string;
  readonly payload: Uint8Array;
}

interface Row extends Omit<Product, 'options'> {
  readonly options: string;
  readonly intact: number;
}

const COLUMNS = `id, session_id AS sessionId, kind, input_hash AS inputHash, options,
  software_version AS softwareVersion, created_at AS createdAt, media_type AS mediaType, payload,
  ${intact('products')}`;

/** Repository of products. Products are immutable: a stage with a different result adds another. */
export class Products {
  readonly #connection: Connection;
  readonly #audit: Audit;
  readonly #path: string;
  readonly #insert: Query<never>;
  readonly #find: Query<Row>;
  readonly #latest: Query<Row>;
  readonly #latestAt: Query<{ createdAt: string }>;
  readonly #get: Query<Row>;
  readonly #kinds: Query<{ kind: string; count: number; latestAt: string }>;

  constructor(connection: Connection, audit: Audit) {
    this.#connection = connection;
    this.#audit = audit;
    this.#path = connection.path;
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
    this.#latestAt = connection.prepare(
      `SELECT created_at AS createdAt FROM products
       WHERE kind = :kind AND session_id IS :sessionId AND ${isIntact(summedTable('products'))} ORDER BY id DESC LIMIT 1`,
    );
    this.#get = connection.prepare(`SELECT ${COLUMNS} FROM products WHERE id = :id`);
    this.#kinds = connection.prepare(
      'SELECT kind, count(*) AS count, max(created_at) AS latestAt FROM products GROUP BY kind ORDER BY kind',
    );
  }

  /** @returns the id of the product */
  add(product: NewProduct): number {
    return this.#connection.transaction(() => {
      const { id } = this.#insert.run({
        ...product,
        options: canonicalJson(product.options),
        softwareVersion: SOFTWARE_VERSION,
        createdAt: new Date().toISOString(),
      });
      const { sessionId: session, kind, inputHash, options, payload } = product;
      const subject = { [kind]: { product: id, inputHash, options, sha256: hashOfBytes(payload) } };
      const action = kind === 'join' ? 'join' : 'result';
      this.#audit.note({ action, session, subject, parts: [partOf(session, `product ${id}`)], always: true });
      return id;
    });
  }

  /** Adds a product, unless it is identical to the newest of its inputs and options. @returns whether it was added */
  keep(product: NewProduct): boolean {
    return this.#connection.transaction(() => {
      const known = this.find(product.kind, product.inputHash, product.options);
      if (known !== null && Buffer.compare(known.payload, product.payload) === 0) return false;
      this.add(product);
      return true;
    });
  }

  /** Product of the same inputs, options and program version; null: it must be computed, as one that is damaged. */
  find(kind: string, inputHash: string, options: unknown): Product | null {
    const row = this.#find.get({
      kind,
      inputHash,
      options: canonicalJson(options),
      softwareVersion: SOFTWARE_VERSION,
    });
    return row === undefined || row.intact !== 1 ? null : this.#productOf(row);
  }

  /** Date of the newest undamaged product of a kind, ISO 8601, UTC, or null. */
  latestAt(kind: string, sessionId: number | null): string | null {
    return this.#latestAt.get({ kind, sessionId })?.createdAt ?? null;
  }

  /** Newest product of a kind, whatever its inputs, or null. @throws SocavonError 'project-format' if it is damaged */
  latest(kind: string, sessionId: number | null): Product | null {
    const row = this.#latest.get({ kind, sessionId });
    return row === undefined ? null : this.#productOf(row);
  }

  /** Product by its id, or null. @throws SocavonError 'project-format' if it is damaged */
  get(id: number): Product | null {
    const row = this.#get.get({ id });
    return row === undefined ? null : this.#productOf(row);
  }

  /** Number of products of each kind, and the date of the newest. */
  kinds(): { kind: string; count: number; latestAt: string }[] {
    return this.#kinds.all();
  }

  #productOf({ intact, ...row }: Row): Product {
    return readBack(
      this.#path,
      message('stored-product', { id: row.id }),
      () => ({ ...row, options: JSON.parse(row.options) }),
      intact === 1,
    );
  }
}
