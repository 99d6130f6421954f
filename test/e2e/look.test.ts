import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cloudText, saddle, sampledSaddle } from '../fixtures/lab-clouds.ts';
import { simulatedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { layoutFaults } from './harness/layout-faults.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { FIELD_LAPTOP } from './harness/window.ts';

const FOUR_K = { width: 3840, height: 2160 };
/** Pictures for the documentation are written where this is set. */
const PICTURES = process.env.SOCAVON_SCREENSHOTS;
const PATIENCE_MS = 60_000;
const SCENE_MS = 600_000;

