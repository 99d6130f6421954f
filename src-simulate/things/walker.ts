import type { Centreline } from '../motion/centreline.ts';
import { CapsuleObstacle, PERSON } from './obstacles.ts';

/** A person who keeps ahead of the robot, up-chainage, also while the robot stands or comes back. */
export interface WalkerOptions {
  /** Along the drive, m. */
  readonly ahead: number;
  /** To the left of the axis, m. */
  readonly left: number;
  /** Wears a vest that shines in the sensor's light. */
  readonly vest: boolean;
}

/** Band of the vest over the foot, m, and what it throws back. */
const VEST = { from: 1.05, to: 1.3, reflected: 20 };
/** Nobody walks into the face, m. */
const FACE_GAP = 1;

/** The person as an obstacle that moves with the robot: to a scan matcher the one thing that says "standing still". */
export class Walker {
  readonly obstacle: CapsuleObstacle;
  private readonly options: WalkerOptions;
  private readonly line: Centreline;
  private readonly axisHeight: number;

  constructor(options: WalkerOptions, line: Centreline, axisHeight: number) {
    this.options = options;
    this.line = line;
    this.axisHeight = axisHeight;
    this.obstacle = new CapsuleObstacle([0, 0, 0], PERSON.radius, PERSON.height, options.vest ? VEST : null);
    this.followTo(0);
  }

  /** Puts the person where they are when the robot is at a chainage, m. */
  followTo(chainage: number): void {
    const at = Math.min(chainage + this.options.ahead, this.line.length - FACE_GAP);
    this.obstacle.moveTo(this.line.pointAt(at, this.options.left, -this.axisHeight));
  }
}
