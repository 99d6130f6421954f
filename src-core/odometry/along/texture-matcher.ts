import type { Rigid } from '../../model/rigid.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { beamGeometry } from '../frame/beam-geometry.ts';
import { deskew } from '../frame/deskew.ts';
import { columnPosesOf, ScanDeskewer, type ScanMotion } from '../frame/deskewed-scan.ts';
import type { RangeFilterOptions } from '../frame/scan-points.ts';
import { thinEvenly } from '../frame/thin.ts';
import type { ReflectivityMap } from '../match/reflectivity-map.ts';
import type { TimedScan } from '../scan-aligner.ts';
import { matchTexture, type TextureMatch, type TextureOptions } from './texture-match.ts';

/** Matches the reflectivity texture of a scan to the map along a direction; reuses its buffers between scans. */
export class TextureMatcher {
  readonly #deskewer: ScanDeskewer;
  readonly #options: TextureOptions;
  readonly #columns: number;
  readonly #chosen: Uint32Array;
  readonly #pixel: Uint32Array;
  readonly #seen: Float32Array;
  readonly #xyz: Float64Array;
  readonly #contrast: Float32Array;

  constructor(sensor: SensorModel, filter: RangeFilterOptions, options: TextureOptions) {
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), filter);
    this.#options = options;
    const pixels = this.#deskewer.raw.pixel.length;
    this.#columns = sensor.columnsPerFrame;
    this.#chosen = new Uint32Array(pixels);
    this.#pixel = new Uint32Array(pixels);
    this.#seen = new Float32Array(3 * pixels);
    this.#xyz = new Float64Array(3 * pixels);
    this.#contrast = new Float32Array(pixels);
  }

  /**
   * Matches a scan.
   *
   * @param T_map_middle initial guess of the pose at the middle of the rotation
   * @param motion motion within the rotation, for de-skewing
   * @param u unit, map frame
   * @param gate uncertainty of the pose along u, m
   */
  ask(
    map: ReflectivityMap,
    scan: TimedScan,
    T_map_middle: Rigid,
    motion: ScanMotion,
    u: readonly [number, number, number],
    gate: number,
  ): TextureMatch {
    const contrastOf = this.#deskewer.contrastOf(scan.scan);
    const count = this.#choose(scan.index, contrastOf);
    const seen = this.#seen;
    deskew(seen, this.#pixel, count, this.#columns, columnPosesOf(scan.clock, scan.rates, motion), seen);
    const { R, t } = T_map_middle;
    const xyz = this.#xyz;
    for (let at = 0; at < 3 * count; at += 3) {
      const x = seen[at];
      const y = seen[at + 1];
      const z = seen[at + 2];
      xyz[at] = R[0] * x + R[1] * y + R[2] * z + t[0];
      xyz[at + 1] = R[3] * x + R[4] * y + R[5] * z + t[1];
      xyz[at + 2] = R[6] * x + R[7] * y + R[8] * z + t[2];
    }
    return matchTexture(map, { count, xyz, contrast: this.#contrast }, u, gate, this.#options);
  }

  /** Selects the returns to match, skewed as captured. @returns their number */
  #choose(scanIndex: number, contrastOf: Float32Array): number {
    const { raw } = this.#deskewer;
    const stride = Math.max(1, Math.floor(raw.count / this.#options.returns));
    const count = thinEvenly(raw.pixel, raw.count, stride, scanIndex, this.#chosen);
    for (let k = 0; k < count; k++) {
      const i = this.#chosen[k];
      this.#pixel[k] = raw.pixel[i];
      this.#seen[3 * k] = raw.xyz[3 * i];
      this.#seen[3 * k + 1] = raw.xyz[3 * i + 1];
      this.#seen[3 * k + 2] = raw.xyz[3 * i + 2];
      this.#contrast[k] = contrastOf[i];
    }
    return count;
  }
}
