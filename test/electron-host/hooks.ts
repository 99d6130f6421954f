import { registerHooks } from 'node:module';

/** Imported before the main bundle: what it takes for the module `electron` is the stand-in. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true };
  },
});
