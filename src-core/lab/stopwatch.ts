/** Wall time from one lap to the next. */
export interface Stopwatch {
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
