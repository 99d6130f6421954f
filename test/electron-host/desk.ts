import { record } from './record.ts';

/** Answers that the test gave for the next dialogs; a dialog without one is cancelled. */
export const dialogAnswers: (string[] | null)[] = [];

function ask(kind: 'open' | 'save', args: unknown[]): string[] | null {
  record.dialogs.push({ kind, options: args.at(-1) });
  return dialogAnswers.shift() ?? null;
}

export const dialog = {
  async showOpenDialog(...args: unknown[]) {
    const filePaths = ask('open', args);
    return { canceled: filePaths === null, filePaths: filePaths ?? [] };
  },
  async showSaveDialog(...args: unknown[]) {
    const paths = ask('save', args);
    return { canceled: paths === null, filePath: paths?.[0] ?? '' };
  },
  showErrorBox(_title: string, text: string) {
    record.errorBoxes.push(text);
  },
};

interface MenuItem {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly submenu?: readonly MenuItem[];
  readonly click?: () => void;
}

let shownMenu: readonly MenuItem[] = [];

export const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]) => template,
  setApplicationMenu(menu: readonly MenuItem[]) {
    shownMenu = menu;
    const items = allItems(menu);
    record.menuTop = menu.map(({ label }) => label ?? '');
    record.menu = Object.fromEntries(items.flatMap(({ id, label }) => (id ? [[id, label ?? '']] : [])));
    const recent = items.find(({ label, submenu }) => submenu && /recent|reciente/i.test(label ?? ''));
    record.recentMenu = recent?.submenu?.map(({ label }) => label ?? '') ?? [];
  },
};

/** As the person would, by an item's id or label. */
export function clickMenu(which: string): void {
  const item = allItems(shownMenu).find(({ id, label }) => id === which || label === which);
  if (item?.click === undefined) throw new Error(`the menu has no item ${which} to be clicked`);
  item.click();
}

function allItems(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...allItems(item.submenu ?? [])]);
}

const blockers = new Set<number>();

export const powerSaveBlocker = {
  start(): number {
    record.blockersEver += 1;
    blockers.add(record.blockersEver);
    record.blockers = blockers.size;
    return record.blockersEver;
  },
  stop(id: number): void {
    blockers.delete(id);
    record.blockers = blockers.size;
  },
};

export const shell = {
  showItemInFolder(path: string) {
    record.revealed.push(path);
  },
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
};
