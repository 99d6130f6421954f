import type { Migration } from '../migrate.ts';

export const clouds: Migration = {
  version: 7,
  name: 'clouds that other programs made, measured without scans',
  sql: `
    -- A session that is a cloud has a row here and no scans. facts: CloudFacts as JSON.
    CREATE TABLE clouds (
      session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      facts TEXT NOT NULL CHECK (json_valid(facts))
    ) STRICT;

    -- Its points, as codecs/cloud-codec.ts writes them, in the order of the file or by where they were seen from.
    CREATE TABLE cloud_chunks (
      id INTEGER PRIMARY KEY,
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      points BLOB NOT NULL,
      UNIQUE (session_id, ordinal)
    ) STRICT;
  `,
};
