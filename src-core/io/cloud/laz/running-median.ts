/**
 * The median of the last five or so numbers, as LAZ predicts steps in x and y: a new number pushes out, in turn, the
 * largest and the smallest of five sorted ones (LASzip specification, "XY layer").
 */
export class RunningMedian {
  private readonly sorted = new Int32Array(5);
  private dropLargest = true;

  median(): number {
    return this.sorted[2];
  }

  add(value: number): void {
    const { sorted } = this;
    const middle = sorted[2];
    if (this.dropLargest) {
      let at = 4;
      for (; at > 0 && value < sorted[at - 1]; at--) sorted[at] = sorted[at - 1];
      sorted[at] = value;
      // Next time the smallest goes, unless the new number is below the middle.
      if (value >= middle) this.dropLargest = false;
    } else {
      let at = 0;
      for (; at < 4 && value > sorted[at + 1]; at++) sorted[at] = sorted[at + 1];
      sorted[at] = value;
      if (value <= middle) this.dropLargest = true;
    }
  }
}
