import { smoothstep, smoothstepIntegral } from './motion/smoothstep.ts';

/** Progress of the robot: chainage along the drive, speed, and rotation from facing the face. */
interface DriveProgress {
  readonly chainage: number;
  /** Along the drive, m/s; negative on the way out. */
  readonly speed: number;
  /** Rotation, rad, counter-clockwise. */
  readonly turn: number;
  /** Height by which a hand raises the sensor over its mount, m. */
  readonly lift: number;
}

/** Manoeuvre at a chainage, m, on the way in; the robot stops for it, then drives on. */
export type Manoeuvre =
  | { readonly kind: 'stand'; readonly chainage: number; readonly seconds: number }
  /** Reverses by `distance` metres without turning round. */
  | { readonly kind: 'reverse'; readonly chainage: number; readonly distance: number }
  /** Turns on the spot, counter-clockwise, and drives on facing that direction: 360 for a full turn. */
  | { readonly kind: 'turn'; readonly chainage: number; readonly degrees: number }
  /** Raises the sensor by hand, `height` m, holds it for some seconds and puts it back. */
  | { readonly kind: 'lift'; readonly chainage: number; readonly height: number; readonly seconds: number };

interface Leg {
  readonly duration: number;
  readonly from: number;
  readonly startSpeed: number;
  readonly endSpeed: number;
  readonly startTurn: number;
  readonly endTurn: number;
  readonly startLift: number;
  readonly endLift: number;
}

/** Duration of accelerating and of braking, and of half a turn on the spot, s. */
const RAMP = 1.5;
const TURN_TIME = 6;
const PAUSE = 0.5;
/** Duration of raising the sensor by hand, s. */
const RAISE_TIME = 1.2;
/** Step of the search for the instant at a chainage, s, and its halvings. */
const SEARCH = { step: 0.05, halvings: 30 };

interface ScheduleOptions {
  /** Duration of standing still before and after, s. */
  readonly still: { readonly start: number; readonly end: number };
  /** Turn on the spot at the end and return to the start. */
  readonly outAndBack: boolean;
  /** By ascending chainage. */
  readonly manoeuvres: readonly Manoeuvre[];
  /** Full speed from the first instant. */
  readonly startInMotion: boolean;
}

/**
 * Schedule of the robot's progress over time: stillness, smooth ramps, cruise, and for an out-and-back drive the
 * return.
 */
export class DriveSchedule {
  readonly duration: number;
  readonly #legs: Leg[] = [];
  #chainage: number;
  #turn = 0;
  #lift = 0;
  readonly #speed: number;

  constructor(from: number, to: number, speed: number, options: ScheduleOptions) {
    const { still, outAndBack, manoeuvres, startInMotion } = options;
    this.#chainage = from;
    this.#speed = speed;
    if (!startInMotion) this.#wait(still.start);
    let rolling = startInMotion;
    for (const manoeuvre of manoeuvres) {
      this.#go(manoeuvre.chainage, rolling);
      rolling = false;
      this.#carryOut(manoeuvre);
    }
    this.#go(to, rolling);
    if (outAndBack) {
      this.#wait(PAUSE);
      this.#turnBy(Math.PI);
      this.#wait(PAUSE);
      this.#go(from, false);
    }
    this.#wait(still.end);
    this.duration = this.#legs.reduce((sum, leg) => sum + leg.duration, 0);
  }

  /** @param t seconds since the start; clamped at both ends, except before a start in motion, which is extrapolated */
  at(t: number): DriveProgress {
    let left = Math.max(t, 0);
    const before = Math.min(t, 0) * this.#legs[0].startSpeed;
    for (const [i, leg] of this.#legs.entries()) {
      if (left > leg.duration && i + 1 < this.#legs.length) {
        left -= leg.duration;
        continue;
      }
      const u = leg.duration > 0 ? Math.min(left / leg.duration, 1) : 1;
      const change = leg.endSpeed - leg.startSpeed;
      return {
        chainage: leg.from + leg.duration * (leg.startSpeed * u + change * smoothstepIntegral(u)) + before,
        speed: leg.startSpeed + change * smoothstep(u),
        turn: leg.startTurn + (leg.endTurn - leg.startTurn) * smoothstep(u),
        lift: leg.startLift + (leg.endLift - leg.startLift) * smoothstep(u),
      };
    }
    throw new Error('A schedule has at least one leg');
  }

  /** First instant at which the robot reaches a chainage on its way in, s since the start. */
  timeAt(chainage: number): number {
    let late = 0;
    while (late < this.duration && this.at(late).chainage < chainage) late += SEARCH.step;
    let early = Math.max(late - SEARCH.step, 0);
    for (let i = 0; i < SEARCH.halvings; i++) {
      const middle = (early + late) / 2;
      if (this.at(middle).chainage < chainage) early = middle;
      else late = middle;
    }
    return late;
  }

  #carryOut(manoeuvre: Manoeuvre): void {
    switch (manoeuvre.kind) {
      case 'stand':
        this.#wait(manoeuvre.seconds);
        break;
      case 'turn':
        this.#wait(PAUSE);
        this.#turnBy((manoeuvre.degrees * Math.PI) / 180);
        this.#wait(PAUSE);
        break;
      case 'lift':
        this.#wait(PAUSE);
        this.#leg(RAISE_TIME, 0, 0, 0, manoeuvre.height);
        this.#wait(manoeuvre.seconds);
        this.#leg(RAISE_TIME, 0, 0, 0, -manoeuvre.height);
        this.#wait(PAUSE);
        break;
      case 'reverse':
        this.#go(manoeuvre.chainage - manoeuvre.distance, false);
        break;
    }
  }

  #wait(duration: number): void {
    this.#leg(duration, 0, 0, 0);
  }

  #turnBy(angle: number): void {
    this.#leg((TURN_TIME * Math.abs(angle)) / Math.PI, 0, 0, angle);
  }

  #go(target: number, rolling: boolean): void {
    const distance = target - this.#chainage;
    if (distance === 0) return;
    const direction = Math.sign(distance);
    // A path shorter than its ramps is driven at a lower top speed.
    const ramps = rolling ? 0.5 : 1;
    const top = Math.min(this.#speed, Math.abs(distance) / (ramps * RAMP));
    const cruise = Math.abs(distance) / top - ramps * RAMP;
    if (!rolling) this.#leg(RAMP, 0, direction * top, 0);
    this.#leg(cruise, direction * top, direction * top, 0);
    this.#leg(RAMP, direction * top, 0, 0);
  }

  #leg(duration: number, startSpeed: number, endSpeed: number, turned: number, raised = 0): void {
    const from = this.#chainage;
    const startTurn = this.#turn;
    this.#turn += turned;
    const startLift = this.#lift;
    this.#lift += raised;
    this.#legs.push({
      duration,
      from,
      startSpeed,
      endSpeed,
      startTurn,
      endTurn: this.#turn,
      startLift,
      endLift: this.#lift,
    });
    this.#chainage += (duration * (startSpeed + endSpeed)) / 2;
  }
}
