import { chooseAnchors, pathLengths } from '../../graph/anchors.ts';
import { compose, invert } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { driveDirection } from '../loops/drive-direction.ts';
import { LoopRegistrar, type LoopRegistration } from '../loops/loop-registration.ts';
import { type LoopSubmap, LoopSubmapBuilder } from '../loops/loop-submap.ts';
import type { JoinOptions, JoinSide } from './join-question.ts';

/** A session as the join sees it. */
export class JoinTrajectory {
  readonly side: JoinSide;
  /** Length of the way up to each pose, m. */
  readonly path: Float64Array;
  /** Indices of poses. */
  readonly anchors: readonly number[];
  readonly #builder: LoopSubmapBuilder;
  #kept: { readonly anchor: number; readonly submap: LoopSubmap } | null = null;

  constructor(side: JoinSide, options: JoinOptions) {
    this.side = side;
    this.path = pathLengths(side.poses);
    this.anchors = chooseAnchors(side.poses, options.anchors);
    this.#builder = new LoopSubmapBuilder(side.source, side.poses, this.path, options.submap);
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

  /** The anchor nearest along the way. */
  anchorAt(way: number): number {
    return this.#nearest((anchor) => Math.abs(this.pathOf(anchor) - way)).anchor;
  }

  /** The anchor nearest in space, and how far off it is, m. */
  nearest({ t }: Rigid): { anchor: number; distance: number } {
    return this.#nearest((anchor) => {
      const o = this.poseOf(anchor).t;
      return distance3(t, o);
    });
  }

  along(anchor: number): [number, number, number] {
    return driveDirection(this.side.poses, this.anchors, anchor);
  }

  /** The walls around an anchor; of the last one they are kept. */
  async around(anchor: number): Promise<LoopSubmap> {
    if (this.#kept?.anchor !== anchor)
      this.#kept = { anchor, submap: await this.#builder.around(this.anchors[anchor]) };
    return this.#kept.submap;
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

/** An anchor of each session that may stand at the same place. */
export interface JoinPair {
  readonly a: number;
  readonly b: number;
}

/** Registers places of one session in the other, each way, as loops are; keeps its buffers. */
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
   * @param T_a_b where the second's anchor is thought to be, seen from the first's
   * @param reach how far that may be off along the drive, m
   * @throws what the sources throw; CancelledError
   */
  async register({ a, b }: JoinPair, T_a_b: Rigid, reach: number): Promise<LoopRegistration> {
    const [A, B] = [await this.#first.around(a), await this.#second.around(b)];
    return this.#registrar.register(A, B, T_a_b, reach, this.#first.along(a), this.#cancel);
  }

  /** The same where a join of the two maps is thought of. */
  registerBy(pair: JoinPair, T_map1_map2: Rigid, reach: number): Promise<LoopRegistration> {
    const T_map1_b = compose(T_map1_map2, this.#second.poseOf(pair.b));
    return this.register(pair, compose(invert(this.#first.poseOf(pair.a)), T_map1_b), reach);
  }
}
