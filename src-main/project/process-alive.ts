import { systemCode } from '../files/file-errors.ts';

/** True where a process of this id runs on this machine, also one of another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
