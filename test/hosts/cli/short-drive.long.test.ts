import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import type { DriveTruth } from '../../../src-simulate/truth.ts';
import { oncePerRun } from '../../fixtures/once-per-run.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { type Ending, runCli } from './run-cli.ts';

const SEED = 5;
/** Where the robot starts, m from the portal: chainage 0 of the survey. */
const START = 4;
/** Chainages of the survey that its default range is expected at: 9 to 14.5. */
const RANGE = { from: 9, to: 14.5 };

/** A drive of 20 m of which the robot drives 8 m, with the true volume of the expected range. */
const drive = (): Promise<string> =>
  oncePerRun('short-drive', async (folder) => {
    const ending = await runCli(
      'simulate', '--preset', 'rough', '--length', '20', '--seed', String(SEED),
      '--chainage', `${START + RANGE.from}:${START + RANGE.to}`, '--out', folder,
    ); // biome-ignore format: one command line
    if (ending.status !== 0) throw new Error(ending.stderr);
  });

/** The same recording, broken off after a part of it. */
const beginning = (part: number): Promise<string> =>
  oncePerRun(`short-beginning-${part}`, async (into) => {
    const whole = readFileSync(join(await drive(), 'capture.pcap'));
    writeFileSync(join(into, 'capture.pcap'), whole.subarray(0, Math.floor(whole.length * part)));
    copyFileSync(join(await drive(), 'metadata.json'), join(into, 'metadata.json'));
  });

async function survey(
  name: string,
  input: (folder: string) => Promise<readonly string[]>,
): Promise<Ending & { out: string; volume: VolumeJson }> {
  const folder = await oncePerRun(`short-${name}`, async (into) => {
    const files = ['--project', join(into, 'drive.socavon'), '--out', join(into, 'out')];
    const ending = await runCli(
      'run',
      ...(await input(into)),
      ...files,
      '--report',
      'html',
      '--map-formats',
      'e57,pts',
    );
    if (ending.status !== 0) throw new Error(ending.stderr);
    writeFileSync(join(into, 'ending.json'), JSON.stringify(ending));
  });
  const out = join(folder, 'out');
  return {
    ...(JSON.parse(readFileSync(join(folder, 'ending.json'), 'utf8')) as Ending),
    out,
    volume: JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')),
  };
}

const forth = () => survey('forth', async () => [join(await drive(), 'capture.pcap')]);
const back = () => survey('back', async () => [join(await drive(), 'capture.pcap'), '--chainage-reversed']);

const truth = async (): Promise<number> => {
  const truth: DriveTruth = JSON.parse(readFileSync(join(await drive(), 'truth.json'), 'utf8'));
  return truth.asked[0].volumes.void;
};

