import { describe } from 'vitest';
import { IS_LONG } from '../../support/tier.ts';
import { CHROMIUM } from './chromium.ts';
import { ELECTRON_RUNTIME, electronWindow } from './electron-window.ts';
import { serveWindow } from './serve-window.ts';
import { standInWindow } from './stand-in-window.ts';
import type { HostName, OpenedWindow, WindowOptions } from './window.ts';

export type OpenWindow = (options?: Partial<WindowOptions>) => Promise<OpenedWindow>;

interface Stage {
  readonly host: HostName;
  /** Null: it can be had here. */
  readonly missing: string | null;
  readonly open: OpenWindow;
}

const noChromium =
  CHROMIUM === null ? 'there is no Chromium on this machine (SOCAVON_CHROMIUM names one)' : null;

const STAGES: readonly Stage[] = [
  { host: 'serve', missing: noChromium, open: serveWindow },
  { host: 'stand-in', missing: noChromium, open: standInWindow },
  {
    host: 'electron',
    missing:
      ELECTRON_RUNTIME === null
        ? 'its runtime is not on this machine; the stand-in ran the shell instead'
        : null,
    open: electronWindow,
  },
];

/**
 * The same scenes in every host that can be had here; says loudly which cannot. Under CI=true a browser must be there.
 *
 * @param scenes defines the tests of one host
 */
export function describeInEveryHost(what: string, scenes: (open: OpenWindow, host: HostName) => void): void {
  for (const stage of STAGES) describeIn(stage, what, scenes);
}

/**
 * Scenes in which the hosts do not differ: all that they say travels as one contract, which the scenes of every host
 * exercise. In `serve`, in the long tier in the stand-in of the shell instead, and in Electron where it is.
 */
export function describeInOneHost(what: string, scenes: (open: OpenWindow, host: HostName) => void): void {
  const one = IS_LONG ? 'stand-in' : 'serve';
  for (const stage of STAGES)
    if (stage.host === one || stage.host === 'electron') describeIn(stage, what, scenes);
}

/** Scenes that only a browser has, or that say nothing of the shell: in `serve`, in either tier. */
export function describeInServe(what: string, scenes: (open: OpenWindow) => void): void {
  describeIn(STAGES[0], what, scenes);
}

function describeIn(
  { host, missing, open }: Stage,
  what: string,
  scenes: (open: OpenWindow, host: HostName) => void,
): void {
  if (missing === null) describe(`${what}, in ${host}`, () => scenes(open, host));
  else if (process.env.CI === 'true' && host !== 'electron') throw new Error(`${host}: ${missing}`);
  else {
    process.stderr.write(`\n*** NOT RUN in ${host}: ${what}: ${missing} ***\n`);
    describe.skip(`${what}, in ${host}: ${missing}`, () => scenes(open, host));
  }
}
