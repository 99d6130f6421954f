import type { Figure } from '../../model/epoch.ts';
import { tonnage } from '../../tunnel/volume/tonnage.ts';
import { type Column, numberColumn } from '../document.ts';
import type { ReportMaterial } from '../report-input.ts';
import { fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Columns of a volume: bank and, if density and swell are known, tonnes and loose volume, each with its ±. */
export function weightColumns(rock: ReportMaterial | null, texts: Texts): Column[] {
  const stated = (name: string, unit: string): Column[] => [
    numberColumn(name, unit),
    numberColumn('±', unit),
  ];
  return [
    ...stated(texts['totals.bank'], 'm³'),
    ...(rock ? [...stated(texts['totals.tonnes'], 't'), ...stated(texts['totals.loose'], 'm³')] : []),
  ];
}

/** Cells of `weightColumns`. @throws SocavonError density-unusable */
export function weightCells(bank: Figure, rock: ReportMaterial | null): string[] {
  const cells = [fixed(bank.value, 2), fixed(bank.plusMinus, 2)];
  if (rock === null) return cells;
  const { tonnes, tonnesPlusMinus, loose } = tonnage(bank, rock.density, rock.swell);
  const looser = (1 + rock.swell) * bank.plusMinus;
  return [...cells, ...[tonnes, tonnesPlusMinus, loose, looser].map((value) => fixed(value, 1))];
}
