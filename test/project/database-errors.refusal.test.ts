import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { databaseError } from '../../src-main/project/database-errors.ts';

const CODES = [
  'SQLITE_FULL',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  'SQLITE_CORRUPT_VTAB',
  'SQLITE_NOTADB',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
  'SQLITE_IOERR_WRITE',
];

describe('an error of the database', () => {
  it.each(CODES)('%s is told in words, in both languages', (code) => {
    const error = databaseError('/mina/labor.socavon', new Database.SqliteError('database disk image', code));
    expect(error).toBeInstanceOf(SocavonError);
    for (const language of ['en', 'es'] as const) {
      const text = formatMessage((error as SocavonError).sentence!, language);
      expect(text).toContain('/mina/labor.socavon');
      expect(text).not.toMatch(/SQLITE|disk image/);
    }
  });

  it('that is a mistake of the program stays what it is', () => {
    const mistake = new Database.SqliteError('no such table', 'SQLITE_ERROR');
    expect(databaseError('/mina/labor.socavon', mistake)).toBe(mistake);
  });
});
