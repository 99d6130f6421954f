import { expect, it } from 'vitest';
import { STAGES_IN_TURN, type Stages } from '../../../src-core/survey/stages.ts';
import { concurrently } from '../../../src-main/jobs/schedule/concurrent-stages.ts';

/** Two stages that end when they are told to, and what happened until now. */
function twoStages(both: Stages['both']) {
  const said: string[] = [];
  const stage = (name: string) => {
    let end: (failure?: Error) => void = () => {};
    const work = new Promise<string>((resolve, reject) => {
      end = (failure) => (failure === undefined ? resolve(name) : reject(failure));
    });
    const run = (): Promise<string> => {
      said.push(name);
      return work;
    };
    return { run, end: (failure?: Error) => end(failure) };
  };
  const [first, second] = [stage('first'), stage('second')];
  const done = both(first.run, second.run).then(
    (results) => said.push(results.join(' and ')),
    (failure: Error) => said.push(failure.message),
  );
  return { first, second, done, said };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('two stages run concurrently, and give their results in their order', async () => {
  const { first, second, done, said } = twoStages(concurrently);
  expect(said).toEqual(['first', 'second']);
  second.end();
  await turn();
  expect(said).toEqual(['first', 'second']);
  first.end();
  await done;
  expect(said).toEqual(['first', 'second', 'first and second']);
});

it('of two stages that fail the first is reported, once both have settled', async () => {
  const { first, second, done, said } = twoStages(concurrently);
  second.end(new Error('the second failed'));
  await turn();
  expect(said).toEqual(['first', 'second']);
  first.end(new Error('the first failed'));
  await done;
  expect(said.at(-1)).toBe('the first failed');
});

it('a stage that fails is reported when the other has ended', async () => {
  const { first, second, done, said } = twoStages(concurrently);
  first.end(new Error('the first failed'));
  await turn();
  expect(said).toEqual(['first', 'second']);
  second.end();
  await done;
  expect(said.at(-1)).toBe('the first failed');
});

it('in turn, the second stage begins when the first has ended, and not at all where that failed', async () => {
  const { first, second, done, said } = twoStages(STAGES_IN_TURN.both);
  await turn();
  expect(said).toEqual(['first']);
  first.end();
  await turn();
  expect(said).toEqual(['first', 'second']);
  second.end();
  await done;
  const failing = twoStages(STAGES_IN_TURN.both);
  failing.first.end(new Error('the first failed'));
  await failing.done;
  expect(failing.said).toEqual(['first', 'the first failed']);
});
