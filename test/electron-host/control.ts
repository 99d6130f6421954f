import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clickMenu, dialogAnswers } from './desk.ts';
import { record } from './record.ts';
import { wouldPermit } from './session.ts';
import { StoppableEvent } from './stoppable-event.ts';

/** What a test does from outside, as the person or the system would. Imported beside the main bundle. */
const DOINGS = {
  state: () => record,
  answerDialogs: (answers: (string[] | null)[]) => void dialogAnswers.push(...answers),
  clickMenu,
  permission: wouldPermit,
  openFile: (path: string) => void app.emit('open-file', new StoppableEvent(), path),
  secondInstance: (argv: string[], cwd: string) => void app.emit('second-instance', {}, argv, cwd),
  activate: () => void app.emit('activate'),
  closeWindow: () => BrowserWindow.getAllWindows()[0]?.close(),
  crashWindow: () => BrowserWindow.getAllWindows()[0]?.webContents.crash(),
  quit: () => app.quit(),
};

export type Doings = typeof DOINGS;

process.on('message', async ({ id, name, args }: { id: number; name: keyof Doings; args: never[] }) => {
  try {
    const value = await (DOINGS[name] as (...args: never[]) => unknown)(...args);
    process.send?.({ id, value: value ?? null });
  } catch (error) {
    process.send?.({ id, failed: String(error) });
  }
});
// The test is gone.
process.on('disconnect', () => app.exit(1));
