import { execFileSync } from 'node:child_process';

/**
 * Whether a program that reads our files is here. Where it is not the tests that need it skip, loudly; on a machine of
 * continuous integration (CI=true), which installs it, that is a failure.
 * @param probe command that ends well where the program can be used
 */
export function programHere(what: string, probe: readonly [string, ...string[]], install: string): boolean {
  try {
    execFileSync(probe[0], probe.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    const message = `${what} is not on this machine (${install})`;
    if (process.env.CI === 'true') throw new Error(message);
    console.warn(`SKIPPED: ${message}`);
    return false;
  }
}

/** Whether a program that no system package brings is here; where it is not its tests skip, everywhere. */
export function packageHere(what: string, probe: readonly [string, ...string[]], install: string): boolean {
  try {
    execFileSync(probe[0], probe.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`SKIPPED: ${what} is not on this machine (${install})`);
    return false;
  }
}
