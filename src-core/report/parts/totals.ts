import type { StatedValue } from '../../model/recess.ts';
import { note, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { weightCells, weightColumns } from './weight.ts';

/**
 * Section of totals: the drive alone, each niche and cross-cut, and the whole void, in bank cubic metres and, if
 * density and swell are known, in tonnes and loose cubic metres; null if there is only one number, which the headline
 * shows.
 *
 * @throws SocavonError density-unusable
 */
export function totalsPart({ volume, material }: ReportInput, texts: Texts): ReportPart | null {
  const { recesses, drive } = volume;
  const rock = material ?? null;
  if (recesses.length === 0 && rock === null) return null;
  const columns = [textColumn(texts['methods.part']), ...weightColumns(rock, texts)];
  const row = (name: string, stated: StatedValue): string[] => [name, ...weightCells(stated, rock)];
  const rows =
    recesses.length === 0
      ? [row(texts['headline.volume'], volume.volume)]
      : [
          row(texts['totals.drive'], drive),
          ...recesses.map((recess) =>
            row(
              fill(texts[`totals.${recess.kind}`], {
                name: recess.name,
                side: texts[`side.${recess.side}`],
                from: chainageText(recess.from, 1),
                to: chainageText(recess.to, 1),
              }) + (recess.goesOn ? `, ${texts['totals.goesOn']}` : ''),
              recess.volume,
            ),
          ),
          row(texts['totals.all'], volume.volume),
        ];
  return part(
    texts[rock ? 'totals.title' : 'totals.volumes'],
    [
      table(columns, rows, recesses.length > 0),
      rock
        ? note(
            `${fill(texts['totals.material'], {
              density: fixed(rock.density, 2),
              swell: percent(rock.swell, 0),
            })} ${texts['totals.given']}`,
          )
        : null,
    ],
    recesses.length <= 20,
  );
}
