import type { Finding } from './finding.ts';

/** The first version that runs this program's TypeScript as it is and that better-sqlite3 supports. */
const OLDEST_MAJOR = 24;

export function nodeFinding(version = process.versions.node): Finding {
  const works = Number(version.split('.')[0]) >= OLDEST_MAJOR;
  return {
    name: 'Node',
    state: works ? 'works' : 'missing',
    required: true,
    found: `${version} (${process.platform} ${process.arch})`,
    ...(!works && {
      advice: `Start the program with npm run, which brings Node ${OLDEST_MAJOR}, or install Node ${OLDEST_MAJOR}.`,
    }),
  };
}
