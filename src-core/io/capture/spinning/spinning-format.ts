import type { OtherFormat } from '../../../model/sensor.ts';

/** Firings of one packet, reused between packets: a firing is one pass through all beams, a column of the image. */
export interface Firings {
  count: number;
  /** Per firing: degrees clockwise from the y axis of the sensor, at its first beam. */
  readonly azimuthDeg: Float64Array;
  /** Per firing: its first beam after the packet's stamp, ns. */
  readonly sinceStampNs: Float64Array;
  /** Per firing and beam, top to bottom; 0: no return. */
  readonly rangeMm: Uint32Array;
  readonly reflectivity: Uint16Array;
  /** Whether there are two returns of each beam; the first ones are the strongest then. */
  hasSecond: boolean;
  readonly secondRangeMm: Uint32Array;
  readonly secondReflectivity: Uint16Array;
  /** Degrees from a firing to the next, for packets of one firing, which do not tell; 0: not known yet. */
  turnDeg: number;
}

/** Angles of the channels of a sensor in the order of its packets, degrees: elevation, and clockwise from the stated azimuth. */
export interface ChannelAngles {
  readonly elevationDeg: readonly number[];
  readonly azimuthDeg: readonly number[];
  /** Where the beams begin, and what their distances lack; absent: the file states none of it. */
  readonly distances?: ChannelDistances;
}

/** Lengths of the channels of a sensor in the order of its packets, mm. */
export interface ChannelDistances {
  /** Added to distances: far away, and near the sensor along x and along y. */
  readonly farMm: readonly number[];
  readonly nearXMm: readonly number[];
  readonly nearYMm: readonly number[];
  /** Of the origin above the sensor's centre, and to the left of the beam. */
  readonly heightMm: readonly number[];
  readonly sidewaysMm: readonly number[];
}

/** A file in which a unit states its angles. */
export interface CorrectionFile {
  readonly ending: RegExp;
  /** True for one of a calibration, which its maker ships; false: one that the sensor itself gives. */
  readonly isCalibration: boolean;
  looksLike(text: string): boolean;
  /** @throws SocavonError 'metadata-malformed' with the place */
  parse(text: string, name: string, channels: number, product: string): ChannelAngles;
}

/** What the first packets of a capture tell of a sensor whose single packets do not tell all. */
export interface SpinningEvidence {
  /** Name of the file. */
  readonly name: string;
  /** A packet by which the sensor describes itself; null: none was found. */
  readonly device: DataView | null;
  /** Time from one packet to the next; NaN: only one was found. */
  readonly packetSeconds: number;
  /** True if the blocks of every packet come in pairs of the same azimuth. */
  readonly isPaired: boolean;
}

/** A spinning sensor whose packets state azimuths: its packets, table and clock. */
export interface SpinningFormat {
  readonly format: OtherFormat;
  /** Maker and model. */
  readonly product: string;
  readonly port: number;
  /** Per beam, top to bottom: degrees of elevation. */
  readonly altitudeDeg: readonly number[];
  /** Per beam: degrees clockwise from the azimuth that a firing states. */
  readonly azimuthDeg: readonly number[];
  /** Per beam: time after the first beam of its firing, s. */
  readonly firingSeconds: readonly number[];
  /** Per beam: height of its origin above the sensor's centre, mm. */
  readonly heightMm: readonly number[];
  /** Per beam: how far its origin lies to the left of it, seen from above, mm; absent: not at all. */
  readonly sidewaysMm?: readonly number[];
  /** Per beam, mm: what its ranges have more than the packets state; absent: nothing. */
  readonly distanceMm?: Readonly<Record<'far' | 'nearX' | 'nearY', readonly number[]>>;
  /** Distance of the beams' origins from the axis, mm, which the ranges include; absent: none. */
  readonly originMm?: number;
  /** Serial number of the unit; absent: not known. */
  readonly serial?: string;
  /** What is assumed of the angles; null: they are the unit's own; absent: they are the maker's table. */
  readonly remark?: 'spinning-nominal' | null;
  /** Per beam, the channel of the packet; absent: that of the beam's own number. */
  readonly channelOfBeam?: readonly number[];
  /** Angles that a file of the unit states; absent: there is no such file. */
  readonly angles?: {
    /** True: the sensor is not read without it. */
    readonly isNeeded: boolean;
    readonly with: (stated: ChannelAngles) => SpinningFormat;
    /** Absent: that of a Hesai. */
    readonly file?: CorrectionFile;
  };
  /** True for a packet by which the sensor describes itself; absent: it sends none. */
  readonly isDevicePacket?: (view: DataView) => boolean;
  /**
   * The sensor of a capture, where single packets do not tell its angles and mode; absent: they do.
   *
   * @throws SocavonError where the evidence is not enough
   */
  readonly fit?: (evidence: SpinningEvidence) => SpinningFormat;
  /** Time from one firing to the next, s. */
  readonly cycleSeconds: number;
  /** Most firings of a packet. */
  readonly firings: number;
  /** Period after which the stamps of the packets begin again, ns; null: they count from 1970. */
  readonly clockPeriodNs: bigint | null;
  /** True for a packet of this sensor, by its size and structure. */
  matches(view: DataView): boolean;
  /** Sensor clock of a packet, ns. @param view of a packet that matches */
  stampNs(view: DataView): bigint;
  /** Reads the firings of a packet that matches. */
  decode(view: DataView, out: Firings): void;
}

export function newFirings({ altitudeDeg, firings }: SpinningFormat): Firings {
  const pixels = altitudeDeg.length * firings;
  return {
    count: 0,
    azimuthDeg: new Float64Array(firings),
    sinceStampNs: new Float64Array(firings),
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    hasSecond: false,
    secondRangeMm: new Uint32Array(pixels),
    secondReflectivity: new Uint16Array(pixels),
    turnDeg: 0,
  };
}

/** The lasers of a sensor from the top one down, by their elevations; of equal ones in the order of their numbers. */
export function topToBottom(elevationDeg: readonly number[]): number[] {
  return elevationDeg.map((_, laser) => laser).sort((a, b) => elevationDeg[b] - elevationDeg[a]);
}
