import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { currencyById } from '#catalog/currencies.ts';
import { readSenders } from '#modules/relayer/read-senders.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { blockingToken } from '../../../tests/support/blocking-token.ts';
import {
  type Begun,
  type InstalmentWorld,
  openInstalmentWorld,
} from '../../../tests/support/instalment-world.ts';
import { hex } from '../../../tests/support/route-sample.ts';
import { signSchedule } from '../../../tests/support/sign-schedule.ts';
import { collectStatus } from '../../hosts/monitoring/status.ts';

const { operator, unrelated } = TEST_ACCOUNTS;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALLOWED = 30_000_000n;

let at: InstalmentWorld;
beforeAll(async () => {
  at = await openInstalmentWorld();
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** What is sent waits until the test makes a block. */
async function withoutBlocks(work: () => Promise<void>): Promise<void> {
  await at.anvil.setAutomine(false);
  try {
    await work();
  } finally {
    await at.anvil.setAutomine(true);
  }
}

/** Has something else carried out before what was sent and is in no block. */
async function overtake({ id }: Begun, quicker: () => Promise<void>): Promise<void> {
  const serializedTransaction = at.broadcast.at(-1);
  const [row] = await at.signedFor(id);
  if (serializedTransaction === undefined || row === undefined) throw new Error('it was sent');
  await at.anvil.dropTransaction({ hash: row.hash });
  await at.anvil.setAutomine(true);
  await quicker();
  await at.node.client.sendRawTransaction({ serializedTransaction });
}

async function removeNewestBlock(): Promise<void> {
  await at.anvil.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [1, []],
  });
}

async function paidOnce(one: Begun): Promise<void> {
  await at.becomes(one.id, { status: 'active', processedPayments: 1, failureCount: 0 });
  expect(await at.paymentsOf(one)).toBe(1);
}

const outcomesOf = async ({ id }: Begun) => (await at.signedFor(id)).map(({ outcome }) => outcome);

/** Waits until what was signed has ended like this; a payment may count a moment before. */
async function expectOutcomes(one: Begun, outcomes: readonly string[]): Promise<void> {
  const read = async () => {
    await at.settle();
    return await outcomesOf(one);
  };
  await expect.poll(read, { timeout: 120_000, interval: 10 }).toEqual(outcomes);
}

describe('a transaction that is stuck', () => {
  it.each(['first', 'replacement'] as const)(
    'is replaced with both fees a tenth higher, and counts once where the %s is mined',
    async (winner) => {
      const one = await at.begun();
      await withoutBlocks(async () => {
        await at.work();
        const serializedTransaction = at.broadcast.at(-1);
        const [first] = await at.signedFor(one.id);
        await at.pass(121_000);
        await at.work();
        const [row, ...others] = await at.signedFor(one.id);
        if (first === undefined || row === undefined) throw new Error('it was signed');
        expect([row.earlierHashes, others, row.nonce]).toEqual([[first.hash], [], first.nonce]);
        for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas']) {
          const [low = 0n, high = 0n] = [first.limits[name], row.limits[name]];
          expect(high * 10n).toBeGreaterThanOrEqual(low * 11n);
        }
        // The node took it in the place of the first.
        const pooled = await at.node.client.getTransaction({ hash: row.hash });
        expect(pooled).toMatchObject({ blockHash: null, nonce: Number(first.nonce) });
        if (winner === 'replacement' || serializedTransaction === undefined) return;
        await at.anvil.dropTransaction({ hash: row.hash });
        await at.node.client.sendRawTransaction({ serializedTransaction });
      });
      await at.anvil.mine({ blocks: 1 });
      await paidOnce(one);
      await expectOutcomes(one, ['succeeded']);
    },
  );
});

describe('a key that is out of gas', () => {
  it('raises an alarm before anything is due, sends nothing, counts no failure, and goes on once funded', async () => {
    const one = await at.begun(DAY_MS / 2);
    const { address } = SANDBOX_SENDER;
    const value = await at.node.client.getBalance({ address });
    const readAlarms = async () => {
      await at.pass(61_000);
      await readSenders(at.ctx);
      return (await collectStatus(at.ctx)).alarms.map(({ kind }) => kind);
    };
    await at.anvil.setBalance({ address, value: 0n });
    expect(await readAlarms()).toContain('sender_low');
    await at.pass(DAY_MS / 2);
    await at.anvil.mine({ blocks: 1 });
    await at.settle();
    await at.settle();
    expect(await at.signedFor(one.id)).toEqual([]);
    expect(await at.view(one.id)).toMatchObject({ status: 'active', failureCount: 0 });
    await at.anvil.setBalance({ address, value });
    await paidOnce(one);
    expect(await readAlarms()).not.toContain('sender_low');
  });
});

