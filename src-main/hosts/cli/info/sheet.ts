import { labelMessage } from '../../../../src-core/messages/label.ts';
import type { Entry } from '../../../jobs/preview/capture-facts.ts';
import { say, sayMessage } from '../words.ts';

export type { Entry } from '../../../jobs/preview/capture-facts.ts';

const NAME_WIDTH = 14;

/** Aligned lines under a title, then the warnings. */
export function sheet(title: string, entries: readonly Entry[], warnings: readonly string[] = []): string {
  const lines = entries
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `  ${sayMessage(labelMessage(name)).padEnd(NAME_WIDTH)} ${valueText(value)}`);
  return [title, ...lines, ...warnings.map((warning) => `  ${say('warning-small', { text: warning })}`)].join(
    '\n',
  );
}

function valueText(value: Entry[1]): string {
  return typeof value === 'object' && value !== null ? sayMessage(value) : String(value);
}

/** JSON for programs: stamps as decimal text, maps as objects. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'bigint') return inner.toString();
      if (inner instanceof Map) return Object.fromEntries(inner);
      if (ArrayBuffer.isView(inner)) return Array.from(inner as Float64Array);
      // The English text of a remark: programs must not depend on the user's language.
      if (typeof inner === 'object' && inner !== null && 'sentence' in inner && 'message' in inner)
        return inner.message;
      return inner;
    }),
  );
}
