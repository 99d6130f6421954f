import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDesign } from '../../src-core/io/cad/design-file.ts';
import { DESIGN_SHAPES } from '../../src-core/model/design.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/exchange-formats.md'), 'utf8');
const [, chapter] = text.split('## A design as JSON');
const [documented] = chapter.split('\n## ');

describe('docs/exchange-formats.md, a design as JSON', () => {
  const examples = [...documented.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json);

  it('shows a section and a programme that are read as they stand', () => {
    const [one, several] = examples.map((json) => parseDesign(json, 'documented'));
    expect(one.stretches).toHaveLength(1);
    expect(several.stretches.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['Ramp', 0, 120],
      ['Bypass', 120, null],
    ]);
    expect(several).toMatchObject({
      offsets: { pay: 0.15, clearance: 0.2 },
      tolerance: { over: 0.1, under: 0.05 },
    });
  });

  it('lists every shape with keys that are taken', () => {
    const rows = [...documented.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)];
    expect(rows.map(([, shape]) => shape)).toEqual([...DESIGN_SHAPES]);
    const figures: Readonly<Record<string, number>> = { width: 4, height: 4, bottomWidth: 4, topWidth: 3 };
    const small: Readonly<Record<string, number>> = { shoulderRadius: 1, wallHeight: 2.5, invertRadius: 0 };
    for (const [, shape, keys] of rows.filter(([, shape]) => shape !== 'polyline')) {
      const named = [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => [key, figures[key] ?? small[key] ?? 5]);
      const section = { shape, ...Object.fromEntries(named), axisHeight: 1 };
      expect(() => parseDesign(JSON.stringify(section), shape), shape).not.toThrow();
    }
  });
});
