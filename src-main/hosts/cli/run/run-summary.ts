import { message } from '../../../../src-core/messages/message.ts';
import type { CloudFacts } from '../../../../src-core/model/cloud-survey.ts';
import { COVERAGE_95 } from '../../../../src-core/model/reliability.ts';
import type { VolumeJson } from '../../../../src-core/report/volume-json.ts';
import type { NamedFit } from '../../../../src-core/survey/refine-cloud.ts';
import type { Survey } from '../../../../src-core/survey/survey.ts';
import { floorText } from '../floor-text.ts';
import { objectLines } from '../object-lines.ts';
import { volumeHeadline } from '../volume-headline.ts';
import { say, warningLine } from '../words.ts';
import { refinementSummary, refinementText } from './describe-refinement.ts';

/** How a picked point was fitted; lengths in metres. */
export function fitData({ pick, place, sigma, rms, points }: NamedFit): object {
  return { name: pick.name, feature: pick.feature, place, sigma, rms, points };
}

/** Text lines of the control of a cloud: what was fitted, and what it adds to the ± of a position. */
function controlText(fits: readonly NamedFit[], { refinement }: Survey): string[] {
  if (fits.length === 0 || refinement === null) return [];
  const added = refinement.graph.anchors.map(({ covariance: C }) => (C[21] + C[28] + C[35]) / 3);
  const halfWidth = (variance: number): string => (1000 * COVERAGE_95 * Math.sqrt(variance)).toFixed(0);
  return [
    ...fits.map(
      ({ pick, sigma, points }) =>
        `  ${say('picks-line-fit', {
          name: pick.name,
          feature: message(`pick-${pick.feature}`),
          sigma: (1000 * sigma).toFixed(1),
          count: points,
        })}`,
    ),
    say('picks-added', { least: halfWidth(Math.min(...added)), most: halfWidth(Math.max(...added)) }),
  ];
}

/** Summary for `--json`; the remaining results are in the files. */
export function summaryOf({
  trajectory,
  refinement,
  quality,
  measures,
  map,
  volume,
  movedLeftOut,
}: Survey): object {
  return {
    scans: trajectory.poses.length,
    pathLength: quality.pathLength,
    unobservedLength: quality.unobservedLength,
    refinement: refinement && refinementSummary(refinement),
    chainageFrom: volume.chainageFrom,
    chainageTo: volume.chainageTo,
    length: volume.length,
    volume: volume.volume,
    perMetre: volume.perMetre,
    statedFirst: volume.statedFirst,
    drive: volume.drive,
    recesses: volume.recesses,
    objects: volume.objects,
    sections: volume.sections,
    methods: volume.methods,
    measuredShare: volume.measuredShare,
    ...(volume.coverage && { coverage: volume.coverage }),
    ...(volume.tonnage && { tonnage: volume.tonnage }),
    ...(measures.breaks && {
      design: {
        volume: measures.breaks.design,
        overbreak: measures.breaks.overbreak,
        underbreak: measures.breaks.underbreak,
      },
    }),
    mapPoints: map?.summary.count ?? null,
    movedLeftOut,
    warnings: volume.warnings,
  };
}

/** Text lines stating whether niches and cross-cuts are included in the volume; always present. */
function recessText({ recesses, drive }: VolumeJson): string[] {
  if (recesses.length === 0) return [];
  const names = recesses.map(({ name }) => name).join(', ');
  return [
    `  ${say('recess-line', { names, volume: drive.value.toFixed(2), plusMinus: drive.plusMinus.toFixed(2) })}`,
  ];
}

/** What `run` prints of a survey. @param out folder of its files; cloud null: of a capture */
export function textOf(
  survey: Survey,
  out: string,
  cloud: CloudFacts | null,
  fits: readonly NamedFit[] = [],
): string {
  const { trajectory, refinement, quality, volume, warnings, movedLeftOut, files } = survey;
  return [
    volumeHeadline(volume),
    ...recessText(volume),
    ...objectLines(volume),
    `  ${say('methods-line', { endArea: volume.methods.endArea.toFixed(2), prismoidal: volume.methods.prismoidal.toFixed(2), solid: volume.methods.solid.toFixed(2) })}`,
    ...floorText(volume),
    cloud === null
      ? say('scans-line', { count: trajectory.poses.length, metres: quality.pathLength.toFixed(2) })
      : say('cloud-line', { count: cloud.points, formats: cloud.formats.join(', ') }),
    ...(refinement === null ? [] : refinementText(refinement)),
    ...controlText(fits, survey),
    ...(movedLeftOut === 0 ? [] : [say('moved-line', { count: movedLeftOut })]),
    ...warnings.map(warningLine),
    `${out}: ${files.join(', ')}`,
  ].join('\n');
}
