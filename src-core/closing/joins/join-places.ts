import { chooseAnchors, pathLengths } from '../../graph/anchors.ts';
import { compose, invert } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { driveDirection } from '../loops/drive-direction.ts';
import { LoopRegistrar, type LoopRegistration } from '../loops/loop-registration.ts';
import { cloudSubmap, type LoopSubmap, LoopSubmapBuilder } from '../loops/loop-submap.ts';
import type { JoinOptions } from './join-question.ts';
import { isCloudSide, type JoinSide } from './join-side.ts';

/** Trajectory of one session of a join, with its anchors and submaps. */
export class JoinTrajectory {
  readonly side: JoinSide;
  /** Path length up to each pose, m. */
  readonly path: Float64Array;
  /** Indices of poses. */
  readonly anchors: readonly number[];
  readonly #submapAt: (pose: number) => LoopSubmap | Promise<LoopSubmap>;
  #cached: { readonly anchor: number; readonly submap: LoopSubmap } | null = null;

  constructor(side: JoinSide, options: JoinOptions) {
    this.side = side;
    this.path = pathLengths(side.poses);
    this.anchors = chooseAnchors(side.poses, options.anchors);
    this.#submapAt = submapsOf(side, this.path, options);
  }

  poseOf(anchor: number): Rigid {
    return this.side.poses[this.anchors[anchor]].T_map_sensor;
  }

  scanOf(anchor: number): number {
    return this.side.poses[this.anchors[anchor]].scanIndex;
  }

  pathOf(anchor: number): number {
    return this.path[this.anchors[anchor]];
  }

  /** Nearest anchor along the path. */
  anchorAt(distance: number): number {
    return this.#nearest((anchor) => Math.abs(this.pathOf(anchor) - distance)).anchor;
  }

  /** Nearest anchor in space, and its distance, m. */
  nearest({ t }: Rigid): { anchor: number; distance: number } {
    return this.#nearest((anchor) => {
      const o = this.poseOf(anchor).t;
      return distance3(t, o);
    });
  }

  along(anchor: number): [number, number, number] {
    return driveDirection(this.side.poses, this.anchors, anchor);
  }

  /** Submap around an anchor; the last one is cached. */
  async around(anchor: number): Promise<LoopSubmap> {
    if (this.#cached?.anchor !== anchor)
      this.#cached = { anchor, submap: await this.#submapAt(this.anchors[anchor]) };
    return this.#cached.submap;
  }

  #nearest(distanceOf: (anchor: number) => number): { anchor: number; distance: number } {
    let best = { anchor: 0, distance: Number.POSITIVE_INFINITY };
    for (let anchor = 0; anchor < this.anchors.length; anchor++) {
      const distance = distanceOf(anchor);
      if (distance < best.distance) best = { anchor, distance };
    }
    return best;
  }
}

/** Returns a function that builds the submap about a pose of a side, by its index. */
function submapsOf(side: JoinSide, path: Float64Array, { submap }: JoinOptions) {
  if (!isCloudSide(side)) {
    const builder = new LoopSubmapBuilder(side.source, side.poses, path, submap);
    return (pose: number): Promise<LoopSubmap> => builder.around(pose);
  }
  const { walls, poses, origin } = side;
  return (pose: number): LoopSubmap => {
    const { R, t } = poses[pose].T_map_sensor;
    return cloudSubmap(walls, { R, t: t.map((value, k) => value + origin[k]) }, submap);
  };
}

/** Pair of anchors, one of each session, that may be at the same place. */
export interface JoinPair {
  readonly a: number;
  readonly b: number;
}

/** Registers anchors of one session against the other in both directions, like loop closures; reuses its buffers. */
export class JoinRegistrar {
  readonly #first: JoinTrajectory;
  readonly #second: JoinTrajectory;
  readonly #registrar: LoopRegistrar;
  readonly #cancel: CancelToken;

  constructor(first: JoinTrajectory, second: JoinTrajectory, options: JoinOptions, cancel: CancelToken) {
    this.#first = first;
    this.#second = second;
    this.#registrar = new LoopRegistrar(options.registration);
    this.#cancel = cancel;
  }

  /**
   * @param T_a_b predicted pose of the second's anchor relative to the first's
   * @param reach uncertainty of it along the drive, m
   * @throws errors of the scan sources; CancelledError
   */
  async register({ a, b }: JoinPair, T_a_b: Rigid, reach: number): Promise<LoopRegistration> {
    const [A, B] = [await this.#first.around(a), await this.#second.around(b)];
    return this.#registrar.register(A, B, T_a_b, reach, this.#first.along(a), this.#cancel);
  }

  /** Same, starting from an assumed `T_map1_map2`. */
  registerBy(pair: JoinPair, T_map1_map2: Rigid, reach: number): Promise<LoopRegistration> {
    const T_map1_b = compose(T_map1_map2, this.#second.poseOf(pair.b));
    return this.register(pair, compose(invert(this.#first.poseOf(pair.a)), T_map1_b), reach);
  }
}
