import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import {
  type ChannelAngles,
  type SpinningEvidence,
  type SpinningFormat,
  topToBottom,
} from './spinning-format.ts';
import { VELODYNE_FULL_TURN, VELODYNE_PACKET, VELODYNE_PACKET_BYTES, velodyneStampNs } from './velodyne.ts';
import { looksLikeVelodyneCalibration, parseVelodyneCalibration } from './velodyne-calibration.ts';

/*
 * Data packets of the HDL-64E S2, S2.1 and S3 ("HDL-64E S2 and S2.1 User's Manual", 63-HDL64ES2; "HDL-64E S3 User's Manual",
 * 63-HDL64ES3 Rev. K, appendices D to F): blocks of 32 lasers, the upper bank 0xEEFF and the lower one 0xDDFF in turns, which
 * fire at once. Instead of mode and product there are a status type and its value. Where two returns are sent, both banks
 * come twice with the same azimuth, the strongest first (as in velodyne_decoder 3, BSD, commit 043ca711).
 *
 * A point is that of the coordinate algorithm of appendix F, of which three things differ. Its corrections of distance along
 * x and y are put together along the ray, where ranges lie: D sin^2 + D cos^2 of the azimuth; the part across it, at most half
 * of what the two differ by, moves a point along the wall. Beyond 25.04 m the far correction holds, as the text of the appendix has it, while
 * its code goes on. The ROS driver subtracts besides what the height has along the ray: the heights of a real calibration
 * (64e_s2.1-sztaki.yaml) are linear in the tangent of the elevation to 1 um, which makes them the height at which the line
 * of a laser crosses the axis, so that nothing is to be subtracted.
 */
const BANK_FLAGS = [0xeeff, 0xddff];
const BANK = 32;
const LASERS = 2 * BANK;
const UNIT_MM = 2;
/** Types of the status: characters, the numbers of a calibration's bytes, and codes of the unit's parameters. */
const STATUS = new Set([...'HMSDNYGTVW1234567'].map((sign) => sign.charCodeAt(0)));
const LEAST_CODE = 0xf0;
/** Distances of the corrections, mm: near ones beside the sensor and before it, and the far one of both. */
const NEAR_X = 2400;
const NEAR_Y = 1930;
const FAR = 25_040;

/** Firing times: a round of all lasers; four lasers of a bank after another, and these among them. */
interface Times {
  readonly cycleSeconds: number;
  readonly groupSeconds: number;
  readonly withinSeconds: readonly number[];
}
const S2: Times = { cycleSeconds: 48e-6, groupSeconds: 6e-6, withinSeconds: [0, 1.26e-6, 2.46e-6, 3.66e-6] };
const S3: Times = { cycleSeconds: 57.6e-6, groupSeconds: 7.2e-6, withinSeconds: [0, 1.3e-6, 2.5e-6, 3.7e-6] };
/** Rounds in a packet, with one return and with two. */
const ROUNDS = [6, 3];
/** Share of the time between packets by which it may differ from that of a series. */
const TOLERANCE = 0.05;

const { blocks, blockBytes } = VELODYNE_PACKET;
const flagAt = (view: DataView, block: number): number => view.getUint16(block * blockBytes, true);
const azimuthAt = (view: DataView, block: number): number => view.getUint16(block * blockBytes + 2, true);
const none = (): number[] => new Array<number>(LASERS).fill(0);

