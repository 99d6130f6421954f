import type { EngineSession } from '../engine-session.ts';
import { MapPreparation } from '../map-preparation.ts';
import { alignmentHandlers } from './alignment-handlers.ts';
import { captureHandlers } from './capture-handlers.ts';
import { epochHandlers } from './epoch-handlers.ts';
import { jobHandlers } from './job-handlers.ts';
import { joinHandlers } from './join-handlers.ts';
import { labRunsHandlers } from './lab-runs-handlers.ts';
import { mapLevelsHandlers } from './map-levels-handlers.ts';
import { mapNotesHandlers } from './map-notes-handlers.ts';
import { mapScansHandlers } from './map-scans-handlers.ts';
import { placementHandlers } from './placement-handlers.ts';
import { projectHandlers } from './project-handlers.ts';
import { refineHandlers } from './refine-handlers.ts';
import { registerHandlers } from './register-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { signatureHandlers } from './signature-handlers.ts';
import { surveyHandlers } from './survey-handlers.ts';
import { videoHandlers } from './video-handlers.ts';
import { workHandlers } from './work-handlers.ts';

/** Every handler of the engine, by the name of its request. */
export function engineHandlers(session: EngineSession) {
  const preparation = new MapPreparation(session);
  return {
    ...projectHandlers(session),
    ...sessionHandlers(session),
    ...captureHandlers(session),
    ...alignmentHandlers(session, preparation),
    ...refineHandlers(session, preparation),
    ...joinHandlers(session),
    ...placementHandlers(session),
    ...mapScansHandlers(session),
    ...mapLevelsHandlers(session, preparation),
    ...mapNotesHandlers(session),
    ...videoHandlers(session),
    ...surveyHandlers(session),
    ...signatureHandlers(session),
    ...jobHandlers(session),
    ...epochHandlers(session),
    ...registerHandlers(session),
    ...workHandlers(session),
    ...labRunsHandlers(session),
  };
}
