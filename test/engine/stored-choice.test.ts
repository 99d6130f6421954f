import { expect, it } from 'vitest';
import { openedTwice } from './opened-twice.ts';

it('the choice of files that an earlier version stored by parts is given to the window as one, and is stored as one', async () => {
  const { session, call, path } = await openedTwice();
  session.project.work.set('output', null, { contents: ['map'], mapFormats: ['e57'], paper: 'letter' });
  const stored = async () => (await call('work.all', {})).fields.filter(({ topic }) => topic === 'output');
  const files = { contents: ['map'], formats: { map: ['e57'] }, attributes: [], paper: 'letter' };
  expect(await stored()).toEqual([{ topic: 'output', sessionId: null, field: 'files', value: files }]);
  const values = { files: { ...files, formats: { map: ['laz'] } } };
  await call('work.set', { path, topic: 'output', sessionId: null, values, by: 'me' });
  expect(await stored()).toMatchObject([{ field: 'files', value: values.files }]);
});
