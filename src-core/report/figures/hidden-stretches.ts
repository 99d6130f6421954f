import type { Stretch } from '../../model/axis.ts';
import type { Profile } from '../../model/tunnel.ts';

/**
 * Stretches of sections with a measured share of the outline below `least`; extended by half an interval at both
 * ends.
 */
export function hiddenStretches(profiles: readonly Profile[], least: number): Stretch[] {
  const stretches: { from: number; to: number }[] = [];
  profiles.forEach(({ chainage, measuredShare }, i) => {
    if (measuredShare >= least) return;
    const from = (chainage + (profiles[i - 1]?.chainage ?? chainage)) / 2;
    const to = (chainage + (profiles[i + 1]?.chainage ?? chainage)) / 2;
    const last = stretches.at(-1);
    if (last && last.to >= from) last.to = to;
    else stretches.push({ from, to });
  });
  return stretches;
}
