import { type Remark, remark } from '../messages/remark.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from './errors.ts';

/** An output that could not be written, and why: plain data, which reaches another thread. */
export interface FailedOutput extends Remark {
  /** Name of the file; where none of several could be begun, that of what they are, such as `meshes`. */
  readonly output: string;
  readonly code: SocavonErrorCode;
  /** Stack of an error of the program itself, for the log. */
  readonly stack?: string;
}

/**
 * Makes one output of several, or some of them in one go, which fail together.
 *
 * @returns false: it failed, which costs the others nothing; whoever asked for it removes what is left of it
 * @throws CancelledError; any error, where the output is not one of several
 */
export type Attempt = (output: string | readonly string[], make: () => Promise<unknown>) => Promise<boolean>;

/** An attempt whose failure ends everything. */
export const orThrow: Attempt = async (_, make) => {
  await make();
  return true;
};

/** What was written of the outputs of a work, and what was not: an output that fails costs itself only. */
export class Outputs {
  /** Names in the folder, in the order in which they were written; of a folder of many files its own, with a slash. */
  readonly files: string[] = [];
  /** Names of all files, those in such folders too. */
  readonly everyFile: string[] = [];
  readonly failed: FailedOutput[] = [];

  readonly attempt: Attempt = async (output, make) =>
    (await this.made(output, async () => ({ value: await make() }))) !== null;

  /** What an output is made of; null: it failed. @throws CancelledError */
  async made<T>(output: string | readonly string[], make: () => T | Promise<T>): Promise<T | null> {
    try {
      return await make();
    } catch (error) {
      this.fail(output, error);
      return null;
    }
  }

  /** Notes outputs that failed. @throws CancelledError, if that is the error */
  fail(output: string | readonly string[], error: unknown): void {
    if (error instanceof CancelledError) throw error;
    for (const one of typeof output === 'string' ? [output] : output)
      this.failed.push(failedOutput(one, error));
  }

  /** Notes files as written. @param contained all of them, where one is a folder */
  wrote(files: readonly string[], contained: readonly string[] = files): void {
    for (const name of files) this.files.push(name);
    for (const name of contained) this.everyFile.push(name);
  }
}

function failedOutput(output: string, error: unknown): FailedOutput {
  if (error instanceof SocavonError && error.code !== 'internal')
    return { output, code: error.code, message: error.message, sentence: error.sentence };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { output, code: 'internal', message, ...(stack !== undefined && { stack }) };
}

/** What is said of failed outputs: a sentence for each reason, with its code. */
export function failureRemarks(
  failed: readonly FailedOutput[],
): (Required<Remark> & Pick<FailedOutput, 'code'>)[] {
  const reasons = new Map(failed.map((failure) => [failure.message, failure]));
  return [...reasons.values()].map(({ code, message, sentence }) => {
    const alike = failed.filter((other) => other.message === message);
    const outputs = alike.map(({ output }) => output).join(', ');
    return { code, ...remark('outputs-failed', { outputs, why: sentence ?? message }) };
  });
}

/** The error of an output that was the only one asked for. */
export function errorOf({ code, message, sentence }: FailedOutput): SocavonError {
  return sentence === undefined ? new SocavonError('internal', message) : new SocavonError(code, sentence);
}
