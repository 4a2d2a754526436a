import { readFileSync } from 'node:fs';
import { createTestClient, encodeFunctionData, erc20Abi, http, parseAbi } from 'viem';
import { sign } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import type {
  PreparedSchedule,
  Schedules,
  ScheduleTerms,
  TransactionSender,
} from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { blockingToken } from '../../../../tests/support/blocking-token.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import { openScheduleWorld, type ScheduleWorld } from '../../../../tests/support/schedule-world.ts';
import { findTriggersIn } from './encode-trigger.ts';
import { readPermit } from './permit.ts';

const { payer, payee, feeReceiver, unrelated, operator } = TEST_ACCOUNTS;
const REFERENCE: Hex = '0x1122334455667788';
const OTHER: Hex = '0xffeeddccbbaa9988';
const UNITS = 1_000n;
/** With a fee of 10. */
const INSTALMENT = 1_010n;
const contracts = z
  .object({ bytecode: z.object({ SilentToken: z.string().refine(isHex) }) })
  .parse(
    JSON.parse(
      readFileSync(
        new URL('../../../../sandbox/contracts.generated.json', import.meta.url),
        'utf8',
      ),
    ),
  );

const found = currencyById('USDC-base');
if (found === undefined) throw new Error('the catalog has USDC on Base');
const USDC: Currency = found;

