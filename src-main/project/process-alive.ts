import { systemCode } from '../files/file-errors.ts';

/** True if a process with this id runs on this machine, also of another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only tests for existence
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
