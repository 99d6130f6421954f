import { SILENT_CONTEXT, type StageContext } from '../../../src-core/model/context.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import type { ScanEngine } from '../../../src-core/odometry/scan-aligner.ts';
import { type AlignTask, type align, alignOn } from '../../../src-core/survey/align.ts';
import { keyframesBetween } from '../../../src-core/survey/keyframes-in-reach.ts';
import type { AlignmentScans } from '../../../src-core/survey/scan-store.ts';
import {
  type AlignedScan,
  type KeyframeSource,
  StepwiseAlignment,
} from '../../../src-core/survey/stepwise-alignment.ts';

/** Scans of a capture that is being imported. */
export interface GrowingScans extends AlignmentScans {
  /** Number of scans; infinite until the import has ended. */
  readonly count: number;
  /** Waits until the import has stored a scan. @returns false: it has ended, whether the scan is there or not */
  isStored(index: number): Promise<boolean>;
}

/** Scans that are aligned ahead of the end of an import: bounds the poses and states that are kept in memory, 5 kB each. */
const MOST_SCANS = 2000;

/**
 * Alignment of a capture concurrently with its import: it follows the scans as they are stored, and keeps its poses, for whatever
 * is imported counts only when all of it is. Then `finish` stores and continues it. It has no edits, and its poses
 * are those of an alignment after the import.
 */
export class BegunAlignment {
  /** Scans aligned so far, in order, until they are taken. */
  #placed: AlignedScan[] = [];
  #keyframes: KeyframeSource = async (from, to) => keyframesBetween(this.poses, from, to);
  readonly alignment: StepwiseAlignment;
  readonly #scans: GrowingScans;

  constructor(scans: GrowingScans, options: OdometryOptions, engine: ScanEngine) {
    this.#scans = scans;
    this.alignment = new StepwiseAlignment(
      { store: scans, options, edits: [] },
      engine,
      null,
      (from, to, radius) => this.#keyframes(from, to, radius),
      false,
    );
  }

  /** Poses so far, in order, until they are taken. */
  get poses(): ScanPose[] {
    return this.#placed.map(({ pose }) => pose);
  }

  /** Aligns until the import has ended. @throws errors of the scans and the engine; CancelledError */
  async follow({ cancel }: StageContext): Promise<void> {
    const quiet = { ...SILENT_CONTEXT, cancel };
    while (this.#placed.length < MOST_SCANS && (await this.#scans.isStored(this.alignment.next))) {
      this.#placed.push(...(await this.alignment.step(quiet)));
    }
  }

  /** Stores what is aligned, and aligns the rest. @throws as `align` */
  finish(task: Pick<AlignTask, 'edits' | 'store'>, context: StageContext): ReturnType<typeof align> {
    const open = (keyframes: KeyframeSource): StepwiseAlignment => {
      this.#keyframes = keyframes;
      return this.alignment;
    };
    return alignOn(open, this.#placed, task, context);
  }
}
