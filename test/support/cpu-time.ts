/**
 * CPU time of this process and its threads, ms: what a piece of work costs, however busy the machine is. For tests that
 * something ends early or does not become quadratic; time on the wall is never asserted.
 */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