describe('what changes between simulation and block', () => {
  it('reverts where the allowance was lowered: it is reported, and paid an hour later', async () => {
    const one = await at.begun();
    await withoutBlocks(async () => {
      await at.work();
      await overtake(one, () => at.allow(one.payer, 0n));
    });
    await at.becomes(one.id, {
      status: 'active',
      processedPayments: 0,
      failureCount: 1,
      failureReason: 'The transaction was not carried out',
      retryAfter: expect.any(String),
    });
    expect(await outcomesOf(one)).toEqual(['failed']);
    expect(await at.eventsOf(one.id, 'payment.failed')).toHaveLength(1);
    await at.allow(one.payer, ALLOWED);
    await at.settle();
    expect(await outcomesOf(one)).toEqual(['failed']);
    await at.pass(HOUR_MS);
    await paidOnce(one);
    await expectOutcomes(one, ['failed', 'succeeded']);
  });

  it('is not sent while the token blocks the payer: the third failure pauses, and it goes on once unblocked', async () => {
    const usdc = currencyById('USDC-base')?.address ?? '';
    const token = await blockingToken(at.node.at.node.rpcUrl, usdc);
    const one = await at.begun();
    await token.block(one.payer.address);
    await at.settle();
    expect(await at.view(one.id)).toMatchObject({
      failureCount: 1,
      failureReason: expect.stringContaining('refuses the payment'),
      shortage: null,
    });
    for (const hours of [1, 6]) {
      await at.pass(hours * HOUR_MS);
      await at.settle();
    }
    expect(await at.view(one.id)).toMatchObject({ status: 'paused', failureCount: 3 });
    await token.unblock(one.payer.address);
    await at.pass(DAY_MS);
    await at.settle();
    expect(await at.signedFor(one.id)).toEqual([]);
    expect(await at.unpause(one.id)).toBe(200);
    await paidOnce(one);
  });
});

describe('a reorg under an instalment', () => {
  it.each([
    ['while its transaction is followed', null],
    ['after its transaction has ended', 'succeeded'],
  ])('%s has the same bytes sent again: one transaction, one payment', async (_, outcome) => {
    const one = await at.begun();
    await at.work();
    if (outcome === null) expect(await outcomesOf(one)).toEqual([null]);
    else {
      await paidOnce(one);
      await expectOutcomes(one, [outcome]);
    }
    const [{ hash, nonce } = {}] = await at.signedFor(one.id);
    await removeNewestBlock();
    expect(await at.paymentsOf(one)).toBe(0);
    await paidOnce(one);
    await expectOutcomes(one, ['succeeded']);
    expect(await at.signedFor(one.id)).toMatchObject([{ hash, nonce }]);
    const reverted = await at.eventsOf(one.id, 'payment.reverted');
    if (outcome !== null) expect(reverted).toHaveLength(1);
  });
});

describe('an instalment that somebody else takes', () => {
  beforeAll(async () => {
    const args = [operator.address, unrelated.address] as const;
    const data = encodeFunctionData({ abi: recurringProxyAbi, functionName: 'setRelayer', args });
    await at.node.send(operator, { to: at.node.proxy, data, valueUnits: 0n });
  });

  /** Another relayer of the same contract takes the first one, with a reference of its own. */
  async function takeElsewhere({ created, payer }: Begun): Promise<void> {
    const { schedules } = at.node.chain;
    if (schedules === undefined) throw new Error('the chain has schedules');
    const { recurringPaymentPermit: permit } = created;
    const signature = hex(await signSchedule(created, payer));
    const paymentReference = '0x00000000000e15e0';
    const call = schedules.trigger({ permit, signature, index: 1, paymentReference });
    await at.node.send(unrelated, call);
  }

  it('counts by the payment to the payee, is not sent by us, and the next one is', async () => {
    const one = await at.begun();
    await takeElsewhere(one);
    await paidOnce(one);
    expect(await at.signedFor(one.id)).toEqual([]);
    await at.pass(30 * DAY_MS);
    await at.anvil.mine({ blocks: 1 });
    await at.becomes(one.id, { processedPayments: 2, failureCount: 0 });
    await expectOutcomes(one, ['succeeded']);
    expect(await at.paymentsOf(one)).toBe(2);
  });

  it('while ours is on its way has ours reverted, and counts once', async () => {
    const one = await at.begun();
    await withoutBlocks(async () => {
      await at.work();
      await overtake(one, () => takeElsewhere(one));
    });
    await paidOnce(one);
    await expectOutcomes(one, ['failed']);
  });
});
