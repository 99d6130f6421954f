import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../src-core/report/html-report.ts';
import { REPORT_DEFAULTS } from '../../src-core/report/report-document.ts';
import { EN } from '../../src-core/report/texts/en.ts';
import { fixed } from '../../src-core/report/texts/format.ts';
import { everything } from './everything.ts';
import { textOf } from './markup.ts';

describe('totals of a report with recesses, weight, design and an earlier survey (seed 1)', () => {
  const input = everything();
  const text = textOf(htmlReport(input, { ...REPORT_DEFAULTS, language: 'en' })).replace(/\s+/g, ' ');
  const { volume, comparison, material } = input;
  const { density, swell } = material!;

  it.each([
    ['all of the void', volume.volume],
    ['the drive alone', volume.drive],
    ['the period', comparison!.volume],
  ])('gives %s in the bank, in tonnes and loose, each with its ±', (_, { value, plusMinus }) => {
    const cells = [
      ...[value, plusMinus].map((bank) => fixed(bank, 2)),
      ...[value * density, plusMinus * density].map((tonnes) => fixed(tonnes, 1)),
      ...[value * (1 + swell), plusMinus * (1 + swell)].map((loose) => fixed(loose, 1)),
    ];
    expect(text).toContain(cells.join(' ').replace(/\s+/g, ' '));
  });

  it('gives over- and underbreak with their ±, in all and by sector', () => {
    const { overbreak, underbreak, plusMinus, sectors } = input.design!.volumes;
    expect(plusMinus!.overbreak).toBeGreaterThan(0.1);
    expect(text).toContain(`Overbreak ${fixed(overbreak, 1)} ± ${fixed(plusMinus!.overbreak, 1)} m³`);
    expect(text).toContain(`Underbreak ${fixed(underbreak, 2)} ${fixed(plusMinus!.underbreak, 2)} `);
    sectors.forEach((sector, i) => {
      const half = plusMinus!.sectors[i];
      const cells = [sector.overbreak, half.overbreak, sector.underbreak, half.underbreak];
      expect(text).toContain(
        `${EN[`sector.${sector.sector}`]} ${cells.map((cell) => fixed(cell, 2)).join(' ')}`,
      );
    });
  });

  it('gives the mean section of the drive alone', () => {
    const mean = fixed(volume.drive.value / volume.length, 2);
    expect(mean).not.toBe(fixed(volume.volume.value / volume.length, 2));
    expect(text).toContain(`${EN['headline.meanArea']} ${mean} m²`);
  });

  it('says what design, over- and underbreak add up to, and why it is not the volume above', () => {
    const { design, overbreak, underbreak } = input.design!.volumes;
    const sum = fixed(design + overbreak - underbreak, 2).replace(/\s/g, ' ');
    expect(text).toContain(`average end areas: ${sum} m³`);
  });

  it('adds the parts of the ± of a period up to its ±', () => {
    const sigma = Math.hypot(...comparison!.uncertainty.map((part) => part.sigma));
    const sum = `${EN['budget.sum']} ${fixed(sigma, 2)} ± at 95 % ${fixed(comparison!.volume.plusMinus, 2)}`;
    expect(text).toContain(sum.replace(/\s+/g, ' '));
  });
});
