import type { Albedo } from '../albedo.ts';
import { PLATE_ALBEDO } from '../things/bolts.ts';
import { DUST_ALBEDO } from '../things/dust.ts';
import { WIRE_ALBEDO } from '../things/mesh.ts';
import type { HitKind } from './ray-caster.ts';

/** What a ray came back from. */
export type EchoKind = HitKind | 'water' | 'dust' | 'mesh' | 'bolt';

/** Surface that a ray met, as the ray caster leaves it. */
interface SurfaceHit {
  readonly kind: HitKind;
  readonly hitS: number;
  readonly hitTheta: number;
  readonly cosine: number;
  /** Albedo of an obstacle where it is not that of its kind. */
  readonly reflected: number | null;
}

/** Albedo of each kind that is not rock; the water's is computed for each ray. */
export const KIND_ALBEDO: Record<Exclude<EchoKind, 'none' | 'wall' | 'face' | 'water'>, number> = {
  duct: 0.55,
  vehicle: 0.45,
  person: 0.75,
  target: 1,
  muck: 0.28,
  cable: 0.12,
  dust: DUST_ALBEDO,
  mesh: WIRE_ALBEDO,
  bolt: PLATE_ALBEDO,
};

/** Albedo of the surface that a ray met; above 1: retro-reflective. */
export function albedoOfHit(albedo: Albedo, { kind, hitS, hitTheta, reflected }: SurfaceHit): number {
  if (kind === 'wall' || kind === 'face') return albedo.at(hitS, hitTheta);
  if (kind === 'none') return 0;
  return kind === 'duct' ? KIND_ALBEDO.duct : (reflected ?? KIND_ALBEDO[kind]);
}
