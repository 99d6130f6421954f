import { logUnexpected } from '../files/log-file.ts';
import { serveEngine } from './engine.ts';
import { enginePort } from './engine-port.ts';
import { engineHandlers } from './handlers/engine-handlers.ts';

// The host sees only that the engine crashed; the reason is in the log.
process.on('uncaughtExceptionMonitor', logUnexpected);

/** Entry point of the engine, as a thread (`socavon serve`) or as Electron's utility process. */
serveEngine(enginePort(), engineHandlers, logUnexpected);
