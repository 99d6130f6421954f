import { expect, it } from 'vitest';
import { sentence } from '../../src-core/model/sentences.ts';
import { decodeHealth, encodeHealth } from '../../src-main/project/codecs/health-codec.ts';
import { decodeSensor, encodeSensor } from '../../src-main/project/codecs/sensor-codec.ts';
import { health, sensor } from './fixtures.ts';

const REMARK = {
  message: '3 lidar packets were left out.',
  sentence: sentence('packets-foreign', { count: 3 }),
};

it('keeps what is wrong with a capture, and what was assumed of its sensor, with their sentences', () => {
  const kept = { ...health(2), warnings: [REMARK] };
  expect(decodeHealth(encodeHealth(kept))).toEqual(kept);
  expect(decodeSensor(encodeSensor({ ...sensor(), assumptions: [REMARK] })).assumptions).toEqual([REMARK]);
});

it('reads those of a project that has the messages alone', () => {
  const old = JSON.stringify({ ...JSON.parse(encodeHealth(health(2))), warnings: ['2 packets came twice.'] });
  expect(decodeHealth(old).warnings).toEqual([{ message: '2 packets came twice.' }]);
  const oldSensor = JSON.stringify({
    ...JSON.parse(encodeSensor(sensor())),
    assumptions: ['10 mm were taken.'],
  });
  expect(decodeSensor(oldSensor).assumptions).toEqual([{ message: '10 mm were taken.' }]);
});
