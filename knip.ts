import type { KnipConfig } from 'knip';

/** `npm run unused`: files, exports, types and packages that nothing uses are refused (https://knip.dev). */
export default {
  // What is started by its path, so that no import leads to it; electron.vite.config.ts names the program's own.
  entry: [
    'src-renderer/bench/page.ts',
    'bench/gpu-*.ts',
    'bench/gpu/bundle.ts',
    'bench/papers/bare-host.ts',
    'build/{ci,test-durations}.ts',
    'build/mutate/{runner,worker,vitest-config}.ts',
    'test/**/*.test.ts',
    'test/electron-host/{electron,hooks,utility-side}.ts',
    'test/jobs/schedule/{database-thread,end-threads}.ts',
    'test/renderer/viewer/page/page.ts',
  ],
  project: [
    '{src-core,src-lab,src-main,src-renderer,src-simulate,bench,build,test}/**/*.{ts,vue,js,mjs,cjs}',
    '*.ts',
  ],
  // test/io/cloud/web-e57.ts reads its WebAssembly by its path.
  ignoreDependencies: ['web-e57'],
  // Programs of the system, which tests and benches run where they are installed.
  exclude: ['binaries'],
} satisfies KnipConfig;
