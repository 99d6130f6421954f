import type { Finding } from './finding.ts';

export async function sqliteFinding(): Promise<Finding> {
  const common = { name: 'SQLite', required: true };
  try {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(':memory:');
    try {
      const version = database.prepare<[], string>('SELECT sqlite_version()').pluck().get();
      return { ...common, state: 'works', found: `${version}, through better-sqlite3` };
    } finally {
      database.close();
    }
  } catch (error) {
    return {
      ...common,
      state: 'missing',
      found: error instanceof Error ? error.message.split('\n', 1)[0] : String(error),
      advice: 'Install the packages again with npm ci, on Linux, macOS or Windows on x64 or arm64.',
    };
  }
}