describe(`a drive of 8 m whose crown was not seen beside the robot (seed ${SEED})`, () => {
  it('is measured ahead of the robot, and the first line says of how much of the drive, why, and what to do', async () => {
    const { stdout, volume } = await forth();
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([RANGE.from, RANGE.to]);
    expect(Math.abs(volume.volume.value - (await truth()))).toBeLessThan(volume.volume.plusMinus);
    expect(stdout.split('\n')[0]).toMatch(
      /^Volume [\d.]+ ± [\d.]+ m³, [\d.]+ ± [\d.]+ m³\/m \(95 %\) from chainage 9\.00 to 14\.50 m, [\d.]+ % of the wall measured; 0\.0 of the 7\.9 m of the path are in it\. From chainage -0\.5 to 8\.5 no scan saw the crown\. Begin the drive 9 m earlier, or turn round at its end and drive back\.$/,
    );
    expect(volume.warnings.map(({ code }) => code)).toEqual(['drive-uncovered']);
    const states = volume.coverage!.stretches.map(({ from, to, state, missing }) => [
      from,
      to,
      state,
      ...missing,
    ]);
    expect(states).toContainEqual([-0.5, 2.5, 'open', 'crown']);
    expect(states).toContainEqual([2.5, 5.5, 'open', 'crown', 'floor']);
    expect(states).toContainEqual([8.5, 15, 'measured']);
  }, 300_000);

  it('is measured over the same range, to the same volume, counted from its other end', async () => {
    const [one, other] = [(await forth()).volume, (await back()).volume];
    // Counted from a half metre beyond the end of the path of 7.94 m.
    expect([8 - other.chainageTo, 8 - other.chainageFrom]).toEqual([one.chainageFrom, one.chainageTo]);
    expect(Math.abs(other.volume.value / one.volume.value - 1)).toBeLessThan(2e-4);
    expect(other.volume.plusMinus).toBeCloseTo(one.volume.plusMinus, 1);
  }, 300_000);

  it('is told the same way as a cloud without a trajectory', async () => {
    const { stdout, volume } = await survey('cloud', async () => [
      join((await forth()).out, 'map.e57'),
      '--frame',
      'local',
    ]);
    expect(stdout.split('\n')[0]).toMatch(
      / of the path are in it\. From chainage [-\d.]+ to [\d.]+ no scan saw the crown\. Begin /,
    );
    expect(volume.warnings.map(({ code }) => code)).toContain('drive-uncovered');
    expect(volume.length).toBeGreaterThan(5);
    // The truth of the metre is that of the longest stretch of both: rough rock changes by a hundredth.
    const perMetre = (await truth()) / (RANGE.to - RANGE.from);
    expect(Math.abs(volume.perMetre.value / perMetre - 1)).toBeLessThan(0.01);
  }, 300_000);

  it('is measured alike as a cloud that is turned in plan', async () => {
    const lines = readFileSync(join((await forth()).out, 'map.pts'), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
    const points = lines.map((line) => line.split(' ').slice(0, 3).map(Number));
    const turned = (name: string, degrees: number) =>
      survey(name, async (into) => {
        const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const text = points.map(([x, y, z]) =>
          [c * x - s * y, s * x + c * y, z].map((v) => v.toFixed(4)).join(' '),
        );
        writeFileSync(join(into, 'cloud.xyz'), text.join('\n'));
        return [join(into, 'cloud.xyz'), '--cloud-unit', 'm', '--frame', 'local'];
      });
    const one = (await turned('straight-on', 0)).volume;
    const other = (await turned('turned', 140)).volume;
    expect(Math.abs(other.chainageFrom - one.chainageFrom)).toBeLessThanOrEqual(0.5);
    expect(Math.abs(other.length - one.length)).toBeLessThanOrEqual(0.5);
    expect(Math.abs(other.perMetre.value / one.perMetre.value - 1)).toBeLessThan(0.003);
    expect(other.perMetre.plusMinus).toBeCloseTo(one.perMetre.plusMinus, 1);
  }, 300_000);

  it('says in its report what it did not measure, on the first page', async () => {
    const { out } = await forth();
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('Parte del recorrido no se midió y no está en el volumen.');
    expect(page).toMatch(/0\.0 \/ 7\.9 m \(0\s%\)/);
    expect(page).toContain('ningún barrido vio la corona');
  }, 300_000);
});

/** A ring of points about a line every 0.1 m, of radius 2.2 m, with a little roughness. */
function tube(at: (s: number, left: number, up: number) => number[], from: number, to: number): string {
  const lines: string[] = [];
  for (let s = from; s < to; s += 0.1)
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.05) {
      const r = 2.2 + 0.05 * Math.sin(3 * angle + s);
      lines.push(
        at(s, r * Math.cos(angle), r * Math.sin(angle))
          .map((value) => value.toFixed(3))
          .join(' '),
      );
    }
  return lines.join('\n');
}

describe('what cannot be measured', () => {
  const level = (s: number, left: number, up: number): number[] => [s, left, up];
  const shaft = (s: number, left: number, up: number): number[] => [left, up, s];

  it.each([
    {
      name: 'a cloud of two pieces',
      text: () => [tube(level, 0, 20), tube(level, 50, 70)].join('\n'),
      says: /^error: This cloud is of no one drive: its parts do not hang together, .* --axis, /,
    },
    {
      name: 'a cloud of a shaft',
      text: () => tube(shaft, 0, 40),
      says: /^error: .*(vertical|flatter than 80).*$/,
    },
  ])(
    '$name is refused in one sentence',
    async ({ text, says }) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'cloud.xyz'), text());
      const files = [
        '--project',
        join(folder, 'a.socavon'),
        '--out',
        join(folder, 'out'),
        '--report',
        'html',
      ];
      const { status, stderr } = await runCli(
        'run',
        join(folder, 'cloud.xyz'),
        '--cloud-unit',
        'm',
        '--frame',
        'local',
        ...files,
      );
      expect(status).not.toBe(0);
      expect(stderr.trim().split('\n').at(-1)).toMatch(says);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
    300_000,
  );

  it('a recording of a robot that stands is refused in one sentence', async () => {
    // The robot stands for the first 1.5 s of 12.
    const folder = await beginning(0.1);
    const into = temporaryFolder();
    const files = ['--project', join(into, 'a.socavon'), '--out', join(into, 'out'), '--report', 'html'];
    const { status, stderr } = await runCli('run', join(folder, 'capture.pcap'), ...files);
    expect(status).not.toBe(0);
    expect(stderr.trim().split('\n').at(-1)).toMatch(
      /^error: The path of the survey reaches only 0\.\d\d m from where it begins, too little for an axis; give one with --axis/,
    );
  }, 300_000);

  it('a drive of 3 m is measured ahead of the robot, and says that none of its path is in the volume', async () => {
    const folder = await beginning(0.45);
    const into = temporaryFolder();
    const files = ['--project', join(into, 'a.socavon'), '--out', join(into, 'out'), '--report', 'html'];
    const { stdout } = await runCli('run', join(folder, 'capture.pcap'), ...files);
    expect(stdout.split('\n')[0]).toMatch(
      /^Volume [\d.]+ ± .* from chainage 9\.00 to 1\d\.\d0 m, .*; 0\.0 of the 2\.9 m of the path are in it\. .* no scan saw the crown\. Begin the drive 9 m earlier/,
    );
  }, 300_000);
});
