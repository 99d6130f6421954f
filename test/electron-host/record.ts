/** What the shell did that a person would see, or that guards the window: told to the test on request. */
interface ShellRecord {
  sandboxed: boolean;
  appUserModelId: string | null;
  /** Of Chromium's command line. */
  switches: string[];
  schemes: { scheme: string; privileges: Record<string, boolean> }[];
  webPreferences: Record<string, unknown> | null;
  bounds: { x?: number; y?: number; width: number; height: number } | null;
  shown: number;
  focused: number;
  /** Every value of the task bar's progress, in order. */
  progress: number[];
  /** Power-save blockers that hold now, and how many ever did. */
  blockers: number;
  blockersEver: number;
  /** Labels of the menu by the ids of its items, and the labels of its top. */
  menu: Record<string, string>;
  menuTop: string[];
  recentMenu: string[];
  recentDocuments: string[];
  dialogs: { kind: 'open' | 'save'; options: unknown }[];
  errorBoxes: string[];
  revealed: string[];
  /** Addresses that `webRequest` stopped, and navigations that were refused. */
  blocked: string[];
  refusedNavigations: string[];
  refusedWindows: string[];
  spellChecker: boolean;
  engines: number[];
}

export const record: ShellRecord = {
  sandboxed: false,
  appUserModelId: null,
  switches: [],
  schemes: [],
  webPreferences: null,
  bounds: null,
  shown: 0,
  focused: 0,
  progress: [],
  blockers: 0,
  blockersEver: 0,
  menu: {},
  menuTop: [],
  recentMenu: [],
  recentDocuments: [],
  dialogs: [],
  errorBoxes: [],
  revealed: [],
  blocked: [],
  refusedNavigations: [],
  refusedWindows: [],
  spellChecker: true,
  engines: [],
};
