import { applyToPoint } from '../math/se3.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from '../scan/beam-geometry.ts';
import { columnPosesOf, ScanDeskewer, type ScanMotion } from '../scan/deskewed-scan.ts';
import type { RangeFilterOptions } from '../scan/scan-points.ts';
import { thinEvenly } from '../scan/thin.ts';
import type { ReflectivityMap } from './reflectivity-map.ts';
import type { TimedScan } from './scan-aligner.ts';
import { matchTexture, type TextureMatch, type TextureOptions } from './texture-match.ts';

/** Asks the texture of the walls where a scan is along a direction; keeps its buffers from scan to scan. */
export class ReflectivityWitness {
  readonly #deskewer: ScanDeskewer;
  readonly #options: TextureOptions;
  readonly #chosen: Uint32Array;

  constructor(sensor: SensorModel, filter: RangeFilterOptions, options: TextureOptions) {
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), filter);
    this.#options = options;
    const pixels = this.#deskewer.raw.pixel.length;
    this.#chosen = new Uint32Array(pixels);
  }

  /**
   * @param T_map_middle pose at the middle of the rotation to ask at
   * @param motion taken out of the scan
   * @param u unit, map frame
   * @param gate how wrong the pose can be along u, m
   */
  ask(
    map: ReflectivityMap,
    scan: TimedScan,
    T_map_middle: Rigid,
    motion: ScanMotion,
    u: readonly [number, number, number],
    gate: number,
  ): TextureMatch {
    const deskewer = this.#deskewer;
    const contrastOf = deskewer.contrastOf(scan.scan);
    const all = deskewer.deskewAll(columnPosesOf(scan.clock, scan.rates, motion));
    const stride = Math.max(1, Math.floor(all / this.#options.returns));
    const count = thinEvenly(deskewer.raw.pixel, all, stride, scan.index, this.#chosen);
    const xyz = new Float64Array(3 * count);
    const contrast = new Float32Array(count);
    for (let k = 0; k < count; k++) {
      const i = 3 * this.#chosen[k];
      const { xyz: seen } = deskewer;
      xyz.set(applyToPoint(T_map_middle, seen[i], seen[i + 1], seen[i + 2]), 3 * k);
      contrast[k] = contrastOf[this.#chosen[k]];
    }
    return matchTexture(map, { count, xyz, contrast }, u, gate, this.#options);
  }
}