let world: ScheduleWorld;
let schedules: Schedules;
let sender: TransactionSender;
let nonce = 1_000n;
beforeAll(async () => {
  world = await openScheduleWorld('base');
  const { chain } = world;
  if (!(chain.schedules && chain.sender)) throw new Error('the chain takes no instalments');
  schedules = chain.schedules;
  sender = chain.sender;
  const args = [operator.address, unrelated.address] as const;
  const data = encodeFunctionData({ abi: recurringProxyAbi, functionName: 'setRelayer', args });
  await world.send(operator, { to: world.proxy, data, valueUnits: 0n });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const node = () => createTestClient({ mode: 'anvil', transport: http(world.at.node.rpcUrl) });

interface Scheduled {
  readonly currency: Currency;
  readonly allowed: bigint;
  readonly isInOrder: boolean;
  /** To terms that are usual. */
  readonly changes: Partial<ScheduleTerms>;
}

/** Two instalments that are due, and what the payer allows for them. */
async function schedule({
  currency = USDC,
  allowed = 2n * INSTALMENT,
  isInOrder = true,
  changes = {},
}: Partial<Scheduled> = {}) {
  const { blockTime, block } = await schedules.readState([]);
  nonce += 1n;
  const prepared = schedules.prepare({
    payerAddress: payer.address,
    payeeAddress: payee.address,
    currency,
    amountUnits: UNITS,
    feeUnits: 10n,
    feeAddress: feeReceiver.address,
    relayerFeeUnits: 0n,
    firstAt: new Date(blockTime.getTime() - 1_000_000),
    periodSeconds: 1,
    totalPayments: 2,
    nonce,
    expiresAt: new Date(blockTime.getTime() + 10 ** 9),
    isInOrder,
    ...changes,
  });
  if ('refused' in prepared) throw new Error(prepared.refused);
  if (currency === USDC) {
    await world.send(payer, schedules.approvalCall(world.proxy, currency, allowed));
  }
  const signature = await sign({
    hash: prepared.digest,
    privateKey: payer.privateKey,
    to: 'hex',
  });
  return { ...prepared, signature, from: block.number };
}

type Signed = PreparedSchedule & { readonly signature: Hex };

const triggerOf = ({ permit, signature }: Signed, index: number, paymentReference = REFERENCE) =>
  schedules.trigger({ permit, signature, index, paymentReference });

async function signedTrigger(one: Signed, index: number) {
  const prepared = await sender.prepare(triggerOf(one, index));
  if ('refused' in prepared) throw new Error(schedules.readRefusal(prepared.refused));
  return await sender.sign(prepared, prepared.nextNonce);
}

async function carriedOut(hash: Hex): Promise<string | undefined> {
  await expect.poll(() => world.chain.readOutcome(hash)).toBeDefined();
  return (await world.chain.readOutcome(hash))?.status;
}

async function refusalOf(one: Signed, index: number) {
  const prepared = await sender.prepare(triggerOf(one, index));
  return 'refused' in prepared ? schedules.readRefusal(prepared.refused) : 'none';
}

const takenOf = async ({ permit }: Signed) =>
  (await schedules.readState([permit])).schedules[0]?.takenIndexes;

const balanceOf = (holder: Hex) =>
  world.client.readContract({
    address: hex(USDC.address),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  });

/** What a follower reports of the block of a transaction. */
async function paymentsOf(hash: Hex) {
  const number = (await world.chain.readOutcome(hash))?.block.number ?? 0n;
  for await (const { transfers } of world.chain.scan({ from: number, to: number })) {
    return transfers.filter(({ transactionHash }) => transactionHash === hash);
  }
  return [];
}

describe('tokens that do not move', () => {
  it('take no instalment where the payee or the payer is blocked', async () => {
    const token = await blockingToken(world.at.node.rpcUrl, USDC.address);
    const one = await schedule();
    for (const blocked of [payee.address, payer.address]) {
      await token.block(blocked);
      const refusal = await refusalOf(one, 1);
      await token.unblock(blocked);
      expect(refusal).toBe('transfer');
    }
    expect(await takenOf(one)).toEqual([]);
    expect(await refusalOf(one, 1)).toBe('none');
  });

  it('credit nothing where the token only says that it moved: the instalment is taken and not paid', async () => {
    const address = '0x00000000000000000000000000000000000051E7';
    const { data: code } = await world.client.call({ data: contracts.bytecode.SilentToken });
    await node().setCode({ address, bytecode: code ?? '0x' });
    const one = await schedule({ currency: { ...USDC, address } });
    const { signed, transactionHash } = await signedTrigger(one, 1);
    await world.chain.broadcast(signed);
    expect(await carriedOut(transactionHash)).toBe('success');
    expect(await takenOf(one)).toEqual([1]);
    expect(await schedules.findTrigger(one.permit, 1, one.from)).toMatchObject({
      transactionHash,
      isPaid: false,
    });
    expect(await paymentsOf(transactionHash)).toMatchObject([{ creditedUnits: 0n }]);
  });

  it('are paid by what somebody left in the contract, and then not by the payer', async () => {
    const one = await schedule({ allowed: 0n });
    expect(await refusalOf(one, 1)).toBe('transfer');
    const mint = encodeFunctionData({
      abi: parseAbi(['function mint(address to, uint256 units)']),
      args: [world.proxy, INSTALMENT],
    });
    await world.send(unrelated, { to: USDC.address, data: mint, valueUnits: 0n });
    const before = await balanceOf(payer.address);
    const { signed, transactionHash } = await signedTrigger(one, 1);
    await world.chain.broadcast(signed);
    expect(await carriedOut(transactionHash)).toBe('success');
    expect(await balanceOf(payer.address)).toBe(before);
    expect(await schedules.findTrigger(one.permit, 1, one.from)).toMatchObject({ isPaid: true });
    expect(await paymentsOf(transactionHash)).toMatchObject([
      { creditedUnits: UNITS, payerAddress: sender.address },
    ]);
  });
});

describe('an instalment that somebody else takes', () => {
  it('is taken once: ours reverts, and theirs is found by its own reference', async () => {
    const one = await schedule();
    const ours = await signedTrigger(one, 1);
    const theirs = await world.send(unrelated, triggerOf(one, 1, OTHER));
    await world.chain.broadcast(ours.signed);
    expect(await carriedOut(ours.transactionHash)).toBe('reverted');
    expect(await takenOf(one)).toEqual([1]);
    expect(await schedules.findTrigger(one.permit, 1, one.from)).toMatchObject({
      transactionHash: theirs,
      senderAddress: unrelated.address,
      paymentReference: OTHER,
      isPaid: true,
    });
    expect(await paymentsOf(theirs)).toMatchObject([
      { payerAddress: payer.address, referenceKey: world.chain.referenceKey(OTHER) },
    ]);
  });

  it('is not believed where data only carries the call, as for a contract that makes none', async () => {
    const one = await schedule();
    const { data } = triggerOf(one, 1);
    // The payee gets as much from the payer in the same block, by a transaction of the payer that carries the call.
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [payee.address, UNITS],
    });
    const carrying: Hex = `${transfer}${data.slice(2)}`;
    await world.send(payer, { to: USDC.address, data: carrying, valueUnits: 0n });
    expect(findTriggersIn(carrying)).toMatchObject([
      { call: { index: 1 }, paymentReference: REFERENCE, isWhole: false },
    ]);
    expect(findTriggersIn(carrying)[0]?.digestAt(readPermit(one.permit))).toBe(one.digest);
    expect(await schedules.findTrigger(one.permit, 1, one.from)).toBeUndefined();
  });
});

