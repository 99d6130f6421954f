import { dirname, join, resolve } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { electronPackage } from '../../src-main/hosts/cli/doctor/electron-runtime.ts';
import { packageApplication } from './application.ts';
import { FUSES } from './fuses.ts';
import { neededPackages } from './needed-packages.ts';

/** `npm run package`: the application for this platform in `dist`. Not signed, and no installer. */
const ROOT = resolve(import.meta.dirname, '../..');

const runtime = electronPackage()?.runtime ?? null;
if (runtime === null) {
  process.stderr.write(
    'The Electron runtime is not here; fetch it with npx install-electron and try again.\n',
  );
  process.exitCode = 1;
} else {
  const program = await packageApplication({
    root: ROOT,
    runtime: process.platform === 'darwin' ? resolve(runtime, '../../../..') : dirname(runtime),
    packages: neededPackages(ROOT, join(ROOT, 'out', 'main')),
    to: join(ROOT, 'dist', `Socavon-${process.platform}-${process.arch}`),
    platform: process.platform,
    setFuses: (path) => flipFuses(path, FUSES),
  });
  process.stdout.write(`${program}\n`);
}
