import type { Centreline } from '../motion/centreline.ts';
import { CapsuleObstacle, PERSON } from './obstacles.ts';

/** A person who stays ahead of the robot, up-chainage, also while the robot stands still or returns. */
export interface WalkerOptions {
  /** Distance along the drive, m. */
  readonly ahead: number;
  /** Offset to the left of the axis, m. */
  readonly left: number;
  /** Wears a reflective vest. */
  readonly vest: boolean;
}

/** Band of the vest over the foot, m, and its albedo. */
const VEST = { from: 1.05, to: 1.3, reflected: 20 };
/** Least distance of the person from the face, m. */
const FACE_GAP = 1;

/**
 * A walking person as an obstacle that moves with the robot: the one object that suggests to a scan matcher that
 * the robot stands still.
 */
export class Walker {
  readonly obstacle: CapsuleObstacle;
  readonly #options: WalkerOptions;
  readonly #line: Centreline;
  readonly #axisHeight: number;

  constructor(options: WalkerOptions, line: Centreline, axisHeight: number) {
    this.#options = options;
    this.#line = line;
    this.#axisHeight = axisHeight;
    this.obstacle = new CapsuleObstacle([0, 0, 0], PERSON.radius, PERSON.height, options.vest ? VEST : null);
    this.followTo(0);
  }

  /** Moves the person to their position for a chainage of the robot, m. */
  followTo(chainage: number): void {
    const at = Math.min(chainage + this.#options.ahead, this.#line.length - FACE_GAP);
    this.obstacle.moveTo(this.#line.pointAt(at, this.#options.left, -this.#axisHeight));
  }
}
