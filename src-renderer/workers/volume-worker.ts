import { serveVolume } from './volume-task.ts';

// Worker thread that measures, so that the window stays responsive while every point of the map is processed.
serveVolume({
  send: (message, transfer = []) => postMessage(message, { transfer: [...transfer] }),
  listen: (hear) => addEventListener('message', ({ data }: MessageEvent) => hear(data)),
});
