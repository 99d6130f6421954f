/** The window, the browser and the engine behind them. */
export const HOST = {
  'alignment-none-open': 'No alignment is open; open the alignment of a session first.',
  'dialog-browser': 'In a browser files are chosen in the window itself; use its list of files.',
  'dialog-desktop': "In the desktop window files are chosen in the system's dialog.",
  'engine-keeps-stopping':
    'The survey engine stopped unexpectedly several times; what was finished is kept. Start the program again.',
  'engine-restarted':
    'The survey engine stopped unexpectedly and was restarted; what was finished is kept, so repeat this step.',
  'map-notes-damaged': 'The map notes in {path} are damaged; write new ones in their place.',
  'map-part-none': 'The map has no such part; let it be built first.',
  'message-unreadable': 'A message arrived that cannot be read; reload the window.',
  'moved-unknown': 'What moved in this map is not known; request it with map.moved first.',
  'path-no-folder': '{path} is in no folder that was chosen to be written to.',
  'picture-none': 'What was to be written to {name} is not a picture.',
  'port-taken': 'it is taken',
  'port-unusable': 'Port {port} cannot be used ({why}); name another with --port, or 0 for any.',
  'program-ended': 'The program behind this page has ended; start it again.',
  'program-mistake': 'The program made a mistake; what was finished is kept. See the log, and try again.',
  'request-args': '{name} cannot be used: {why}.',
  'request-args-at': '"{where}" of {name} cannot be used: {why}.',
  'request-unknown': 'The engine knows no request {name}.',
  'video-none': 'No video {id} is being written.',
  'window-not-built': 'The window is not built yet; run npm run build first.',
  'window-not-connected': 'The window is not connected yet; try again in a moment.',
} as const;
