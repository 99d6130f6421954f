/* A program that imports scans into the project given until it is killed. Prints the scans written so far. */

import { seededRandom } from '../../src-core/math/random.ts';
import { Project } from '../../src-main/project/project.ts';
import { tunnelScan } from './fixtures.ts';

const project = Project.open(process.argv[2]);
const importing = project.beginImport(
  [{ name: 'endless.pcap', sizeBytes: 1, sha256: 'e'.repeat(64), modifiedAt: '2024-01-01T00:00:00Z' }],
  null,
);
const scan = tunnelScan(seededRandom(1), 0);
for (let index = 0; ; index++) {
  importing.add({ index, scan, imu: [] });
  process.stdout.write(`${index + 1}\n`);
}
