import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Crew } from '../problem/crew.ts';
import type { PointSet } from '../problem/method.ts';
import type { TrackShare } from '../search/crew-work.ts';
import { type PointTracker, type TrackerState, trackerState } from '../search/point-tracker.ts';
import { spatialOrder } from '../search/spatial-order.ts';
import type { Template } from '../search/template.ts';

/** Source points transformed by a pose, and the template element matched to each. */
export class Matches {
  readonly source: PointSet;
  readonly template: Template;
  /** Source points under the pose, m. */
  readonly moved: Float64Array;
  /** Matched element of each source point, -1 for none. */
  readonly element: Int32Array;
  /** Weight of each source point, w_q; null: 1. */
  readonly weights: Float64Array | null;

  readonly #state: TrackerState;
  /** R, row by row, t, and 1 for the first pose. */
  readonly #pose: Float64Array;
  /** Matches all points under the pose, fast; null: not begun. */
  #track: (() => void) | null = null;
  readonly #crew: Crew | undefined;

  /** @param crew that helps to match; left out: this thread alone */
  constructor(source: PointSet, template: Template, crew?: Crew) {
    this.source = source;
    this.template = template;
    this.weights = source.weights ?? null;
    const state = trackerState(source.count);
    const pose = { pose: new Float64Array(13) };
    this.#crew =
      template.tracker !== undefined && source.count >= (crew?.leastPoints ?? 0) ? crew : undefined;
    this.#state = this.#crew?.share(state) ?? state;
    this.#pose = (this.#crew?.share(pose) ?? pose).pose;
    this.moved = this.#state.moved;
    this.element = this.#state.element;
  }

  update(T: Rigid): void {
    const { tracker } = this.template;
    if (tracker === undefined) {
      this.#find(T);
      return;
    }
    this.#pose[12] = this.#track === null ? 1 : 0;
    this.#track ??= this.#trackBy(tracker);
    this.#pose.set(T.R);
    this.#pose.set(T.t, 9);
    this.#track();
  }

  #trackBy(tracker: PointTracker): () => void {
    const order = { order: spatialOrder(this.source) };
    const crew = this.#crew;
    if (crew === undefined) {
      const { xyz, count } = this.source;
      const pose = this.#pose;
      return () => tracker.track(this.#state, xyz, pose, order.order, 0, count, pose[12] === 1);
    }
    const { tree, near, maxDistance } = tracker;
    const share: TrackShare = {
      kind: 'track',
      source: crew.share(this.source),
      target: crew.share({ count: tree.arrays.order.length, xyz: this.template.xyz }),
      tree: crew.share(tree.arrays),
      near: near && crew.share(near),
      maxDistance,
      ...crew.share(order),
      state: this.#state,
      pose: this.#pose,
    };
    return crew.take(share);
  }

  #find({ R, t }: Rigid): void {
    const { moved, element, template } = this;
    const { count, xyz } = this.source;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      const px = xyz[at];
      const py = xyz[at + 1];
      const pz = xyz[at + 2];
      const x = R[0] * px + R[1] * py + R[2] * pz + t[0];
      const y = R[3] * px + R[4] * py + R[5] * pz + t[1];
      const z = R[6] * px + R[7] * py + R[8] * pz + t[2];
      moved[at] = x;
      moved[at + 1] = y;
      moved[at + 2] = z;
      element[i] = template.find(x, y, z, element[i]);
    }
  }
}
