import { describe, expect, it } from 'vitest';
import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import { valueAt } from '../../src-core/question/field.ts';
import { LAB_FIELDS } from '../../src-core/question/lab-fields.ts';
import { checkLabValues, labFieldsOf, labValue, methodOptions } from '../../src-core/question/lab-values.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';

const APART = ['downsample', 'softFigures', 'distanceLimit'];

describe('the options of the registration methods', () => {
  it.each(LAB_FIELDS.filter(({ key }) => !APART.includes(key)))(
    '$key is an option of the lab, with its default',
    (field) => {
      const known = { ...REGISTRATION_DEFAULTS, emIcp: EM_ICP_PAPER, softassign: SOFTASSIGN_PAPER };
      const value = valueAt(known, field.key);
      expect(value).not.toBe(undefined);
      // null: the program finds it, from the clouds or the machine.
      if (field.default !== null) expect(field.default).toBe(value);
      else expect(field.otherwise).toBeDefined();
    },
  );

  it('leave no option of the lab out', () => {
    const keys = new Set(LAB_FIELDS.map(({ key }) => key));
    const APART_IN_CODE = ['method', 'search', 'T_target_source', 'keepPoses', 'customDistance'];
    const names = Object.entries(REGISTRATION_DEFAULTS).flatMap(([name, value]) =>
      value !== null && typeof value === 'object'
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : [name],
    );
    expect(names.filter((name) => !keys.has(name) && !APART_IN_CODE.includes(name))).toEqual([]);
  });

  it('have flags and keys of their own, labels in both languages, and bounds about the default', () => {
    expect(new Set(LAB_FIELDS.map(({ key }) => key)).size).toBe(LAB_FIELDS.length);
    expect(new Set(LAB_FIELDS.map(({ flag }) => flag.split(' ')[0])).size).toBe(LAB_FIELDS.length);
    for (const field of LAB_FIELDS) {
      for (const text of [field.label, field.help]) expect(text.en && text.es).not.toBe('');
      expect(field.methods.length).toBeGreaterThan(0);
      if (field.kind !== 'number' || field.default === null) continue;
      expect(field.default).toBeGreaterThanOrEqual(field.min);
      expect(field.default).toBeLessThanOrEqual(field.max);
    }
    for (const method of METHOD_IDS)
      expect(labFieldsOf(method).map(({ key }) => key)).toContain('downsample');
  });

  it('become the options of the lab at their paths, without those of the program', () => {
    const values = {
      downsample: 0.5,
      softFigures: 'paper',
      maxIterations: 7,
      'picp.shuffle': false,
      'emIcp.d02': 2,
    };
    expect(methodOptions(values)).toEqual({ maxIterations: 7, picp: { shuffle: false }, emIcp: { d02: 2 } });
    expect(labValue(values, 'downsample')).toBe(0.5);
    expect(labValue({}, 'softFigures')).toBe('clouds');
    expect(labValue({}, 'maxDistance')).toBe(null);
  });

  it.each([
    ['icp-point', { maxDistance: -1 }, /--max-distance cannot be -1 m; it takes/],
    ['icp-point', { maxDistance: Number.NaN }, /--max-distance cannot be NaN/],
    ['icp-point', { maxIterations: 2.5 }, /--max-iterations cannot be 2\.5; it takes a whole number/],
    ['icp-point', { maxIterations: 'ten' }, /--max-iterations cannot be ten/],
    [
      'icp-point',
      { armijoShrink: 0.5 },
      /--armijo-shrink is no option of the method icp-point; .*newton-point/,
    ],
    ['em-icp', { maxDistance: 1 }, /--max-distance is no option of the method em-icp/],
    ['em-icp', { softFigures: 'mine' }, /--soft-figures cannot be mine; it takes clouds, paper/],
    ['picp', { 'picp.shuffle': 1 }, /--no-shuffle is on or off/],
    ['picp', { 'picp.threads': 1 }, /There is no setting picp\.threads/],
  ] as const)('are refused where they cannot be: %s %o', (method, values, sentence) => {
    expect(() => checkLabValues(method, values as never)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(sentence) }),
    );
  });
});
