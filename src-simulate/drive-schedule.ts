import { smoothstep, smoothstepIntegral } from './rock/smoothstep.ts';

/** Where a robot is on its way: chainage along the drive, and how far it has turned from facing the face. */
export interface DriveProgress {
  readonly chainage: number;
  /** Along the drive, m/s; negative on the way out. */
  readonly speed: number;
  /** Rad, counter-clockwise. */
  readonly turn: number;
}

/** Something that the robot stops for on its way in, by chainage, m; then it goes on. */
export type Manoeuvre =
  | { readonly kind: 'stand'; readonly chainage: number; readonly seconds: number }
  /** Back by `distance` metres without turning round. */
  | { readonly kind: 'reverse'; readonly chainage: number; readonly distance: number }
  /** On the spot, counter-clockwise; it goes on facing that way: 360 for once round. */
  | { readonly kind: 'turn'; readonly chainage: number; readonly degrees: number };

interface Leg {
  readonly duration: number;
  readonly from: number;
  readonly startSpeed: number;
  readonly endSpeed: number;
  readonly startTurn: number;
  readonly endTurn: number;
}

/** How long speeding up and slowing down take, and half a turn on the spot, s. */
const RAMP = 1.5;
const TURN_TIME = 6;
const PAUSE = 0.5;

export interface ScheduleOptions {
  /** Standing still before and after, s. */
  readonly still: { readonly start: number; readonly end: number };
  /** Turn on the spot at the end and come back to the start. */
  readonly outAndBack: boolean;
  /** By ascending chainage. */
  readonly manoeuvres: readonly Manoeuvre[];
  /** At full speed from the first instant. */
  readonly startInMotion: boolean;
}

/** How the robot goes through the drive in time: stillness, smooth ramps, cruise, and for a loop the way back. */
export class DriveSchedule {
  readonly duration: number;
  readonly #legs: Leg[] = [];
  #chainage: number;
  #turn = 0;
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

  /** @param t seconds since the start; held at both ends, but for a start in motion, which came from somewhere */
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
      };
    }
    throw new Error('A schedule has at least one leg');
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
    const way = target - this.#chainage;
    if (way === 0) return;
    const direction = Math.sign(way);
    // A way shorter than its ramps is gone at a lower top speed.
    const ramps = rolling ? 0.5 : 1;
    const top = Math.min(this.#speed, Math.abs(way) / (ramps * RAMP));
    const cruise = Math.abs(way) / top - ramps * RAMP;
    if (!rolling) this.#leg(RAMP, 0, direction * top, 0);
    this.#leg(cruise, direction * top, direction * top, 0);
    this.#leg(RAMP, direction * top, 0, 0);
  }

  #leg(duration: number, startSpeed: number, endSpeed: number, turned: number): void {
    const from = this.#chainage;
    const startTurn = this.#turn;
    this.#turn += turned;
    this.#legs.push({ duration, from, startSpeed, endSpeed, startTurn, endTurn: this.#turn });
    this.#chainage += (duration * (startSpeed + endSpeed)) / 2;
  }
}
