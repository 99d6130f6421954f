import type { ToVolumeWorker } from './volume-messages.ts';
import { VolumeTask } from './volume-task.ts';

/** The thread that measures: the window goes on while every point of the map is looked at. */
const task = new VolumeTask((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<ToVolumeWorker>) => task.hear(data));
