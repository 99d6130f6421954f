import type { Connection, Query } from './connection.ts';

/** Repository of settings: JSON values by key. Keys and their schemas are defined in src-core/settings. */
export class Settings {
  readonly #get: Query<{ value: string }>;
  readonly #set: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection) {
    this.#get = connection.prepare('SELECT value FROM settings WHERE key = :key');
    this.#set = connection.prepare(
      'INSERT INTO settings (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    this.#remove = connection.prepare('DELETE FROM settings WHERE key = :key');
  }

  /** @returns undefined if the key was never set */
  get(key: string): unknown {
    const row = this.#get.get({ key });
    return row === undefined ? undefined : JSON.parse(row.value);
  }

  set(key: string, value: unknown): void {
    this.#set.run({ key, value: JSON.stringify(value) });
  }

  remove(key: string): void {
    this.#remove.run({ key });
  }
}
