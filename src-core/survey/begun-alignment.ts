import { SILENT_CONTEXT, type StageContext } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import type { ScanEngine } from '../odometry/scan-aligner.ts';
import { keyframesBetween } from './keyframes-in-reach.ts';
import type { AlignmentScans } from './scan-store.ts';
import { type AlignedScan, StepwiseAlignment } from './stepwise-alignment.ts';

/** Scans of a capture that is being imported. */
export interface GrowingScans extends AlignmentScans {
  /** Number of scans; infinite until the import has ended. */
  readonly count: number;
  /** Waits until the import has stored a scan. @returns false: it has ended, whether the scan is there or not */
  isStored(index: number): Promise<boolean>;
}

/** Scans that are aligned ahead of the end of an import: bounds the states that are kept in memory, 3 kB each. */
const MOST_SCANS = 2000;

/**
 * Alignment of a capture beside its import: it follows the scans as they are stored, and keeps its poses, for whatever
 * is imported counts only when all of it is. Then `align` takes it over and continues it. It has no edits, and its poses
 * are those of an alignment after the import.
 */
export class BegunAlignment {
  /** Poses so far, in order; the alignment reads its keyframes from there. */
  readonly poses: ScanPose[] = [];
  /** The same with the states of the odometry, until they are taken. */
  #placed: AlignedScan[] = [];
  readonly alignment: StepwiseAlignment;
  readonly #scans: GrowingScans;
  /** Running time, s. */
  #seconds = 0;

  constructor(scans: GrowingScans, options: OdometryOptions, engine: ScanEngine) {
    this.#scans = scans;
    const keyframes = async (from: number, to: number): Promise<ScanPose[]> =>
      keyframesBetween(this.poses, from, to);
    this.alignment = new StepwiseAlignment(
      { store: scans, options, edits: [] },
      engine,
      null,
      keyframes,
      false,
    );
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** What is to be stored of it; it is then no longer kept here. */
  takePlaced(): AlignedScan[] {
    const placed = this.#placed;
    this.#placed = [];
    return placed;
  }

  /** Aligns until the import has ended. @throws errors of the scans and the engine; CancelledError */
  async follow({ cancel }: StageContext): Promise<void> {
    const started = performance.now();
    const quiet = { ...SILENT_CONTEXT, cancel };
    while (this.poses.length < MOST_SCANS && (await this.#scans.isStored(this.alignment.next))) {
      const placed = await this.alignment.step(quiet);
      this.#placed.push(...placed);
      for (const { pose } of placed) this.poses.push(pose);
    }
    this.#seconds = (performance.now() - started) / 1000;
  }
}
