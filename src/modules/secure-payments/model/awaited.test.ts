import { describe, expect, it } from 'vitest';
import type { AmountStep, FinalityRule } from '#catalog/networks.ts';
import { awaitedOf, type Waiting } from './awaited.ts';

const seen: Waiting = {
  network: 'base',
  currencyId: 'USDC-base',
  blockNumber: 100n,
  broughtUnits: 5_000_000_000n,
  checkedBlock: 102n,
  tags: { safe: true, finalized: true },
};
const TEN: FinalityRule = { by: 'depth', blocks: 10 };
const FINAL: FinalityRule = { by: 'finalized_tag', fallbackBlocks: 200 };
const SAFE: FinalityRule = { by: 'safe_tag', fallbackBlocks: 200 };
const NO_TAGS = { safe: false, finalized: false };

function awaited(rule: FinalityRule, changes: Partial<Waiting> = {}, steps: AmountStep[] = []) {
  const rules = { confirmationsFor: () => rule, amountStepsFor: () => steps };
  return awaitedOf({ ...seen, ...changes }, rules);
}

describe('a payment that was seen', () => {
  it('waits for the blocks that are missing, its own counted', () => {
    const depth = { blockNumber: 100n, until: 'depth', blocks: 10 };
    expect(awaited(TEN)).toEqual({ ...depth, blocksLeft: 7 });
    expect(awaited(TEN, { checkedBlock: 100n })).toEqual({ ...depth, blocksLeft: 9 });
    expect(awaited(TEN, { checkedBlock: 109n })).toEqual({ ...depth, blocksLeft: 0 });
    expect(awaited(TEN, { checkedBlock: 500n })).toEqual({ ...depth, blocksLeft: 0 });
  });

  it('whose chain was not scanned so far waits for all of them', () => {
    expect(awaited(TEN, { checkedBlock: 90n })?.blocksLeft).toBe(10);
  });

  it('waits for the word of a network that gives it, and else for the depth beside it', () => {
    const shortText = { blockNumber: 100n, until: 'finalized', blocks: null, blocksLeft: null };
    expect(awaited(FINAL)).toEqual(shortText);
    expect(awaited(FINAL, { tags: NO_TAGS })).toMatchObject({ until: 'depth', blocks: 200 });
    const onlySafe = { safe: true, finalized: false };
    expect(awaited(FINAL, { tags: onlySafe })).toMatchObject({ until: 'depth', blocks: 200 });
  });

  it('waits for the word that it is safe, and where that is not given for the next', () => {
    expect(awaited(SAFE)).toMatchObject({ until: 'safe', blocks: null, blocksLeft: null });
    const onlyFinal = { safe: false, finalized: true };
    expect(awaited(SAFE, { tags: onlyFinal })).toMatchObject({ until: 'finalized', blocks: null });
    expect(awaited(SAFE, { tags: NO_TAGS })).toMatchObject({ until: 'depth', blocks: 200 });
    expect(awaited(SAFE, {}, [{ fromDollars: 1n, rule: FINAL }])?.until).toBe('finalized');
    expect(awaited(TEN, {}, [{ fromDollars: 1n, rule: SAFE }])?.until).toBe('safe');
  });

  it('waits for all that its amount requires, and what is no dollar for every step', () => {
    const steps = [
      { fromDollars: 5_000n, rule: { by: 'depth', blocks: 30 } },
      { fromDollars: 5_001n, rule: FINAL },
    ] as const;
    expect(awaited(TEN, {}, [...steps])?.blocks).toBe(30);
    expect(awaited(TEN, { broughtUnits: 4_999_999_999n }, [...steps])?.blocks).toBe(10);
    expect(awaited(TEN, { broughtUnits: 5_001_000_000n }, [...steps])?.until).toBe('finalized');
    expect(awaited(TEN, { currencyId: 'ETH-base-base' }, [...steps])?.until).toBe('finalized');
  });

  it('on an unknown network has no known number of blocks to wait for', () => {
    expect(awaited(TEN, { network: 'elsewhere' })).toBeNull();
  });
});
