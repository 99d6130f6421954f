import type { DesignProgramme } from '../../model/design.ts';
import type { DrawnDrive } from '../../report/drawing/drawn-drive.ts';
import type { ReportProject } from '../../report/report-input.ts';
import type { ReportLanguage } from '../../report/texts/texts.ts';
import { designLinesAt } from '../../tunnel/design-lines.ts';
import type { DriveMeasures } from '../../tunnel/measure-drive.ts';

/** Input of the drawings of a drive. @param design null: none */
export function drawnSurvey(
  { axis, profiles, breaks, volume }: DriveMeasures,
  design: DesignProgramme | null,
  { name, heading, surveyedAt }: ReportProject,
  language: ReportLanguage,
): DrawnDrive {
  const linesAt = design === null ? () => null : designLinesAt(design);
  const ofSection = new Map(breaks?.sections.map((section) => [section.chainage, section]));
  return {
    name: heading.working ?? name,
    axis,
    sections: profiles.map((profile) => {
      const lines = linesAt(profile.chainage);
      return {
        profile,
        design: lines?.excavation ?? null,
        payLine: lines?.pay ?? null,
        breaks: ofSection.get(profile.chainage) ?? null,
      };
    }),
    recesses: volume.recesses,
    language,
    surveyedAt: heading.surveyDate === null ? surveyedAt : new Date(`${heading.surveyDate}T00:00:00Z`),
  };
}
