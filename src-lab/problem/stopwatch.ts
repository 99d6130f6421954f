/** Stopwatch for the wall time between laps. */
interface Stopwatch {
  /** Milliseconds since the last lap, or since the start. */
  lap(): number;
}

export function stopwatch(): Stopwatch {
  let since = performance.now();
  return {
    lap() {
      const before = since;
      since = performance.now();
      return since - before;
    },
  };
}
