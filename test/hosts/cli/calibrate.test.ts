import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { calibrationSchema, parametersOf } from '../../../src-core/model/instrument-calibration.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { openAtomicSink } from '../../../src-main/files/atomic-sink.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import { SIMULATE_DEFAULTS } from '../../../src-simulate/options.ts';
import { EXACT_ROCK } from '../../../src-simulate/rock/roughness.ts';
import { truthBetween } from '../../../src-simulate/truth.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../src-simulate/write-capture.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { runCli } from './run-cli.ts';

const SEED = 21;
/** Error common to all ranges, m: more than the maker's bound of this sensor, 6 mm. */
const BIAS = 0.008;
/** A lined gallery with plane walls, m, of which the robot drives five. */
const GALLERY = { length: 18, start: 4, standoff: 9 };
const WIDTH = SIMULATE_DEFAULTS.section.width;

/** A capture of the gallery in a folder. @param secantBias of ranges that slant, m: see `InstrumentOptions` */
async function galleryIn(folder: string, secantBias: number): Promise<Drive> {
  const drive = simulateDrive({
    ...SIMULATE_DEFAULTS,
    ...GALLERY,
    alignment: [{ length: GALLERY.length, radius: null, grade: 0 }],
    roughness: EXACT_ROCK,
    speed: 1,
    rangeBias: BIAS,
    instrument: { secantBias },
    seed: SEED,
  });
  const options = { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' as const };
  await writeCapture(drive, options, (name) => openAtomicSink(join(folder, name)), SILENT_CONTEXT);
  return drive;
}

describe(`a sensor of ${1000 * BIAS} mm, calibrated by the width of a gallery (seed ${SEED})`, () => {
  /** The gallery in a project of its own, calibrated by its width. */
  async function calibrated(secantBias = 0) {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const capture = at('capture.pcap');
    const drive = await galleryIn(folder, secantBias);

    const file = at('calibration.json');
    const distance = ['--distance', String(WIDTH), '--distance-sigma', '0.001'];
    const project = ['--project', at('drive.socavon')];
    const ending = await runCli('calibrate', capture, ...project, ...distance, '--out', file);
    expect(ending).toMatchObject({ status: 0 });
    return { at, capture, drive, file, project, ending };
  }

  it.runIf(IS_LONG)('surveys with the error that it finds nearer to the truth, at a smaller ±', async () => {
    // Without one the scans alone would show as much: a spread of the spot is what hides a bias from them.
    const { at, capture, drive, file, project } = await calibrated(0.004);
    const volumeBy = async (calibration: string): Promise<VolumeJson> => {
      const out = at(calibration === 'off' ? 'as-sent' : 'checked');
      const how = ['--calibration', calibration, '--map-voxel', '0.3'];
      const ran = await runCli('run', capture, ...project, '--out', out, ...how);
      expect(ran).toMatchObject({ status: 0 });
      return JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8'));
    };
    // A survey neither replaces the check distance by its own scans nor loses it, however often it runs.
    const volumes = [await volumeBy('auto'), await volumeBy('auto')];
    const asSent = await volumeBy('off');
    const checked = await volumeBy(file);
    expect(asSent.instrument).toBeUndefined();
    expect(checked.instrument).toMatchObject({ isBiasChecked: true });
    for (const auto of volumes) {
      expect(auto.instrument).toEqual(checked.instrument);
      expect(auto.volume).toEqual(checked.volume);
    }
    const { from, to } = drive.surveyed;
    const truth = truthBetween(drive, from, to).volumes.void / (to - from);
    const off = ({ perMetre }: VolumeJson): number => Math.abs(perMetre.value - truth);
    expect(off(checked)).toBeLessThan(checked.perMetre.plusMinus);
    expect(off(checked)).toBeLessThan(off(asSent));
    expect(checked.perMetre.plusMinus).toBeLessThan(asSent.perMetre.plusMinus);
    expect(checked.volume.plusMinus).toBeLessThan(asSent.volume.plusMinus);
  });

  it('finds the error, and refuses another width', async () => {
    const { at, file, ending } = await calibrated();
    const calibration = calibrationSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(calibration).toMatchObject({ isBiasChecked: true, isOtherInstrument: false });
    const [bias] = parametersOf(calibration, 'common-bias');
    expect(bias.isApplied).toBe(true);
    expect(Math.abs(bias.value - BIAS)).toBeLessThan(2 * bias.sigma);
    expect(bias.sigma).toBeLessThan(0.0015);
    expect(calibration.rangeBound).toBeLessThan(0.003);
    expect(ending.stdout).toContain(file);

    const refused = await runCli('calibrate', at('drive.socavon'), '--distance', '7.5');
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('7.5');

    const list = at('points.csv');
    writeFileSync(list, 'A,1,1,1\nB,5,1,1\nC,5,9,1\nD,1,9,2\n');
    const noTargets = await runCli('calibrate', at('drive.socavon'), '--control', list);
    expect(noTargets).toMatchObject({ status: 2 });
    expect(noTargets.stderr).toContain('--target-size');
    const alone = await runCli('calibrate', at('drive.socavon'), '--target-size', '0.2');
    expect(alone).toMatchObject({ status: 2 });
    expect(alone.stderr).toContain('--control');
  });
});
