import { describe, expect, it } from 'vitest';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { ALIGNMENT_SETTINGS } from '../../src-core/question/alignment-settings.ts';
import { applySettings, settingFault } from '../../src-core/question/apply-settings.ts';

const at = (key: string): unknown =>
  key.split('.').reduce<unknown>((room, name) => (room as Record<string, unknown>)[name], ODOMETRY_DEFAULTS);

describe('settings of the alignment', () => {
  it.each(ALIGNMENT_SETTINGS.map((setting) => [setting.key, setting] as const))(
    '%s has the standard of the odometry, within its own range, and a help in both languages',
    (key, setting) => {
      expect(setting.default).toBe(at(key));
      expect(settingFault(setting, setting.default)).toBeNull();
      for (const texts of [setting.label, setting.help])
        expect([texts.es.trim(), texts.en.trim()]).not.toContain('');
    },
  );

  it('puts values where their keys name them, and leaves the standard alone', () => {
    const changed = applySettings(ALIGNMENT_SETTINGS, ODOMETRY_DEFAULTS, {
      'submap.binSize': 0.5,
      thinning: 4,
      gyro: false,
    });
    expect(changed).toEqual({
      ...ODOMETRY_DEFAULTS,
      submap: { ...ODOMETRY_DEFAULTS.submap, binSize: 0.5 },
      thinning: 4,
      gyro: false,
    });
    expect(ODOMETRY_DEFAULTS.submap.binSize).toBe(0.3);
  });

  it.each([
    ['submap.color', 1, /no setting submap\.color/],
    ['__proto__.polluted', 1, /no setting/],
    ['thinning', 1.5, /whole number from 1 to 16/],
    ['thinning', Number.NaN, /whole number/],
    ['filter.maxRange', 1000, /from 5 to 200 m/],
    ['gyro', 1, /true or false/],
  ])('refuses %s = %s', (key, value, message) => {
    expect(() => applySettings(ALIGNMENT_SETTINGS, ODOMETRY_DEFAULTS, { [key]: value })).toThrow(message);
  });
});
