/** One level's table of bins on the device: its first slot, and its slot count minus one. */
export interface PlaneTable {
  readonly first: number;
  readonly mask: number;
}
