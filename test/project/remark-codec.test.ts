import { expect, it } from 'vitest';
import { remark } from '../../src-core/messages/remark.ts';
import { decodeHealth, encodeHealth } from '../../src-main/project/codecs/health-codec.ts';
import { decodeSensor, encodeSensor } from '../../src-main/project/codecs/sensor-codec.ts';
import { health, sensor } from './fixtures.ts';

const REMARK = remark('packets-foreign', { count: 3 });

it('keeps what is wrong with a capture, and what was assumed of its sensor, with their sentences', () => {
  const stored = { ...health(2), warnings: [REMARK] };
  expect(decodeHealth(encodeHealth(stored))).toEqual(stored);
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

it('reads those of a project whose messages name their code as the first versions did', () => {
  const [{ message, sentence }] = [REMARK];
  const old = { message, sentence: { name: sentence.code, values: sentence.values } };
  const stored = JSON.stringify({ ...JSON.parse(encodeHealth(health(2))), warnings: [old] });
  expect(decodeHealth(stored).warnings).toEqual([REMARK]);
});
