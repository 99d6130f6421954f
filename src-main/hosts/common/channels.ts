/** Electron IPC channels between a window and the shell: a closed list, each with one listener. */
export const CHANNELS = {
  /** Window to shell: a message of the contract. */
  toEngine: 'socavon:to-engine',
  /** Shell to window: a message of the contract. */
  toWindow: 'socavon:to-window',
  /** Preload to shell: the path of a file that the user dropped on the window. */
  dropped: 'socavon:dropped',
} as const;
