import { logUnexpected } from '../files/log-file.ts';
import { serveEngine } from './engine.ts';
import { enginePort } from './engine-port.ts';
import { engineHandlers } from './handlers/engine-handlers.ts';

// The host sees that the engine fell; why, only the log will tell.
process.on('uncaughtExceptionMonitor', logUnexpected);

/** The engine as a thread (`socavon serve`) or as Electron's utility process starts it. */
serveEngine(enginePort(), engineHandlers, logUnexpected);