function hdl64e(times: Times, stated: ChannelAngles | null): SpinningFormat {
  const { elevationDeg, azimuthDeg } = stated ?? { elevationDeg: none(), azimuthDeg: none() };
  const { farMm, nearXMm, nearYMm, heightMm, sidewaysMm } = stated?.distances ?? {
    ...{ farMm: none(), nearXMm: none(), nearYMm: none(), heightMm: none(), sidewaysMm: none() },
  };
  const laserOfBeam = topToBottom(elevationDeg);
  const ofBeams = (values: readonly number[]): number[] => laserOfBeam.map((laser) => values[laser]);
  const beamOfLaser = new Int32Array(LASERS);
  laserOfBeam.forEach((laser, beam) => {
    beamOfLaser[laser] = beam;
  });
  const flat = elevationDeg.map((elevation) => Math.cos((elevation * Math.PI) / 180));

  /** Range of a laser, mm. @param azimuth of it, radians */
  const corrected = (measured: number, laser: number, azimuth: number): number => {
    const [s, c] = [Math.sin(azimuth), Math.cos(azimuth)];
    const across = (measured + farMm[laser]) * flat[laser];
    const x = Math.abs(across * s - sidewaysMm[laser] * c);
    const y = Math.abs(across * c + sidewaysMm[laser] * s);
    const between = (near: number, at: number, from: number): number =>
      near + (farMm[laser] - near) * Math.min(1, (at - from) / (FAR - from));
    const more = between(nearXMm[laser], x, NEAR_X) * s * s + between(nearYMm[laser], y, NEAR_Y) * c * c;
    return Math.max(0, Math.round(measured + more));
  };

  const readBanks = (
    view: DataView,
    block: number,
    first: number,
    ranges: Uint32Array,
    reflectivity: Uint16Array,
  ): void => {
    for (let laser = 0; laser < LASERS; laser++) {
      const own = block + Math.floor(laser / BANK);
      const at = own * blockBytes + 4 + 3 * (laser % BANK);
      const counts = view.getUint16(at, true);
      const azimuth = ((azimuthAt(view, own) / 100 + azimuthDeg[laser]) * Math.PI) / 180;
      const pixel = first + beamOfLaser[laser];
      ranges[pixel] = counts === 0 ? 0 : corrected(counts * UNIT_MM, laser, azimuth);
      reflectivity[pixel] = view.getUint8(at + 2);
    }
  };

  return {
    format: 'VELODYNE_HDL64E',
    product: 'Velodyne HDL-64E',
    port: 2368,
    altitudeDeg: ofBeams(elevationDeg),
    azimuthDeg: ofBeams(azimuthDeg),
    heightMm: ofBeams(heightMm),
    sidewaysMm: ofBeams(sidewaysMm),
    distanceMm: { far: ofBeams(farMm), nearX: ofBeams(nearXMm), nearY: ofBeams(nearYMm) },
    firingSeconds: laserOfBeam.map((laser) => {
      const place = laser % BANK;
      return Math.floor(place / 4) * times.groupSeconds + times.withinSeconds[place % 4];
    }),
    cycleSeconds: times.cycleSeconds,
    firings: ROUNDS[0],
    clockPeriodNs: VELODYNE_PACKET.clockPeriodNs,
    channelOfBeam: laserOfBeam,
    remark: null,
    angles: {
      isNeeded: true,
      with: (angles) => hdl64e(times, angles),
      file: {
        ending: /\.(?:xml|ya?ml)$/i,
        looksLike: looksLikeVelodyneCalibration,
        parse: parseVelodyneCalibration,
        isCalibration: true,
      },
    },
    fit: (evidence) => hdl64e(timesOf(evidence), stated),
    matches: (view) => {
      if (view.byteLength !== VELODYNE_PACKET_BYTES) return false;
      const status = view.getUint8(VELODYNE_PACKET.modeAt);
      if (!STATUS.has(status) && status < LEAST_CODE) return false;
      if (velodyneStampNs(view) >= VELODYNE_PACKET.clockPeriodNs) return false;
      for (let block = 0; block < blocks; block++)
        if (flagAt(view, block) !== BANK_FLAGS[block % 2] || azimuthAt(view, block) >= VELODYNE_FULL_TURN)
          return false;
      return true;
    },
    stampNs: velodyneStampNs,
    decode: (view, out) => {
      out.hasSecond = [0, 4, 8].every((block) => azimuthAt(view, block) === azimuthAt(view, block + 2));
      out.count = ROUNDS[out.hasSecond ? 1 : 0];
      const step = blocks / out.count;
      for (let firing = 0; firing < out.count; firing++) {
        const first = firing * LASERS;
        readBanks(view, firing * step, first, out.rangeMm, out.reflectivity);
        if (out.hasSecond)
          readBanks(view, firing * step + 2, first, out.secondRangeMm, out.secondReflectivity);
        out.azimuthDeg[firing] = azimuthAt(view, firing * step) / 100;
        out.sinceStampNs[firing] = firing * times.cycleSeconds * 1e9;
      }
    },
  };
}

/** Firing times by the pace of the packets, which nothing else tells. @throws SocavonError 'capture-format' for another pace */
function timesOf({ name, packetSeconds }: SpinningEvidence): Times {
  if (!Number.isFinite(packetSeconds)) return S3;
  for (const times of [S2, S3])
    for (const rounds of ROUNDS)
      if (Math.abs(packetSeconds / (rounds * times.cycleSeconds) - 1) <= TOLERANCE) return times;
  const microseconds = Math.round(packetSeconds * 1e6);
  throw new SocavonError('capture-format', message('hdl64-pace', { name, microseconds }));
}

/** Velodyne HDL-64E of the series S2 and S3, by the calibration of the unit. */
export const HDL_64E: SpinningFormat = hdl64e(S3, null);
