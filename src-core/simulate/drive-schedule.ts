import { smoothstep, smoothstepIntegral } from './smoothstep.ts';

/** Where a robot is on its way: chainage along the drive, and how far it has turned from facing the face. */
export interface Progress {
  readonly chainage: number;
  /** Along the drive, m/s; negative on the way out. */
  readonly speed: number;
  /** Rad, counter-clockwise. */
  readonly turn: number;
}

interface Leg {
  readonly duration: number;
  readonly from: number;
  readonly startSpeed: number;
  readonly endSpeed: number;
  readonly startTurn: number;
  readonly endTurn: number;
}

/** How long speeding up and slowing down take, and turning on the spot, s. */
const RAMP = 1.5;
const TURN_TIME = 6;
const PAUSE = 0.5;

/** How the robot goes through the drive in time: stillness, smooth ramps, cruise, and for a loop the way back. */
export class DriveSchedule {
  readonly duration: number;
  private readonly legs: Leg[] = [];

  /** @param outAndBack turn on the spot at `to` and come back to `from` */
  constructor(
    from: number,
    to: number,
    speed: number,
    still: { start: number; end: number },
    outAndBack: boolean,
  ) {
    let [chainage, turn] = [from, 0];
    const wait = (duration: number) => {
      this.legs.push({
        duration,
        from: chainage,
        startSpeed: 0,
        endSpeed: 0,
        startTurn: turn,
        endTurn: turn,
      });
    };
    const go = (target: number) => {
      const way = target - chainage;
      const direction = Math.sign(way);
      // A way shorter than the two ramps is gone at a lower top speed.
      const top = Math.min(speed, Math.abs(way) / RAMP);
      const cruise = Math.abs(way) / top - RAMP;
      const leg = (duration: number, startSpeed: number, endSpeed: number) => {
        this.legs.push({ duration, from: chainage, startSpeed, endSpeed, startTurn: turn, endTurn: turn });
        chainage += (duration * (startSpeed + endSpeed)) / 2;
      };
      leg(RAMP, 0, direction * top);
      leg(cruise, direction * top, direction * top);
      leg(RAMP, direction * top, 0);
    };
    wait(still.start);
    go(to);
    if (outAndBack) {
      wait(PAUSE);
      this.legs.push({
        duration: TURN_TIME,
        from: chainage,
        startSpeed: 0,
        endSpeed: 0,
        startTurn: 0,
        endTurn: Math.PI,
      });
      turn = Math.PI;
      wait(PAUSE);
      go(from);
    }
    wait(still.end);
    this.duration = this.legs.reduce((sum, leg) => sum + leg.duration, 0);
  }

  /** @param t seconds since the start; held at both ends */
  at(t: number): Progress {
    let left = Math.max(t, 0);
    for (const [i, leg] of this.legs.entries()) {
      if (left > leg.duration && i + 1 < this.legs.length) {
        left -= leg.duration;
        continue;
      }
      const u = leg.duration > 0 ? Math.min(left / leg.duration, 1) : 1;
      const change = leg.endSpeed - leg.startSpeed;
      return {
        chainage: leg.from + leg.duration * (leg.startSpeed * u + change * smoothstepIntegral(u)),
        speed: leg.startSpeed + change * smoothstep(u),
        turn: leg.startTurn + (leg.endTurn - leg.startTurn) * smoothstep(u),
      };
    }
    throw new Error('A schedule has at least one leg');
  }
}
