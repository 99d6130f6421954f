// Types of the renderer's .vue files. vue-tsc drives TypeScript by its JavaScript API, which TypeScript 7 has no more.
require('vue-tsc').run(require.resolve('typescript-js/lib/tsc'));
