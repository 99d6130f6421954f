import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { customQuadratics } from '../../../src-lab/methods/custom-distance.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { serveThread } from '../../rpc/thread.ts';

/** RPC methods of the thread that runs a distance of one's own. */
export type DistanceMethods = {
  readonly evaluate: {
    readonly args: {
      /** URL of the module. */
      readonly url: string;
      /** Of the module, for messages. */
      readonly name: string;
      readonly target: PointSet;
      readonly neighbours: number;
    };
    readonly reply: Float64Array;
  };
};

serveThread<DistanceMethods>({
  async evaluate({ url, name, target, neighbours }) {
    let own: { readonly default?: unknown };
    try {
      own = await import(/* @vite-ignore */ url);
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
      throw new SocavonError('file-format', message('distance-import', { name, why }));
    }
    return customQuadratics(own.default, name, target, neighbours);
  },
});
