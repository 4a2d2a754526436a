import { describe, expect, it } from 'vitest';
import { chooseNodes, type NodeRating } from './choose.ts';

const WELL: NodeRating = {
  passage: 'open',
  isWrongChain: false,
  isLagging: false,
  isSuspect: false,
  latencyMs: 50,
};

describe('of several nodes', () => {
  it('the quickest comes first, and equally quick ones in the operator’s order', () => {
    expect(chooseNodes([{ ...WELL, latencyMs: 200 }, WELL, { ...WELL, latencyMs: 48 }])).toEqual([
      1, 2, 0,
    ]);
  });

  it('those without an answer so far come in the operator’s order, after those that answered', () => {
    const unknown = { ...WELL, latencyMs: undefined };
    expect(chooseNodes([unknown, unknown])).toEqual([0, 1]);
    expect(chooseNodes([unknown, WELL, unknown])).toEqual([1, 0, 2]);
  });

  it('a healthy one comes before a suspect one, that before a late one, and one to be probed last', () => {
    expect(
      chooseNodes([
        { ...WELL, passage: 'probe' },
        { ...WELL, isLagging: true },
        { ...WELL, isSuspect: true },
        { ...WELL, latencyMs: 900 },
      ]),
    ).toEqual([3, 2, 1, 0]);
  });

  it('those with an open circuit or of another chain are not queried', () => {
    expect(
      chooseNodes([{ ...WELL, passage: 'suspended' }, { ...WELL, isWrongChain: true }, WELL]),
    ).toEqual([2]);
  });

  it('the preferred one is first while it is as well as another, however quick that is', () => {
    const slow = { ...WELL, latencyMs: 900 };
    expect(chooseNodes([WELL, slow], 1)).toEqual([1, 0]);
    expect(chooseNodes([WELL, { ...slow, isLagging: true }], 1)).toEqual([0, 1]);
  });
});
