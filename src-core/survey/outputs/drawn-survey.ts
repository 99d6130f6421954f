import type { DrawnDrive } from '../../report/drawing/drawn-drive.ts';
import { designLinesAt } from '../../tunnel/design/design-lines.ts';
import type { MeasuresToWrite } from './output.ts';

/** Measured drive as drawings and layers show it. */
export function drawnSurvey({ task, measured }: MeasuresToWrite): DrawnDrive {
  const { axis, profiles, breaks, volume } = measured.measures;
  const {
    files: { design },
    language,
  } = task.request;
  const { name, heading, surveyedAt } = task.source.project;
  const linesAt = design === null ? () => null : designLinesAt(design.programme);
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
