import { markdownTable } from '../support/markdown-table.ts';
import { METHODS } from './methods.ts';
import type { BasinRecord } from './records.ts';
import { SCENES } from './scenes.ts';
import { FOUND, LEVELS } from './starts.ts';

/** Results of `bench basin` as Markdown: a table for each kind of data, and the machines that they come from. */
export function basinDocument(records: readonly BasinRecord[]): string {
  const columns = LEVELS.map(({ degrees, share }) => `${degrees}°, ${share}`);
  const draws = [...new Set(records.map((record) => record.draws))].join(' or ');
  const tables = Object.entries(SCENES).flatMap(([scene, { what }]) => {
    const rows = METHODS.flatMap((method) => {
      const own = records.find((record) => record.scene === scene && record.method === method);
      if (own === undefined) return [];
      return [[method, ...own.found.map((n) => ((100 * n) / own.draws).toFixed(0)), own.ms.toPrecision(3)]];
    });
    return rows.length === 0
      ? []
      : [`## ${scene}`, `${what}.`, markdownTable(['method', ...columns, 'ms'], rows)];
  });
  return `${[
    '# Basins of convergence',
    'Written by `npm run bench -- basin --write` from [basin.json](basin.json); do not edit it by hand. Rows of several machines are merged.',
    `Registrations that end within ${FOUND.degrees}° and ${FOUND.share} of the radius of the source (root mean square about its centroid) of the truth, % of ${draws} starts a level, by how far off the start is: a rotation about an axis drawn at random through the centroid, and a shift as a share of the radius. The same starts for every method; options and the largest distance of a match as \`socavon register\` sets them by default. *ms*: median of a registration from the level in the middle: ours one thread of the processor, or the card; small_gicp two threads, Open3D as many as it takes. Both get the same largest distances, 100 iterations, 20 neighbours for normals and covariances, and clouds scaled to a radius of 10 m, for which their tolerances are made.`,
    LEFT_OUT,
    machinesOf(records),
    ...tables,
  ].join('\n\n')}\n`;
}

/** What a reader misses in the tables, and why. */
const LEFT_OUT = [
  '- `softassign` and `em-icp` are on the card, where they take milliseconds; on the processor they are the same methods. There EM-ICP is shown where 50 registrations take less than five minutes, and softassign, a registration of which takes minutes, nowhere. `--long` runs both.',
  '- `gicp`, `vgicp`, `ndt` and `icp-intensity` are on the processor only: they have no kernels.',
  '- `newton-custom` takes the distance of [my-distance.mjs](../../docs/examples/my-distance.mjs): to the tangent plane, with a twentieth of that to the point.',
  '- `icp-intensity` needs a reflectivity, which only the clouds outdoors and in the tunnel have.',
].join('\n');

/** Which rows come from which day and machine. */
function machinesOf(records: readonly BasinRecord[]): string {
  const places = new Map<string, Set<string>>();
  for (const { date, machine, method } of records) {
    const place = `${date}, ${machine}`;
    places.set(place, (places.get(place) ?? new Set()).add(method));
  }
  const lines = [...places].map(
    ([place, methods]) => `- ${place}: ${METHODS.filter((method) => methods.has(method)).join(', ')}`,
  );
  return ['Measured:', ...lines].join('\n');
}
