import type { Migration } from '../../src-main/project/migrate.ts';

/** A schema in three versions, of its own. */
export const STEPS: readonly Migration[] = [
  { version: 1, name: 'one', sql: 'CREATE TABLE a (x INTEGER) STRICT;' },
  { version: 2, name: 'two', sql: 'ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = 10 * x;' },
  { version: 3, name: 'three', sql: 'CREATE TABLE b (z INTEGER) STRICT; INSERT INTO b SELECT y FROM a;' },
];
