import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { useCorrections } from '../../src-renderer/stores/corrections.ts';
import { nameOfStep, useHistory } from '../../src-renderer/stores/history.ts';
import { keepFields } from '../../src-renderer/stores/kept-fields.ts';
import { useMap } from '../../src-renderer/stores/map.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import { usePanels } from '../../src-renderer/stores/panels.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useReportParts } from '../../src-renderer/stores/report-parts.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import { twoSessionProject } from '../fixtures/two-session-project.ts';
import { type OwnWindow, ownWindow } from './own-window.ts';

const DESIGN = {
  name: 'Baúl 4.5',
  section: { shape: 'baul' as const, width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 0 },
};
const BOX = { class: 'duct' as const, from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: 0, upTo: 2 };