describe('a reorg', () => {
  it('gives an instalment back, and the same bytes take it again', async () => {
    const one = await schedule();
    const { signed, transactionHash } = await signedTrigger(one, 1);
    await world.chain.broadcast(signed);
    expect(await carriedOut(transactionHash)).toBe('success');
    const block = (await world.chain.readOutcome(transactionHash))?.block.number ?? 0n;
    const depth = Number((await world.chain.readHead()) - block) + 1;
    await node().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
      method: 'anvil_reorg',
      params: [depth, []],
    });
    await expect.poll(() => takenOf(one)).toEqual([]);
    expect(await schedules.findTrigger(one.permit, 1, one.from)).toBeUndefined();
    await world.chain.broadcast(signed);
    expect(await carriedOut(transactionHash)).toBe('success');
    expect(await takenOf(one)).toEqual([1]);
  });
});

describe('what the contract is odd about', () => {
  it('index 0 is a panic, or out of order', async () => {
    for (const [isInOrder, reason] of [
      [true, '0x061235ef'],
      [false, '0x4e487b71'],
    ] as const) {
      const { permit, signature } = await schedule({ isInOrder });
      const args = [readPermit(permit).values, signature, 0, REFERENCE] as const;
      const functionName = 'triggerRecurringPayment';
      const data = encodeFunctionData({ abi: recurringProxyAbi, functionName, args });
      const prepared = await sender.prepare({ to: world.proxy, data, valueUnits: 0n });
      expect(prepared).toEqual({ refused: reason });
    }
  });

  it.each([true, false])(
    'knows what is signed of the largest numbers, and only the token refuses them (in order: %s)',
    async (isInOrder) => {
      const changes = {
        amountUnits: 2n ** 128n - 1n,
        feeUnits: 0n,
        totalPayments: 255,
        nonce: 2n ** 256n - 1n,
        expiresAt: new Date(8.64e15),
      };
      const one = await schedule({ isInOrder, changes });
      expect(await refusalOf(one, 1)).toBe('transfer');
      const other = { ...one, permit: (await schedule({ isInOrder })).permit };
      expect(await refusalOf(other, 1)).toBe('not_signed');
    },
  );

  it('takes a signature whose v is 0 or 1 only as 27 or 28, which is what we send', async () => {
    const one = await schedule();
    const v = Number.parseInt(one.signature.slice(-2), 16) - 27;
    const signature: Hex = `0x${one.signature.slice(2, -2)}0${v}`;
    expect(await schedules.verify(one.permit, signature)).toBe('valid');
    expect(await refusalOf({ ...one, signature }, 1)).toBe('none');
    const args = [readPermit(one.permit).values, signature, 1, REFERENCE] as const;
    const functionName = 'triggerRecurringPayment';
    const data = encodeFunctionData({ abi: recurringProxyAbi, functionName, args });
    const prepared = await sender.prepare({ to: world.proxy, data, valueUnits: 0n });
    expect('refused' in prepared && schedules.readRefusal(prepared.refused)).toBe('not_signed');
  });

  it('a key that delegated its account signs as a key', async () => {
    const one = await schedule();
    const delegation: Hex = `0xef0100${world.proxy.slice(2).toLowerCase()}`;
    await node().setCode({ address: payer.address, bytecode: delegation });
    try {
      expect((await schedules.readPayer(payer.address, USDC)).isContract).toBe(false);
      expect(await schedules.verify(one.permit, one.signature)).toBe('valid');
      expect(await schedules.verify(one.permit, '0x')).toBe('not_signed');
    } finally {
      await node().setCode({ address: payer.address, bytecode: '0x' });
    }
  });
});
