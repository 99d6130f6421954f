import { numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import { fill, fixed, percent } from '../format.ts';
import type { ReportInput, ReportPayLine } from '../report-input.ts';
import type { Texts } from '../texts.ts';

/** Over- and underbreak against the design; null where no design was given. */
export function designPart({ design, volume }: ReportInput, texts: Texts): ReportPart | null {
  if (!design) return null;
  const { pay } = design;
  const { design: nominal, overbreak, underbreak } = design.volumes;
  const columns = [
    textColumn(texts['methods.part']),
    numberColumn(texts['methods.volume'], 'm³'),
    numberColumn(texts['design.share'], '%'),
  ];
  const rows = (
    [
      [texts['methods.design'], nominal],
      [texts['methods.over'], overbreak],
      ...(pay ? [[beyondPay(pay, texts), pay.volumes.overbreak] as const] : []),
      [texts['methods.under'], underbreak],
      [texts['headline.volume'], volume.volume.value],
    ] as const
  ).map(([name, value]) => [name, fixed(value, 2), percent(value / nominal, 2)]);
  return part(fill(texts['design.title'], { name: design.name }), [table(columns, rows)], true);
}

function beyondPay({ limit }: ReportPayLine, texts: Texts): string {
  return fill(texts['methods.beyondPay'], { limit: fixed(limit, 2) });
}
