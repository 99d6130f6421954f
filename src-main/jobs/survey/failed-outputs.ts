import { message } from '../../../src-core/messages/message.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import type { FailedOutput } from '../../../src-core/model/outputs.ts';
import { logUnexpected } from '../../files/log-file.ts';

/** Failed outputs as a person is told of them: an error of the program itself goes to the log, and its sentence names that. */
export function toldFailures(failed: readonly FailedOutput[]): FailedOutput[] {
  return failed.map(({ stack, ...failure }) => {
    if (failure.sentence !== undefined) return failure;
    const log = logUnexpected(stack ?? failure.message);
    const where = log === null ? message('own-error-debug') : message('own-error-log', { log });
    const [what] = failure.message.split('\n', 1);
    return { ...failure, ...remark('own-error', { what, where }) };
  });
}
