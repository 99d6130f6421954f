import type { Audit } from './audit.ts';
import type { AuditAction } from './audit-chain.ts';
import { isAuditedSetting, settingPart } from './audit-state.ts';
import type { Connection, Query } from './connection.ts';

/** What the audit trail calls a change of a setting, by the key without its session; else 'settings'. */
const ACTIONS: Readonly<Record<string, AuditAction>> = {
  calibration: 'calibration',
  'cloud-picks': 'control',
  reference: 'control',
  join: 'join',
  'map.notes': 'notes',
};

/** Repository of settings: JSON values by key. Keys and their schemas are defined in src-core/settings. */
export class Settings {
  readonly #audit: Audit;
  readonly #get: Query<{ value: string }>;
  readonly #set: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
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
    this.#change(key, value, () => this.#set.run({ key, value: JSON.stringify(value) }));
  }

  remove(key: string): void {
    this.#change(key, null, () => this.#remove.run({ key }));
  }

  #change(key: string, value: unknown, work: () => void): void {
    if (!isAuditedSetting(key)) {
      work();
      return;
    }
    const { name, id } = /^(?<name>.*?)(?:\.(?<id>\d+))?$/.exec(key)!.groups!;
    const session = id === undefined ? null : Number(id);
    const action = ACTIONS[name] ?? 'settings';
    this.#audit.change({ action, session, subject: { [name]: value }, parts: [settingPart(key)] }, work);
  }
}
