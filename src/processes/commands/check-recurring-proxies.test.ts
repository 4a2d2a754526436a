import { describe, expect, it } from 'vitest';
import type { Chain, Schedules, TransactionSender } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { checkRecurringProxies } from './check-recurring-proxies.ts';

const PROXY = '0x1111111111111111111111111111111111111111';
const WELL = {
  isDeployed: true,
  isPaused: false,
  isSenderAllowed: true,
  paysThroughKnownProxy: true,
};

function chainWith(readProxy: Schedules['readProxy'], hasSender = true): Chain {
  const never = () => {
    throw new Error('the check only reads what the contract is');
  };
  const schedules: Schedules = {
    proxyAddress: PROXY,
    readProxy,
    prepare: never,
    readPayer: never,
    readState: never,
    verify: never,
    approvalCall: never,
    trigger: never,
    readRefusal: never,
    findTrigger: never,
  };
  const sender: TransactionSender = {
    address: SANDBOX_SENDER.address,
    prepare: never,
    raise: never,
    readNonces: never,
    readBalance: never,
    readTypicalCost: never,
    sign: never,
  };
  return { ...stillChain('base'), schedules, ...(hasSender && { sender }) };
}

const NO_MAPS = { spenders: new Map(), budgets: new Map(), totalBudgets: new Map() };

async function found(chain: Chain, isOwn: boolean) {
  const recurringProxies = new Map(isOwn ? [['base', PROXY]] : []);
  const relayer = { ...NO_MAPS, key: undefined, recurringProxies };
  return await checkRecurringProxies({ relayer }, [chain]);
}

describe('the contract that takes instalments', () => {
  it('is well where it takes them from the sender', async () => {
    expect(
      await found(
        chainWith(async () => WELL),
        true,
      ),
    ).toMatchObject([
      { ok: true, warns: false, text: `${PROXY} takes instalments from ${SANDBOX_SENDER.address}` },
    ]);
  });

  it.each([
    ['is paused', { isPaused: true }],
    ['does not name', { isSenderAllowed: false }],
    ['another fee proxy', { paysThroughKnownProxy: false }],
    ['is not that contract', { isDeployed: false }],
  ])('is reported as a warning where it %s, whoever named it', async (text, change) => {
    const chain = chainWith(async () => ({ ...WELL, ...change }));
    for (const isOwn of [true, false]) {
      expect(await found(chain, isOwn)).toMatchObject([
        { ok: true, warns: true, text: expect.stringContaining(text) },
      ]);
    }
  });

  it('is the public one’s admin’s, where no setting names another', async () => {
    const chain = chainWith(async () => ({ ...WELL, isSenderAllowed: false }));
    const [finding] = await found(chain, false);
    expect(finding?.text).toContain('RECURRING_PROXY_BASE');
  });

  it('is unknown where no node answers, and is not asked where nothing is sent: what is refused then is said once', async () => {
    const down = chainWith(async () => {
      throw new Outage('no node answers');
    });
    expect(await found(down, true)).toMatchObject([{ ok: true, warns: true }]);
    const nothing = { relayer: { ...NO_MAPS, key: undefined, recurringProxies: new Map() } };
    expect(await checkRecurringProxies(nothing, [])).toEqual([]);
    expect(
      await found(
        chainWith(async () => WELL, false),
        true,
      ),
    ).toEqual([
      {
        about: 'RELAYER_KEY',
        ok: true,
        warns: false,
        text: expect.stringContaining('is not set: recurring payouts are refused'),
      },
    ]);
  });
});
