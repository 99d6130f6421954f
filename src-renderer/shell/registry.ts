import { type Component, defineAsyncComponent } from 'vue';
import type { IconName } from '../ui/icons.ts';

/** Panel of the window. The rail shows panels in this order; Alt+number opens one. */
interface Panel {
  readonly id: string;
  readonly icon: IconName;
  /** Locale key of its name. */
  readonly title: string;
  /** Needs an open project. */
  readonly needsProject: boolean;
  readonly component: Component;
}

export const PANELS: readonly Panel[] = [
  {
    id: 'project',
    icon: 'project',
    title: 'project.title',
    needsProject: false,
    component: defineAsyncComponent(() => import('../features/project/ProjectPanel.vue')),
  },
  {
    id: 'alignment',
    icon: 'alignment',
    title: 'alignment.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/alignment/AlignmentPanel.vue')),
  },
  {
    id: 'control',
    icon: 'control',
    title: 'control.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/control/ControlPanel.vue')),
  },
  {
    id: 'map',
    icon: 'map',
    title: 'viewer.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/map/MapPanel.vue')),
  },
  {
    id: 'sections',
    icon: 'sections',
    title: 'sections.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/sections/SectionsPanel.vue')),
  },
  {
    id: 'flat',
    icon: 'flat',
    title: 'flat.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/flat/FlatPanel.vue')),
  },
  {
    id: 'epochs',
    icon: 'epochs',
    title: 'epochs.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/epochs/EpochsPanel.vue')),
  },
  {
    id: 'reports',
    icon: 'reports',
    title: 'reports.title',
    needsProject: true,
    component: defineAsyncComponent(() => import('../features/reports/ReportsPanel.vue')),
  },
  {
    id: 'lab',
    icon: 'lab',
    title: 'lab.title',
    needsProject: false,
    component: defineAsyncComponent(() => import('../features/lab/LabPanel.vue')),
  },
];
