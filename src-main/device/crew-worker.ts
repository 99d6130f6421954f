import { crewWork } from '../../src-lab/search/crew-work.ts';
import { serveThread } from '../rpc/thread.ts';
import { CREW, type CrewMethods, type CrewTask, takeParts } from './crew-board.ts';

serveThread<CrewMethods>({ join });

function join(task: CrewTask): null {
  const { board } = task;
  let work: ((part: number) => void) | null = null;
  for (let seen = 0; ; ) {
    Atomics.wait(board, CREW.round, seen);
    seen = Atomics.load(board, CREW.round);
    if (seen < 0) return null;
    Atomics.add(board, CREW.active, 1);
    try {
      work ??= crewWork(task.share);
      takeParts(task, work);
    } catch (error) {
      Atomics.store(board, CREW.failed, 1);
      throw error;
    } finally {
      Atomics.sub(board, CREW.active, 1);
      Atomics.notify(board, CREW.active);
    }
  }
}
