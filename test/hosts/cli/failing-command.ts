/* A program whose one command fails as its first argument says. */
import { SocavonError } from '../../../src-core/model/errors.ts';
import { withCommand } from '../../../src-main/hosts/cli/with-command.ts';

const [how, json] = process.argv.slice(2);

await withCommand({ json: json === '--json' }, async () => {
  if (how === 'foreseen')
    throw new SocavonError('axis-unusable', 'The axis has one point; give two or more.');
  if (how === 'usage') throw new SocavonError('usage', 'Give one or the other.');
  if (how === 'no') return { data: { ok: false }, text: 'no', failed: true };
  throw new TypeError('x is not a function');
});
