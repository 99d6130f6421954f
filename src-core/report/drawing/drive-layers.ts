import { differencePieces } from '../../math/difference-pieces.ts';
import { measurePolygon } from '../../math/polygon.ts';
import type { ControlPoint, ControlResidual } from '../../model/control.ts';
import type { Cell, Feature, FeatureLayer } from '../../model/data-table.ts';
import type { Trajectory } from '../../model/pose.ts';
import { type DrawingSection, type DrawnDrive, driveOutline, inMap } from './drawn-drive.ts';

/** What belongs to a map of a drive besides its drawing. */
interface LayeredDrive {
  readonly drive: DrawnDrive;
  /** null: the map has no trajectory. */
  readonly trajectory: Trajectory | null;
  readonly points: readonly ControlPoint[];
  readonly residuals: readonly ControlResidual[];
}

const double = (name: string) => ({ name, type: 'DOUBLE' }) as const;
const text = (name: string) => ({ name, type: 'TEXT' }) as const;

/**
 * Layers of a drive for a geographic information system: axis, outlines of the sections, over- and underbreak in them,
 * control points and trajectory, with their attributes; easting, northing, elevation, m. Outlines stand upright in space
 * and are therefore lines, closed on their first vertex: a polygon that is upright has no area in a plan. Layers without
 * features are left out.
 */
export function driveLayers({ drive, trajectory, points, residuals }: LayeredDrive): FeatureLayer[] {
  const { axis, sections } = drive;
  const layers: FeatureLayer[] = [
    {
      name: 'axis',
      description: 'Axis of the drive',
      geometry: 'LINESTRING',
      columns: [text('working'), double('chainage_from_m'), double('chainage_to_m'), text('chainage_kind')],
      features: [
        {
          xyz: axis.xyz,
          values: [drive.name, axis.chainage[0], axis.chainage[axis.chainage.length - 1], axis.kind],
        },
      ],
    },
    {
      name: 'sections',
      description: 'Outlines of the sections',
      geometry: 'LINESTRING',
      columns: [
        ...[double('chainage_m'), double('area_m2'), double('perimeter_m'), double('measured_share')],
        ...[text('design'), double('design_area_m2'), double('overbreak_m2'), double('underbreak_m2')],
        ...[double('paid_m2'), double('unpaid_m2')],
      ],
      features: sections.map(sectionFeature),
    },
    {
      name: 'breaks',
      description: 'Areas of over- and underbreak in the sections',
      geometry: 'LINESTRING',
      columns: [double('chainage_m'), text('kind'), double('area_m2')],
      features: sections.flatMap(breakFeatures),
    },
    {
      name: 'control',
      description: 'Control and check points of the list, with the differences of their last sighting',
      geometry: 'POINT',
      columns: [
        ...[text('name'), text('role'), double('sigma_mm'), double('east_mm'), double('north_mm')],
        ...[double('up_mm'), double('distance_mm'), double('plus_minus_mm')],
      ],
      features: points.map((point) => controlFeature(point, residuals)),
    },
    {
      name: 'trajectory',
      description: 'Path of the sensor',
      geometry: 'LINESTRING',
      columns: [double('scans'), double('seconds')],
      features: trajectory === null ? [] : pathFeatures(trajectory),
    },
  ];
  return layers.filter(({ features }) => features.length > 0);
}

function sectionFeature({ profile, breaks }: DrawingSection): Feature {
  const { chainage, area, perimeter, measuredShare } = profile;
  return {
    xyz: closed(inMap(profile, profile.outline)),
    values: [
      ...[chainage, area, perimeter, measuredShare],
      ...[breaks?.design ?? null, breaks?.designArea ?? null],
      ...[
        breaks?.overbreak ?? null,
        breaks?.underbreak ?? null,
        breaks?.paid ?? null,
        breaks?.unpaid ?? null,
      ],
    ],
  };
}

function breakFeatures({ profile, design }: DrawingSection): Feature[] {
  if (design === null) return [];
  const { onlyFirst, onlySecond } = differencePieces(driveOutline(profile), design);
  const feature = (kind: string) => (piece: Float64Array) => ({
    xyz: closed(inMap(profile, piece)),
    values: [profile.chainage, kind, measurePolygon(piece).area],
  });
  return [...onlyFirst.map(feature('overbreak')), ...onlySecond.map(feature('underbreak'))];
}

function controlFeature(
  { name, role, sigma, easting, northing, elevation }: ControlPoint,
  residuals: readonly ControlResidual[],
): Feature {
  const seen = residuals.findLast((residual) => residual.name === name);
  const differences: Cell[] =
    seen === undefined
      ? [null, null, null, null, null]
      : [
          ...[...seen.error, seen.distance].map((metres) => 1000 * metres),
          seen.plusMinus === undefined ? null : 1000 * seen.plusMinus,
        ];
  return {
    xyz: Float64Array.of(easting, northing, elevation),
    values: [name, role, 1000 * sigma, ...differences],
  };
}

function pathFeatures({ poses }: Trajectory): Feature[] {
  if (poses.length < 2) return [];
  const seconds = Number(poses[poses.length - 1].stampNs - poses[0].stampNs) / 1e9;
  return [
    {
      xyz: Float64Array.from(poses.flatMap(({ T_map_sensor }) => [...T_map_sensor.t])),
      values: [poses.length, seconds],
    },
  ];
}

/** The line with its first vertex once more at its end. */
function closed(xyz: Float64Array): Float64Array {
  return Float64Array.from([...xyz, ...xyz.subarray(0, 3)]);
}
