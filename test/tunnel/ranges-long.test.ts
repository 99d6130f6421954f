import { describe, expect, it } from 'vitest';
import { formatRemark } from '../../src-core/messages/remark.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { correctedDrive } from '../../src-core/tunnel/uncertainty/instrument-posterior.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import type { VolumeOptions } from '../../src-core/tunnel/volume/volume.ts';
import { AXIS, wallTwice } from './surveyed-twice.ts';

/** The cylinder by a sensor whose ranges are off as told, corrected by what its own rays show. */
function measured(seed: number, off: (cosine: number) => number, volume: Partial<VolumeOptions> = {}) {
  const wall = wallTwice(seed, { range: ({ cosine }) => off(cosine) });
  const options = { ...MEASURE_DEFAULTS, volume: { ...MEASURE_DEFAULTS.volume, ...volume } };
  const drive = correctedDrive(
    {
      axis: AXIS,
      travelledAxis: AXIS,
      wall,
      driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
      unobserved: [],
      points: 0,
    },
    options.volume,
  );
  return measureWall(drive, NO_RELIABILITY, { ...options, chainage: { from: 1, to: 9 } }).volume;
}

const codes = ({ warnings }: ReturnType<typeof measured>): string[] =>
  warnings.flatMap(({ code, sentence }) => (/^ranges-long|halves-differ/.test(code) ? [sentence!.code] : []));

describe('a sensor whose ranges are longer than is stated of it', () => {
  it('is said with its figures, and the volume is right within its ± (seed 21)', () => {
    const right = measured(21, () => 0);
    const long = measured(21, () => 0.006);
    expect(codes(right)).toEqual([]);
    expect(codes(long)).toEqual(['ranges-long']);
    expect(Math.abs(long.volume.value - right.volume.value)).toBeLessThan(long.volume.plusMinus);
    const { bias, volume } = long.correction!;
    const said = formatRemark(long.warnings.find(({ code }) => code === 'ranges-long')!, 'en');
    const mm = (metres: number): string => (1000 * metres).toFixed(1);
    expect(said).toContain(
      `seem ${mm(bias.value)} ± ${mm(1.96 * bias.sigma)} mm too long, more than the 6.5 mm`,
    );
    expect(said).toContain(`reduced by ${volume.toFixed(2)} m³`);
    expect(volume).toBeGreaterThan(0);
  });

  it('is said once, where the halves of the points say it already (seed 21)', () => {
    expect(codes(measured(21, () => 0.014))).toEqual(['halves-angles']);
  });

  it('is not said of a sensor of which more is stated (seed 21)', () => {
    expect(codes(measured(21, () => 0.006, { rangeBias: 0.03 }))).toEqual([]);
  });
});
