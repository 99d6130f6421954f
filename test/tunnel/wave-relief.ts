import type { Random } from '../../src-core/math/random.ts';

/** Waves of a relief over an unrolled wall. */
interface ReliefOptions {
  readonly waves: number;
  /** Height of a wave of 1 m, m; it grows with the root of the length. */
  readonly height: number;
  /** Radius of the wall, m. */
  readonly radius: number;
}

/** Relief of waves from 0.4 to 4 m, in all directions over the unrolled wall: m, by chainage and angle. */
export function waveRelief(
  random: Random,
  { waves: count, height, radius }: ReliefOptions,
): (s: number, angle: number) => number {
  const waves = Array.from({ length: count }, () => {
    const length = 0.4 * 10 ** random.uniform();
    const heading = 2 * Math.PI * random.uniform();
    return {
      along: (2 * Math.PI * Math.cos(heading)) / length,
      // Whole waves round the section, so that it closes.
      round: Math.round((2 * Math.PI * radius * Math.sin(heading)) / length),
      phase: 2 * Math.PI * random.uniform(),
      height: height * Math.sqrt(length),
    };
  });
  return (s, angle) =>
    waves.reduce((sum, w) => sum + w.height * Math.cos(w.along * s + w.round * angle + w.phase), 0);
}
