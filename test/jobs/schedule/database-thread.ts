import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { serveThread } from '../../../src-main/rpc/thread.ts';

export type DatabaseThread = {
  load: { args: { readonly times: number }; reply: never; progress: never };
};

const require = createRequire(import.meta.url);
const addon = join(
  dirname(require.resolve('better-sqlite3/package.json')),
  `prebuilds/${process.platform}-${process.arch}.node`,
);

/** A thread that loads the addon of the database without end, and looks at its messages between two times. */
serveThread<DatabaseThread>({
  async load({ times }) {
    for (;;) {
      for (let i = 0; i < times; i++)
        process.dlopen({ exports: {} } as NodeModule, addon, constants.dlopen.RTLD_LAZY);
      await setImmediate();
    }
  },
});
