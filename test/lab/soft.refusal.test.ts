import { describe, expect, it } from 'vitest';
import { PICP_DEFAULTS } from '../../src-lab/problem/picp-options.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';
import { register } from '../../src-lab/register/register.ts';
import { saddle } from './clouds.ts';

const cloud = saddle(4);
const GROUPS = { emIcp: EM_ICP_PAPER, softassign: SOFTASSIGN_PAPER, picp: PICP_DEFAULTS };

describe('an option of a soft method or of pICP that makes no sense', () => {
  it.each([
    ['emIcp', 'sigmaFactor', 1],
    ['emIcp', 'sigmaFactor', 0],
    ['emIcp', 'sigmaInf', 0],
    ['emIcp', 'sigmaP2', Number.POSITIVE_INFINITY],
    ['emIcp', 'd02', Number.NaN],
    ['emIcp', 'tolerance', -1],
    ['softassign', 'temperatures', 0],
    ['softassign', 'stepsPerTemperature', 1.5],
    ['softassign', 'sinkhornIterations', 0],
    ['softassign', 'temperatureFactor', 1.1],
    ['softassign', 'firstTemperature', 0],
    ['softassign', 'alpha', -1],
    ['softassign', 'moutlier', -1],
    ['picp', 'workers', 0],
    ['picp', 'thinning', 0],
    ['picp', 'thinning', 1.01],
  ] as const)('is refused by its name: %s.%s = %d', (group, name, value) => {
    const options = { [group]: { ...GROUPS[group], [name]: value } };
    expect(() => register(cloud, cloud, options)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(
          `The option ${group}.${name} of the registration is ${value}; it must be `,
        ),
      }),
    );
  });

  it('is refused where pICP accelerates in a way that does not exist', () => {
    const picp = { ...PICP_DEFAULTS, acceleration: true as never };
    expect(() => register(cloud, cloud, { method: 'picp', picp })).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringMatching(/picp\.acceleration.*none, coupled, decoupled/),
      }),
    );
  });
});
