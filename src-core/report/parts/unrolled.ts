import { figure, part, type ReportPart } from '../document.ts';
import { layerClasses } from '../figures/layer-classes.ts';
import { CONTENT_WIDTH } from '../figures/paper.ts';
import { chooseScale } from '../figures/scale.ts';
import { unrolledMapFigure, unrolledStrips } from '../figures/unrolled-map.ts';
import type { ReportInput } from '../report-input.ts';
import { fill } from '../texts/format.ts';
import type { ReportLanguage, Texts } from '../texts/texts.ts';
import { wallMapTexts } from '../texts/wall-map.ts';

/** Height of a strip on paper, mm. */
const STRIP_HEIGHT = 68;
/** Maximum strips per layer: a longer drive is drawn at a smaller scale. */
const MOST_STRIPS = 9;

/** Sections of the unrolled wall, one per layer, in strips one below the other; none if not requested. */
export function unrolledParts(
  { unrolled }: ReportInput,
  language: ReportLanguage,
  texts: Texts,
): ReportPart[] {
  if (!unrolled) return [];
  const { wall, layers } = unrolled;
  const words = wallMapTexts(language);
  const length = wall.chainageTo - wall.chainageFrom;
  const scale = Math.max(
    chooseScale(wall.girthLeft - wall.girthRight, STRIP_HEIGHT),
    chooseScale(length, 0.8 * MOST_STRIPS * CONTENT_WIDTH),
  );
  const caption = fill(texts['unrolled.caption'], { girth: words.girth });
  return layers.map(({ layer, values }) => {
    const classes = layerClasses(layer, values);
    const strips = unrolledStrips(wall, scale, CONTENT_WIDTH);
    return part(
      words.title,
      strips.map((stretch, i) =>
        figure(
          unrolledMapFigure(
            { unrolled: wall, values, classes, layer: words.layer[layer], stretch, scale, texts, words },
            CONTENT_WIDTH,
          ),
          i === strips.length - 1 ? caption : '',
        ),
      ),
    );
  });
}
