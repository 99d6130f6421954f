import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  AUDIT_ACTIONS,
  type AuditEntry,
  type AuditRow,
  chained,
  checkChain,
  entryOf,
  hashOfBytes,
  NO_ENTRY,
  stateOf,
  workHead,
} from '../../src-main/project/audit-chain.ts';
import { canonicalJson } from '../../src-main/project/canonical-json.ts';

const UUID = '68c4d09b-50d7-4ea7-b1a1-5c5ec9261115';

/** A chain of random entries; awkward names among them. */
function chainOf(seed: number, length: number): AuditRow[] {
  const { uniform: random } = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * random())];
  const rows: AuditRow[] = [];
  for (let i = 0; i < length; i++)
    rows.push(
      chained(rows.at(-1) ?? NO_ENTRY, {
        at: new Date(1_790_000_000_000 + Math.floor(1e9 * random())).toISOString(),
        person: pick(['', 'Ana Rojas Núñez', '"\\\n\u0000', '𝒜\ud800', 'x'.repeat(500)]),
        account: pick(['', 'root', 'топограф']),
        version: '0.1.0',
        action:
          i === 0
            ? 'begin'
            : pick(AUDIT_ACTIONS.filter((action) => action !== 'begin' && action !== 'notes')),
        session: pick([null, 1, 2]),
        subject: i === 0 ? { project: UUID } : { value: random(), list: [null, -0.5, { a: 'é' }] },
        state: { [`session ${pick([1, 2])}/control`]: pick([null, hashOfBytes(String(random()))]) },
      }),
    );
  return rows;
}

const entryWith = (row: AuditRow, changes: Partial<Record<keyof AuditEntry, unknown>>): string =>
  canonicalJson({ ...JSON.parse(row.entry), ...changes });

const OTHERS: Readonly<Record<keyof AuditEntry, unknown>> = {
  sequence: 99,
  at: '2020-01-01T00:00:00.000Z',
  person: 'Otro',
  account: 'otro',
  version: '9.9.9',
  action: 'notes',
  session: 77,
  subject: { value: 1 },
  state: { project: null },
  previous: 'a'.repeat(64),
};

describe('the chain of the audit trail', () => {
  it.each([1, 2, 3])('is whole as it was made, whatever is in it (seed %d)', (seed) => {
    const rows = chainOf(seed, 30);
    const { entries, head, broken } = checkChain(rows, UUID);
    expect(broken).toBeNull();
    expect(entries.map((entry) => canonicalJson(entry))).toEqual(rows.map(({ entry }) => entry));
    expect(head).toEqual({ sequence: 30, hash: hashOfBytes(rows[29].entry) });
  });

  it.each(Object.keys(OTHERS) as (keyof AuditEntry)[])(
    'tells the first entry whose %s was changed, with or without its own hash (seed 4)',
    (field) => {
      const rows = chainOf(4, 12);
      for (const [i, row] of rows.entries()) {
        const entry = entryWith(row, { [field]: OTHERS[field] });
        const plain = checkChain(rows.with(i, { ...row, entry }), UUID);
        expect(plain.broken).toEqual({ sequence: i + 1, fault: 'hash' });
        expect(plain.entries).toHaveLength(i);
        // With its own hash made again it is told at the next one; of the last only what left the machine tells.
        const rehashed = checkChain(rows.with(i, { ...row, entry, hash: hashOfBytes(entry) }), UUID);
        if (i < 11) expect(rehashed.broken).not.toBeNull();
        if (i < 11) expect(rehashed.broken!.sequence).toBeLessThanOrEqual(i + 2);
        else expect(rehashed.head.hash).not.toBe(rows[11].hash);
      }
    },
  );

  it('tells a changed hash, and one of another entry', () => {
    const rows = chainOf(5, 10);
    for (const [i, row] of rows.entries())
      for (const hash of ['0'.repeat(64), rows[(i + 1) % 10].hash])
        expect(checkChain(rows.with(i, { ...row, hash }), UUID).broken).toEqual({
          sequence: i + 1,
          fault: 'hash',
        });
  });

  it('tells entries that were taken away, exchanged, put in or put in twice', () => {
    const rows = chainOf(6, 10);
    for (let i = 0; i < 9; i++) {
      const gone = rows.toSpliced(i, 1);
      expect(checkChain(gone, UUID).broken).toEqual({ sequence: i + 1, fault: 'sequence' });
      const renumbered = gone.map((row, k) => ({ ...row, sequence: k + 1 }));
      expect(checkChain(renumbered, UUID).broken?.sequence).toBe(i + 1);
      const exchanged = rows.with(i, { ...rows[i + 1], sequence: i + 1 });
      expect(checkChain(exchanged, UUID).broken).toEqual({ sequence: i + 1, fault: 'sequence' });
      expect(checkChain(rows.toSpliced(i, 0, rows[i]), UUID).broken?.sequence).toBe(i + 2);
      const forged = { ...JSON.parse(rows[i + 1].entry), person: 'Otro' };
      const inserted = chained(rows[i], forged);
      const after = rows.slice(i + 1).map((row) => ({ ...row, sequence: row.sequence + 1 }));
      expect(checkChain([...rows.slice(0, i + 1), inserted, ...after], UUID).broken?.sequence).toBe(i + 3);
    }
  });

  it('begins with its project, and is no other one', () => {
    const rows = chainOf(7, 5);
    expect(checkChain([], UUID).broken).toEqual({ sequence: 1, fault: 'beginning' });
    expect(checkChain(rows, 'another').broken).toEqual({ sequence: 1, fault: 'beginning' });
    const fresh = chained(NO_ENTRY, { ...JSON.parse(rows[3].entry) });
    expect(checkChain([fresh], UUID).broken?.fault).toBe('beginning');
  });

  it.each(['', '{', '[]', 'null', '{"sequence":1}'])('refuses %j as an entry', (text) => {
    expect(entryOf(text)).toBeNull();
    const row = { sequence: 1, entry: text, hash: hashOfBytes(text) };
    expect(checkChain([row], UUID).broken).toEqual({ sequence: 1, fault: 'unreadable' });
  });

  it('refuses an entry that says the same in other bytes', () => {
    const [row] = chainOf(8, 1);
    for (const text of [` ${row.entry}`, JSON.stringify(JSON.parse(row.entry), null, 1)])
      expect(checkChain([{ ...row, entry: text, hash: hashOfBytes(text) }], UUID).broken?.fault).toBe(
        'unreadable',
      );
  });

  it('knows the state by the newest entry of each part, and forgets what was of a session that went', () => {
    const rows = [
      { 'session 1': 'a', 'session 1/scans': 'b', 'session 11/scans': 'c', project: 'd' },
      { 'session 1/scans': 'e' },
      { 'session 1': null },
    ].map((state) => ({ state }) as unknown as AuditEntry);
    expect([...stateOf(rows.slice(0, 2))]).toContainEqual(['session 1/scans', 'e']);
    expect([...stateOf(rows)]).toEqual([
      ['session 11/scans', 'c'],
      ['project', 'd'],
    ]);
  });

  it('names the newest entry of the work as the state of a report, whatever was printed since', () => {
    const rows = chainOf(9, 40);
    const isOutput = ({ entry }: AuditRow): boolean =>
      ['result', 'report', 'export'].includes(JSON.parse(entry).action);
    expect(workHead(rows)).toEqual(rows.findLast((row) => !isOutput(row)));
    expect(workHead([])).toBeNull();
  });
});
