import type { Migration } from '../migrate.ts';

export const audit: Migration = {
  version: 9,
  name: 'the audit trail, chained by hash',
  sql: `
    -- entry: canonical JSON, with the hash of the entry before; hash: SHA-256 of its bytes. See docs/audit.md.
    CREATE TABLE audit (
      sequence INTEGER PRIMARY KEY,
      entry TEXT NOT NULL CHECK (json_valid(entry)),
      hash TEXT NOT NULL CHECK (length(hash) = 64)
    ) STRICT;

    CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;

    CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;

    -- Also INSERT OR REPLACE, which deletes without the trigger above.
    CREATE TRIGGER audit_follows BEFORE INSERT ON audit
    WHEN NEW.sequence IS NOT (SELECT ifnull(max(sequence), 0) + 1 FROM audit)
      OR json_extract(NEW.entry, '$.previous') IS NOT
        ifnull((SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1), printf('%064d', 0))
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
  `,
};
