import { wholeAxis } from '../../src-core/model/design.ts';
import type { Recess } from '../../src-core/model/recess.ts';
import type { ReportInput, ReportTrail } from '../../src-core/report/report-input.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { contouredBreaksOf } from '../../src-core/tunnel/design/breaks.ts';
import { designLines } from '../../src-core/tunnel/design/design-lines.ts';
import { breaksUncertainty } from '../../src-core/tunnel/uncertainty/breaks-uncertainty.ts';
import { AUDIT_ACTIONS } from '../../src-main/project/audit-chain.ts';
import { REFINEMENT } from './control.ts';
import { type DriveOptions, reportInput } from './drive.ts';
import { CLEARANCE, COMPARISON, CONTOUR, CONVERGENCE, GRADE } from './later-survey.ts';
import { unrolledWall } from './unrolled.ts';

const stated = (value: number, plusMinus: number) => ({ value, plusMinus, confidence: 0.95 });

const NICHE: Recess = {
  ...{ name: 'N1', kind: 'niche', side: 'left', from: 12.4, to: 14.6, depth: 1.2 },
  ...{ openingWidth: 2.2, openingHeight: 2.1, openingArea: 4.5, volume: stated(5.31, 0.22), goesOn: false },
};
const CROSS_CUT: Recess = {
  ...{ ...NICHE, name: 'C1', kind: 'cross-cut', side: 'right', from: 41.2, to: 45.1, depth: 6.4 },
  ...{ volume: stated(71.84, 1.9), goesOn: true },
};

const TRAIL: ReportTrail = {
  head: { sequence: 1217, hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  rows: AUDIT_ACTIONS.map((action, i) => ({
    at: new Date(Date.UTC(2025, 2, 14, 8, i)),
    person: i % 2 === 0 ? 'Ana Rojas Núñez' : 'topografia',
    action,
    event: action === 'alignment' ? 'resumed' : null,
    session: action === 'begin' ? null : 2,
    what: action === 'import' ? 'labor-4210.pcap, labor-4210-b.pcap' : action === 'undo' ? 'question' : '',
    times: 1 + (i % 3),
  })),
  earlier: 1200,
};

/** A report with all that a session may hold: head, control, design with a contract, recesses, weight. */
export function everything(options: Partial<DriveOptions> = {}): ReportInput {
  const input = reportInput({ refinement: REFINEMENT, ...options });
  const section = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;
  const tolerance = { over: 0.15, under: 0.05 };
  const programme = wholeAxis(section, { pay: 0.15 }, tolerance);
  const lines = designLines(section, programme);
  const geometry = new AxisGeometry(input.axis);
  const { chainageFrom, chainageTo, volume } = input.volume;
  const breaks = contouredBreaksOf(input.profiles, programme, chainageFrom, chainageTo, (a, b) =>
    geometry.turnBetween(a, b),
  );
  const volumes = {
    ...breaks.volumes,
    plusMinus: breaksUncertainty(
      breaks.volumes,
      breaks.contours,
      input.volume,
      input.axis,
      input.reliability,
    ),
  };
  const recesses = [NICHE, CROSS_CUT];
  const beyond = recesses.reduce((sum, recess) => sum + recess.volume.value, 0);
  return {
    ...input,
    trail: TRAIL,
    project: {
      ...input.project,
      heading: {
        ...input.project.heading,
        surveyDate: '2025-03-14',
        mine: 'San Rafael',
        company: 'Compañía Minera del Altiplano S.A.',
        level: 'Nv. 4320',
        licence: 'CIP 104 233',
        grid: 'WGS 84 / UTM 19S, cota de mina',
        instrument: 'robot oruga, mástil de 0.9 m',
        notes: 'Agua en el piso entre 0+010 y 0+018.',
      },
    },
    volume: {
      ...input.volume,
      volume: stated(volume.value + beyond, volume.plusMinus),
      drive: stated(volume.value, volume.plusMinus),
      recesses,
    },
    material: { density: 2.75, swell: 0.35 },
    comparison: COMPARISON,
    convergence: CONVERGENCE,
    contour: CONTOUR,
    unrolled: unrolledWall(chainageTo - chainageFrom),
    grade: GRADE,
    clearance: CLEARANCE,
    design: {
      name: 'rampa-4320.json',
      section,
      outline: lines.excavation,
      volumes,
      pay:
        lines.pay && volumes.unpaid !== null
          ? { limit: 0.15, outline: lines.pay, volumes: { overbreak: volumes.unpaid } }
          : null,
      tolerance,
    },
  };
}
