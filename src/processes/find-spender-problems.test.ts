import { describe, expect, it } from 'vitest';
import { SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { findCollectorProblems, findSpenderProblems } from './find-spender-problems.ts';

const wrong = (network: string, address: string) =>
  findSpenderProblems({
    recurringProxies: new Map(),
    spenders: new Map([[network, address]]),
  }).map(({ setting, problem }) => [setting, problem]);

describe('the contract that spends by permit', () => {
  it('is that of this release on its network', () => {
    expect(wrong('arbitrum-one', PAYMENT_INTENT_SPENDERS['arbitrum-one'])).toEqual([]);
  });

  it('is no account, no contract of another network and none where there is none', () => {
    expect(wrong('base', SANDBOX_SENDER.address)).toEqual([
      ['PERMIT_SPENDER_BASE', expect.stringContaining(PAYMENT_INTENT_SPENDERS.base)],
    ]);
    expect(wrong('arbitrum-one', PAYMENT_INTENT_SPENDERS.base)).toEqual([
      ['PERMIT_SPENDER_ARBITRUM_ONE', expect.stringContaining('must be')],
    ]);
    expect(wrong('tron', SANDBOX_SENDER.address)).toEqual([
      ['PERMIT_SPENDER_TRON', expect.stringContaining('has no effect')],
    ]);
  });
});

it('takes collectors of an escrow where this release names none, and nowhere else', () => {
  const settings = (id: string) =>
    findCollectorProblems({
      escrowCollectors: new Map(SANDBOX_COLLECTORS && [[id, SANDBOX_COLLECTORS]]),
    }).map(({ setting }) => setting);
  expect(settings('sepolia')).toEqual([]);
  expect(settings('base')).toEqual(['ESCROW_COLLECTORS_BASE']);
  expect(settings('arbitrum-one')).toEqual(['ESCROW_COLLECTORS_ARBITRUM_ONE']);
});

describe('the contract that takes instalments', () => {
  const problems = (network: string) =>
    findSpenderProblems({
      spenders: new Map(),
      recurringProxies: new Map([[network, SANDBOX_SENDER.address]]),
    }).map(({ setting, problem }) => [setting, problem]);

  it('may be any of the operator where there are recurring payouts', () => {
    expect(problems('base')).toEqual([]);
    expect(problems('optimism')).toEqual([
      ['RECURRING_PROXY_OPTIMISM', expect.stringContaining('has no effect')],
    ]);
    expect(problems('tron')).toHaveLength(1);
  });
});
