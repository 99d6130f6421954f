/** A change that no test can notice. */
interface EqualMutant {
  readonly file: string;
  /** Its line, without the blanks around it. */
  readonly code: string;
  /** Of the change in it, from 0. */
  readonly column: number;
  readonly was: string;
  readonly becomes: string;
  readonly why: string;
}

/** What `npm run mutate` leaves out of the count, each with the reason that it changes no result. */
export const EQUAL: readonly EqualMutant[] = [
  {
    file: 'src-core/closing/control/place-on-grid.ts',
    code: 'for (const { map, grid, sigma } of pairs) sums.add(...map, ...grid, 1 / sigma ** 2);',
    column: 70,
    was: '/',
    becomes: '*',
    why: 'only where the iteration starts: it ends at the minimum of the weighted squares, whose weights are its own',
  },
  {
    file: 'src-core/graph/anchors.ts',
    code: 'for (let i = 1; i < poses.length; i++) {',
    column: 18,
    was: '<',
    becomes: '<=',
    why: 'one turn more: no set has the pose that is not there, so that the turn is left at once',
  },
  {
    file: 'src-core/graph/edge-covariance.ts',
    code: 'for (let i = 0; i < 6; i++) {',
    column: 18,
    was: '<',
    becomes: '<=',
    why: 'one turn more: it reads beyond a typed array and writes beyond one, which changes nothing',
  },
  {
    file: 'src-core/survey/refine-cloud.ts',
    code: 'for (let row = 0; row < 3; row++) {',
    column: 22,
    was: '<',
    becomes: '<=',
    why: 'one turn more: it writes beyond a typed array, which changes nothing',
  },
  {
    file: 'src-core/survey/stored-scans.ts',
    code: 'return a.stampNs < b.stampNs ? -1 : a.stampNs > b.stampNs ? 1 : 0;',
    column: 60,
    was: '1',
    becomes: '2',
    why: 'a comparison for sorting: only the sign of what it gives counts',
  },
  {
    file: 'src-core/survey/keyframes-in-reach.ts',
    code: '(pose) => distance3(pose.T_map_sensor.t, last.T_map_sensor.t) <= radius + sight + REACH_MARGIN + SLACK,',
    column: 20,
    was: 'pose.T_map_sensor.t, last.T_map_sensor.t',
    becomes: 'last.T_map_sensor.t, pose.T_map_sensor.t',
    why: 'the distance between two points is that between them in the other order',
  },
  {
    file: 'src-core/tunnel/reliability-lengths.ts',
    code: 'let [low, high] = [0, edges.length - 2];',
    column: 35,
    was: '-',
    becomes: '+',
    why: 'the search reads beyond the edges, where nothing is below a chainage, and its end is limited to the last cell',
  },
  {
    file: 'src-core/report/volume-json.ts',
    code: 'const [along, across, up] = position.subarray(3 * k, 3 * k + 3).map((sigma) => COVERAGE_95 * sigma);',
    column: 61,
    was: '3',
    becomes: '(2 * 3)',
    why: 'a longer piece of the columns, of which only the first three are taken',
  },
  {
    file: 'src-core/tunnel/uncertainty/unsurveyed-gap.ts',
    code: 'for (let k = 0; k < slabs; k++) {',
    column: 18,
    was: '<',
    becomes: '<=',
    why: 'one turn more: no cell of a slab that is not there was measured',
  },
  {
    file: 'src-core/tunnel/chamber/void-solid.ts',
    code: 'for (let k = 0; k < 3; k++) into[k] = one[k] + share * (other[k] - one[k]);',
    column: 18,
    was: '<',
    becomes: '<=',
    why: 'one turn more: it writes beyond a typed array, which changes nothing',
  },
  {
    file: 'src-core/graph/solver/selected-inverse.ts',
    code: 'for (let i = 0; i < 6; i++) {',
    column: 20,
    was: '6',
    becomes: '(2 * 6)',
    why: 'more turns: they write beyond a typed array of one block, which changes nothing',
  },
  {
    file: 'src-core/tunnel/wall/robust-trend.ts',
    code: 'const raised = Array.from({ length: 2 * powers - 1 }, (_, power) => t.map((s) => s ** power));',
    column: 36,
    was: '2',
    becomes: '(2 * 2)',
    why: 'more powers than the normal equations sum: only the first are taken',
  },
  {
    file: 'src-core/tunnel/wall-surface.ts',
    code: 'if (length > 1e-9 && this.rings.closed[k] === 1) visit(k, length);',
    column: 13,
    was: '1e-9',
    becomes: '(2 * 1e-9)',
    why: 'one to two nanometres of a slab: less void than the millionth of a cubic metre that results are told to',
  },
  {
    file: 'src-core/tunnel/uncertainty/range-lever.ts',
    code: 'wall.geometry.turnBetween(wall.chainageOf(k), wall.chainageOf(k + 1)).length / wall.options.slab;',
    column: 26,
    was: 'wall.chainageOf(k), wall.chainageOf(k + 1)',
    becomes: 'wall.chainageOf(k + 1), wall.chainageOf(k)',
    why: 'every length is negative: the sums are divided by a surface of the same lengths',
  },
  {
    file: 'src-core/closing/dynamic/range-view.ts',
    code: 'const beside = rowStart + this.#grid.wrap(column + side);',
    column: 49,
    was: '+',
    becomes: '-',
    why: 'left and right are exchanged in both rows: the mean of the four is the same, and the normal has the other sign, of which only the size is taken',
  },
  {
    file: 'src-core/report/parts/control.ts',
    code: ".sort((a, b) => (a.role === b.role ? a.scanIndex - b.scanIndex : a.role === 'control' ? -1 : 1))",
    column: 93,
    was: '1',
    becomes: '2',
    why: 'a comparison for sorting: only the sign of what it gives counts',
  },
  {
    file: 'src-core/survey/cached-wall.ts',
    code: "const axis = await cache.ofMap('axis', { ...from, options: { counted, options } }, form, async () => {",
    column: 13,
    was: "await cache.ofMap('axis', { ...from, options: { counted, options } }, form, async () => { const { axis: found } = await find(null); return found!; })",
    becomes:
      "(cache.ofMap('axis', { ...from, options: { counted, options } }, form, async () => { const { axis: found } = await find(null); return found!; }))",
    why: 'the axis is handed to `drivePath` alone, whose `surveyAxis` is async and waits for what it gives back',
  },
  {
    file: 'src-core/tunnel/chamber.ts',
    code: 'if (coarse.edge > CHAMBER_CELL.max)',
    column: 16,
    was: '>',
    becomes: '>=',
    why: 'edges are 0.05 m doubled again and again, which are never the greatest of 2 m',
  },
  {
    file: 'src-core/tunnel/chamber/void-solid.ts',
    code: 'for (let c = -2; c <= 2; c++) {',
    column: 14,
    was: '2',
    becomes: '(2 * 2)',
    why: 'more cells, all of them two edges away or more, of whose planes none is near enough to a face',
  },
  {
    file: 'src-core/tunnel/objects/drawn-things.ts',
    code: 'const gaps = gapsOf({ slabs: [ofSlab], points }, grid, centre);',
    column: 39,
    was: 'points',
    becomes: 'points: undefined',
    why: 'gaps are measured by the places of the points alone',
  },
  {
    file: 'src-core/tunnel/objects/things.ts',
    code: 'for (let i = 0; i < places.length; i += 2) {',
    column: 18,
    was: '<',
    becomes: '<=',
    why: 'one turn more, with a cell and a radius that are no numbers: they are compared with, or written beyond typed arrays, which changes nothing',
  },
  {
    file: 'src-core/tunnel/void/void-voxels.ts',
    code: 'const key = keyOffset(i + HALF, j + HALF, k + HALF);',
    column: 44,
    was: '+',
    becomes: '-',
    why: 'keys are linear in the index: all are less by the same, and neighbours differ as before',
  },
];
