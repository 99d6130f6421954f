import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { nominalSensor } from '../../src-core/io/capture/nominal-sensors.ts';
import { packetStyleOf } from '../../src-core/io/capture/packet-style.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { NOMINAL_SENSORS } from '../../src-core/model/nominal-sensor.ts';
import { rotation } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

const style = (file: Uint8Array, beams: number) =>
  packetStyleOf(memorySource('a.pcap', file), beams, SILENT_CONTEXT);

describe('nominal sensors', () => {
  it.each(NOMINAL_SENSORS)('%s has its beams, falling and apart, and says that it is nominal', (name) => {
    const sensor = nominalSensor(name);
    expect(sensor.beams).toBe(Number(name.split('-')[1]));
    const angles = [...sensor.beamAltitudeDeg];
    expect(angles.every((angle, i) => i === 0 || angle < angles[i - 1])).toBe(true);
    expect(angles[0]).toBeCloseTo(-angles[angles.length - 1], 9);
    expect(sensor.assumptions).toHaveLength(1);
    expect(sensor.assumptions[0].message).toContain('nominal');
  });

  // Real units, of the shared data: OS1-128 (firmware 2.3), OS0-32, OS2-32.
  it.each([
    ['os1-128', [20.95, -21.82], [4.21, 1.41, -1.4, -4.22]],
    ['os0-32', [43.88, -45.4], null],
    ['os2-32', [10.87, -10.48], [-2.08, -2.06, -2.07, -2.07]],
  ] as const)('%s is a degree or less from a real unit', (name, [first, last], azimuths) => {
    const { beamAltitudeDeg: altitudes, beamAzimuthDeg } = nominalSensor(name);
    expect(Math.abs(altitudes[0] - first)).toBeLessThan(1.2);
    expect(Math.abs(altitudes[altitudes.length - 1] - last)).toBeLessThan(1.2);
    for (const [i, azimuth] of (azimuths ?? []).entries())
      expect(Math.abs(beamAzimuthDeg[i] - azimuth)).toBeLessThan(0.1);
  });

  it.each([
    ['os0-32', 'RNG19_RFL8_SIG16_NIR16_DUAL', 32, 512],
    ['os1-128', 'RNG15_RFL8_NIR8', 128, 2048],
    ['os2-64', 'RNG15_RFL8_NIR8_DUAL', 64, 1024],
    ['os1-16', 'RNG19_RFL8_SIG16_NIR16', 16, 1024],
    ['os1-64-gen1', 'LEGACY', 64, 1024],
  ] as const)('%s takes profile and mode from its packets (%s)', async (name, profile, slots, columns) => {
    const file = pcapOf([1, 2].flatMap((frameId) => rotation({ profile, slots, frameId }, columns)));
    const packetStyle = await style(file, slots);
    expect(packetStyle).toMatchObject({ profile, columns, hertz: 10 });
    const { scans, health } = await importAll([file], nominalSensor(name, packetStyle!));
    expect(scans).toHaveLength(2);
    expect(health).toMatchObject({ missingColumns: 0, warnings: [] });
  });

  it('take the style of the first generation where the packets are of another sensor', async () => {
    expect(await style(pcapOf(rotation({ frameId: 1, slots: 128 })), 32)).toBeNull();
  });

  it('tell 512 columns at 20 Hz from 1024 at 10', async () => {
    const half = rotation({ frameId: 1 }, 1024).slice(0, 32);
    expect(await style(pcapOf(half), 16)).toMatchObject({ columns: 512, hertz: 20 });
  });
});
