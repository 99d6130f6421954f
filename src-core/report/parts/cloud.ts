import type { CloudFacts } from '../../model/cloud-survey.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { facts, note, part, type ReportPart } from '../document.ts';
import { fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Section on a cloud of another program: what it is, and whose figures its ± rests on. */
export function cloudPart(cloud: CloudFacts, texts: Texts): ReportPart {
  const { accuracy } = cloud;
  const millimetres = (metres: number): string => `${fixed(1000 * metres, 0)} mm`;
  return part(
    texts['cloud.title'],
    [
      note(texts['cloud.note']),
      facts(
        [
          [texts['cloud.formats'], cloud.formats.join(', ').toUpperCase()],
          [texts['cloud.points'], fixed(cloud.points, 0)],
          [
            texts['cloud.unit'],
            fill(texts[`cloud.unit.${cloud.unitBy}`], { metres: fixed(cloud.unitMetres, 4) }),
          ],
          ...(cloud.heightUnitMetres === undefined
            ? []
            : [
                [
                  texts['cloud.heightUnit'],
                  fill(texts['cloud.heightUnit.text'], { metres: fixed(cloud.heightUnitMetres, 4) }),
                ] as const,
              ]),
          ...(cloud.stepMetres === undefined
            ? []
            : [
                [
                  texts['cloud.step'],
                  fill(texts['cloud.step.text'], { step: millimetres(cloud.stepMetres) }),
                ] as const,
              ]),
          [texts['cloud.path'], fill(texts[`cloud.path.${cloud.path}`], { name: cloud.trajectory ?? '' })],
          [texts['cloud.accuracyBy'], accuracyText(cloud, texts)],
          [texts['cloud.bias'], `± ${millimetres(accuracy.bias)}`],
          [texts['cloud.noise'], millimetres(accuracy.noise)],
          [texts['cloud.place'], millimetres(accuracy.placeSigma)],
          [texts['cloud.length'], `± ${percent(COVERAGE_95 * accuracy.lengthShare, 2)}`],
        ],
        true,
      ),
    ],
    true,
  );
}

function accuracyText({ accuracy: { by, instrument } }: CloudFacts, texts: Texts): string {
  const said = texts[`cloud.accuracyBy.${by}`];
  return instrument === null ? said : `${said}: ${instrument}`;
}
