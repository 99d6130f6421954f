import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMessage, type Message, message } from '../../src-core/messages/message.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import type { Connection } from '../../src-renderer/host/connect.ts';
import { bestMatches } from '../../src-renderer/shell/best-matches.ts';
import { useCommands } from '../../src-renderer/stores/commands.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { useJobs } from '../../src-renderer/stores/jobs.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import * as format from '../../src-renderer/ui/format.ts';
import { type KeyPress, shortcutMatches, shortcutParts } from '../../src-renderer/ui/shortcut.ts';

beforeEach(() => setActivePinia(createPinia()));

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more };
}

describe('shortcuts', () => {
  it.each([
    ['Ctrl+K', press('k', { ctrlKey: true }), true],
    ['Ctrl+K', press('k', { metaKey: true }), true],
    ['Ctrl+K', press('k'), false],
    ['Ctrl+Z', press('z', { ctrlKey: true, shiftKey: true }), false],
    ['Ctrl+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
    ['Alt+2', press('™', { altKey: true, code: 'Digit2' }), true],
    ['Space', press(' '), true],
    ['ArrowLeft', press('ArrowLeft'), true],
  ])('%s and a press of %o: %s', (shortcut, pressed, matches) => {
    expect(shortcutMatches(shortcut, pressed)).toBe(matches);
  });

  it('are shown as they stand on the keyboard', () => {
    expect(shortcutParts('Ctrl+ArrowLeft')).toEqual(['Ctrl', '←']);
  });

  it('run the newest command that can be done, and say when there is none', () => {
    const commands = useCommands();
    const done: string[] = [];
    const command = (id: string, enabled = true) => ({
      id,
      title: id,
      shortcut: 'Space',
      enabled: () => enabled,
      run: () => done.push(id),
    });
    const drop = commands.add([command('of the panel'), command('not now', false)]);
    expect(commands.press(press(' ') as KeyboardEvent)).toBe(true);
    expect(done).toEqual(['of the panel']);
    drop();
    expect(commands.press(press(' ') as KeyboardEvent)).toBe(false);
  });
});

describe('words', () => {
  it.each([
    ['alineacion', ['Alineación', 'Reanudar la alineación']],
    ['opc rea', ['Realinear con otras opciones']],
    ['proyetco', ['Proyecto', 'Abrir proyecto…']],
    ['projekt', ['New project…']],
    ['preferencas', ['Preferencias']],
    ['secion', ['Sección']],
    ['seccion xyz', []],
  ])('"%s" finds %s', (typed, actual) => {
    const titles = [
      ...['Proyecto', 'Abrir proyecto…', 'Alineación', 'Reanudar la alineación'],
      ...['Realinear con otras opciones', 'Sección', 'Preferencias', 'New project…'],
    ];
    expect(bestMatches(titles, (title) => title, typed)).toEqual(actual);
    expect(bestMatches(titles, (title) => title, ' ')).toEqual(titles);
  });

  it('writes numbers, sizes and times as a person reads them', () => {
    expect(format.number(1234.5, 'es-PE', 1)).toBe('1,234.5');
    expect([-0.04, -0.06].map((value) => format.number(value, 'es-PE', 1))).toEqual(['0.0', '-0.1']);
    expect([0, 999, 1500, 267_900_000].map((count) => format.bytes(count, 'en-GB'))).toEqual([
      '0 B',
      '999 B',
      '1.5 kB',
      '267.9 MB',
    ]);
    expect([0, 0.2, 59, 60, 200, 3600, 7500].map(format.duration)).toEqual([
      '0 s',
      '1 s',
      '59 s',
      '1 min 00 s',
      '3 min 20 s',
      '1 h 00 min',
      '2 h 05 min',
    ]);
    expect(format.fileName('C:\\datos\\captura.pcap')).toBe('captura.pcap');
    expect(format.fileName('/datos/labor 5/')).toBe('labor 5');
    expect(format.date('no date', 'es-PE')).toBe('no date');
  });
});

describe('long work of the window', () => {
  it('shows how far it is and goes when it ends, well or not', async () => {
    const jobs = useJobs();
    await jobs.run('alignment.running', async (job) => {
      job.onProgress({ stage: 'align', done: 3, total: 9, unit: 'scans' });
      expect(jobs.shown).toMatchObject([
        { label: 'alignment.running', stage: 'align', done: 3, cancelling: false },
      ]);
    });
    expect(jobs.shown).toEqual([]);
    await expect(jobs.run('alignment.running', () => Promise.reject(new Error('broken')))).rejects.toThrow();
    expect(jobs.shown).toEqual([]);
  });

  it('hands a cancellation on to the work that it is meant for', async () => {
    const jobs = useJobs();
    const ended = (signal: AbortSignal): Promise<string> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled')));
    const first = jobs.run('alignment.running', ({ signal }) => ended(signal));
    const second = jobs.run('project.importing', ({ signal }) => ended(signal));
    jobs.cancel(jobs.shown[1].id);
    expect(jobs.shown.map(({ cancelling }) => cancelling)).toEqual([false, true]);
    expect(await second).toBe('cancelled');
    expect(jobs.shown.map(({ label }) => label)).toEqual(['alignment.running']);
    jobs.cancel(jobs.shown[0].id);
    await first;
  });
});

describe('notices', () => {
  it('tell of an error by its code with the sentence of the engine, once, until it is dismissed', () => {
    const store = useNotices();
    const error = new SocavonError('disk-full', message('text', { text: 'The disk of /datos is full.' }));
    store.report(error);
    store.report(error);
    expect(store.notices).toMatchObject([
      {
        kind: 'error',
        headline: { code: 'error-disk-full' },
        detail: { message: 'The disk of /datos is full.' },
      },
    ]);
    store.dismiss(store.notices[0].id);
    expect(store.notices).toEqual([]);
  });

  it('say nothing of what the person cancelled, and of a mistake of the program no more than that it is one', async () => {
    const store = useNotices();
    expect(await store.guard(() => Promise.reject(new CancelledError()))).toBeUndefined();
    expect(store.notices).toEqual([]);
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    await store.guard(() => Promise.reject(new TypeError('x is undefined')));
    expect(store.notices).toMatchObject([{ headline: { code: 'error-internal' }, detail: null }]);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  it('leave when the same request succeeds, or another project is open, and not before', async () => {
    const host = useHost();
    const store = useNotices();
    let fails = true;
    const busy = new SocavonError('project-busy', message('work-goes-on', { work: message('work-sample') }));
    const call = (name: string) => (fails ? Promise.reject(busy) : Promise.resolve({ name }));
    await host
      .attach({ client: { call, on: () => () => {} }, pathOf: () => null } as unknown as Connection)
      .catch(() => {});
    const open = (name: 'project.info' | 'alignment.edits' | 'project.close') =>
      store.guard(() => host.call(name as 'project.info', {}));
    await open('project.info');
    expect(store.notices).toMatchObject([{ headline: { code: 'busy-with' }, request: 'project.info' }]);
    expect(formatMessage(store.notices[0].headline as Message, 'en')).toBe(
      'The program is busy with the sample',
    );

    fails = false;
    await open('alignment.edits');
    expect(store.notices).toHaveLength(1);
    await open('project.info');
    expect(store.notices).toEqual([]);

    fails = true;
    await open('alignment.edits');
    store.tell('warning', 'project.dropNeedsProject');
    fails = false;
    await open('project.close');
    expect(store.notices.map(({ kind }) => kind)).toEqual(['warning']);
  });

  it('let good news go by themselves', () => {
    vi.useFakeTimers();
    const store = useNotices();
    store.tell('good', 'project.imported');
    store.tell('warning', 'project.dropNeedsProject');
    vi.runAllTimers();
    expect(store.notices.map(({ kind }) => kind)).toEqual(['warning']);
    vi.useRealTimers();
  });
});
