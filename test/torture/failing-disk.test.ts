import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { endOf, startCli } from '../hosts/cli/run-cli.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { compileShim } from './run-torture.ts';

const EIO = 5;
const shim = compileShim(inject('scratch'));
if (shim === null) console.warn('*** NOT RUN: errors of a disk need Linux and gcc ***');

it.skipIf(shim === null).each([1, 3, 8])(
  'a disk that fails from reading %i on is told as one, and not as a damaged project',
  async (reading) => {
    const path = join(temporaryFolder(), 'labor.socavon');
    Project.open(path, { create: true }).close();
    const child = startCli(['info', path], {
      LD_PRELOAD: shim!,
      SOCAVON_TORTURE_FOLDER: path,
      SOCAVON_TORTURE_ERROR: `read:${reading}:${EIO}`,
    });
    const { status, stderr } = await endOf(child);
    expect(status).toBe(1);
    expect(stderr).toMatch(/the disk reports a fault/);
    expect(stderr).not.toMatch(/damaged/);
  },
);
