import type { Albedo } from './albedo.ts';
import { type InstrumentOptions, RangeErrors } from './instrument.ts';
import type { Centreline } from './motion/centreline.ts';
import type { DriveOptions } from './options.ts';
import { ALTITUDE_DEG, AZIMUTH_DEG } from './os1-16.ts';
import type { Section } from './rock/section.ts';
import type { RayCaster, Scene } from './sensor/ray-caster.ts';
import { type RayEffects, RayTracer } from './sensor/ray-tracer.ts';
import { BoltPattern } from './things/bolts.ts';
import { MeshLayer } from './things/mesh.ts';
import { Pool } from './things/water.ts';

/** Everything between a true ray and what the sensor makes of it, for the drives that have any of it. */
export interface SensingEffects {
  readonly rays: RayEffects;
  readonly tracer: RayTracer;
  readonly ranges: RangeErrors | null;
  /** Full angle of the beam, rad; 0: a ray. */
  readonly spot: number;
  readonly beams: BeamDirections;
}

/** Direction of each beam's ray in the lidar frame at encoder angle 0; the column rotates it about z. */
interface BeamDirections {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/** Beam directions of the sensor's metadata, or of an individual sensor that differs from them. */
export function beamDirections({ beamElevations, beamAzimuths }: InstrumentOptions = {}): BeamDirections {
  const axis = (k: 0 | 1 | 2) =>
    Float64Array.from(ALTITUDE_DEG, (altitude, beam) => {
      const phi = ((altitude + (beamElevations?.[beam] ?? 0)) * Math.PI) / 180;
      const azimuth = (-(AZIMUTH_DEG[beam] + (beamAzimuths?.[beam] ?? 0)) * Math.PI) / 180;
      return [Math.cos(phi) * Math.cos(azimuth), Math.cos(phi) * Math.sin(azimuth), Math.sin(phi)][k];
    });
  return { x: axis(0), y: axis(1), z: axis(2) };
}

/** Builds the effects of a drive; null: it has none, and its rays are cast straight. */
export function buildEffects(
  options: DriveOptions,
  section: Section,
  scene: Scene,
  caster: RayCaster,
  albedo: Albedo,
  seeds: { readonly rock: number; readonly survey: number },
): SensingEffects | null {
  const { pools = [], mesh = [], bolts, dust = [], instrument } = options;
  const hasRays = pools.length > 0 || mesh.length > 0 || bolts !== undefined || dust.length > 0;
  if (!hasRays && instrument === undefined) return null;
  const line: Centreline = scene.line;
  const rays: RayEffects = {
    pools: pools.map((pool) => new Pool(pool, line, section)),
    mesh: mesh.length > 0 ? new MeshLayer(mesh, seeds.rock) : null,
    bolts: bolts === undefined ? null : new BoltPattern(bolts, line, scene.surface, seeds.rock),
    dust,
  };
  return {
    rays,
    tracer: new RayTracer(caster, scene, albedo, rays, seeds.survey),
    ranges: instrument === undefined ? null : new RangeErrors(instrument, options.rangeNoise),
    spot: ((instrument?.spotDeg ?? 0) * Math.PI) / 180,
    beams: beamDirections(instrument),
  };
}
