import { serveVolume } from './volume-task.ts';

// The thread that measures: the window goes on while every point of the map is looked at.
serveVolume({
  send: (message, transfer = []) => postMessage(message, { transfer: [...transfer] }),
  listen: (hear) => addEventListener('message', ({ data }: MessageEvent) => hear(data)),
});
