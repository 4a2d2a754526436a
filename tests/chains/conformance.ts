import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeepReorg, type FollowFrom, type TransactionStep } from '#chains/chain.ts';
import { elapsedMs } from '#kit/clock.ts';
import { describeForms } from './conformance-forms.ts';
import { describePayees } from './conformance-payees.ts';
import { describeRestarts, describeScanning } from './conformance-scanning.ts';
import {
  approval,
  balancesOf,
  type ChainHarness,
  followTo,
  pay,
  payAndFollow,
  paying,
  payment,
  prepareOne,
  type World,
} from './conformance-world.ts';

/** Runs the suite that every chain adapter passes, against the port alone. */
export function describeChain(name: string, start: () => Promise<ChainHarness>): void {
  describe(`the chain port of ${name}`, () => {
    let world: ChainHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.stop());
    describeAddresses(() => world);
    describePayments(() => world);
    describeSimulations(() => world);
    describeForms(() => world);
    describePayees(() => world);
    describeFees(() => world);
    describeFollowing(() => world);
    describeScanning(() => world);
    describeRestarts(() => world);
    describeReorgs(() => world);
    describeOddTokens(() => world);
    describeSignIn(() => world);
  });
}

function describeAddresses(world: World): void {
  it('accepts and normalises its own addresses, and nothing that only looks like one', () => {
    const { chain, payerAddress, wrongAddresses } = world();
    expect(chain.isAddress(payerAddress)).toBe(true);
    expect(chain.normalAddress(payerAddress)).toBe(payerAddress);
    expect(wrongAddresses.filter((text) => chain.isAddress(text))).toEqual([]);
  });
}

function describePayments(world: World): void {
  it('pays the payee and the fee exactly, and says so in its facts', async () => {
    const { chain, payerAddress, payeeAddress, feeAddress, tokenAddress, send } = world();
    const before = await balancesOf(world(), payerAddress);
    const payeeBefore = await balancesOf(world(), payeeAddress);
    const feeBefore = await balancesOf(world(), feeAddress);
    await send(approval(tokenAddress, 1_005n, 'fee_proxy'));
    expect((await balancesOf(world(), payerAddress)).allowanceUnits).toBe(1_005n);

    const hash = await send(
      paying({ ...payment(world()), amountUnits: 1_000n, feeUnits: 5n, feeAddress }),
    );
    const outcome = await chain.readOutcome(hash);
    const after = await balancesOf(world(), payerAddress);
    expect(outcome?.status).toBe('success');
    expect(after.balanceUnits).toBe(before.balanceUnits - 1_005n);
    expect(after.allowanceUnits).toBe(0n);
    expect(after.nativeBalanceUnits).toBeLessThan(before.nativeBalanceUnits);
    expect(chain.networkFeeUnits([chain.needs.approval], after.resources)).toBeGreaterThan(0n);
    expect((await balancesOf(world(), payeeAddress)).balanceUnits).toBe(
      payeeBefore.balanceUnits + 1_000n,
    );
    expect((await balancesOf(world(), feeAddress)).balanceUnits).toBe(feeBefore.balanceUnits + 5n);
  });

  it('returns that a payment without an allowance reverted', async () => {
    const { chain, tokenAddress, send } = world();
    await send(approval(tokenAddress, 0n, 'fee_proxy'));
    const hash = await send(paying({ ...payment(world()), amountUnits: 10n }));
    expect((await chain.readOutcome(hash))?.status).toBe('reverted');
  });

  it('hands a signed transaction to the network, which then holds it once', async () => {
    const { chain, tokenAddress, sign, mine } = world();
    const signed = await sign(approval(tokenAddress, 1n, 'fee_proxy'));
    const hash = await chain.broadcast(signed);
    await mine(1);
    expect((await chain.readOutcome(hash))?.status).toBe('success');
    await expect(chain.broadcast(signed)).rejects.toThrow();
    expect(await chain.readOutcome(`0x${'ab'.repeat(32)}`)).toBeUndefined();
  });
}

function describeSimulations(world: World): void {
  it('returns whom a token refuses, and that it refuses a wallet in any case', async () => {
    const { payerAddress, payeeAddress, feeAddress, blockingToken } = world();
    const { chain, address: tokenAddress, block, unblock } = blockingToken;
    const simulated = () =>
      chain.simulateTransfers(
        payerAddress,
        [payeeAddress, feeAddress, payerAddress].map((to) => ({
          tokenAddress,
          payeeAddress: to,
          units: 1n,
        })),
      );
    expect(await simulated()).toEqual(['accepted', 'accepted', 'accepted']);
    await block(feeAddress);
    expect(await simulated()).toEqual(['accepted', 'refused', 'accepted']);
    await block(payerAddress);
    expect(await simulated()).toEqual(['refused', 'refused', 'refused']);
    await unblock(feeAddress, payerAddress);
    expect(await simulated()).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('returns what would not move: more than there is, and coins to who takes none', async () => {
    const { chain, payerAddress, payeeAddress, unrelatedAddress } = world();
    const { coinlessAddress, tokenAddress } = world();
    const coins = (payee: string) => ({ tokenAddress: undefined, payeeAddress: payee, units: 5n });
    const token = { tokenAddress, payeeAddress, units: 5n };
    expect(
      await chain.simulateTransfers(payerAddress, [
        coins(payeeAddress),
        coins(coinlessAddress),
        token,
      ]),
    ).toEqual(['accepted', 'refused', 'accepted']);
    expect(await chain.simulateTransfers(unrelatedAddress, [token])).toEqual(['refused']);
    expect(await chain.simulateTransfers(payerAddress, [])).toEqual([]);
  });

  it('takes no answer for a yes, as some tokens give none, and a false one for a no', async () => {
    const { chain, payerAddress, payeeAddress, deployToken, resettingToken } = world();
    const one = (tokenAddress: string) => [{ tokenAddress, payeeAddress, units: 1n }];
    const falseToken = await deployToken('answers_false');
    expect(await chain.simulateTransfers(payerAddress, one(falseToken))).toEqual(['refused']);
    if (resettingToken === undefined) return;
    const { chain: itsChain, address } = resettingToken;
    expect(await itsChain.simulateTransfers(payerAddress, one(address))).toEqual(['accepted']);
  });

  it('moves nothing by trying', async () => {
    const { chain, payerAddress, payeeAddress, tokenAddress } = world();
    const before = await balancesOf(world(), payerAddress);
    const coins = { tokenAddress: undefined, payeeAddress, units: 5n };
    await chain.simulateTransfers(payerAddress, [coins, { tokenAddress, payeeAddress, units: 5n }]);
    const { resources: _, ...after } = await balancesOf(world(), payerAddress);
    expect(before).toMatchObject(after);
  });
}

function describeFees(world: World): void {
  it('takes no more for a transaction than the network fee that it reckons', async () => {
    const { chain, tokenAddress, payerAddress, send } = world();
    const { approval: ofApproval, payment: ofPayment } = chain.needs;
    const approve = approval(tokenAddress, 100n, 'fee_proxy');
    const pays = paying({ ...payment(world()), amountUnits: 90n, feeUnits: 10n });
    const spent = async (step: TransactionStep) => {
      const before = await balancesOf(world(), payerAddress);
      await send(step);
      const after = await balancesOf(world(), payerAddress);
      return { units: before.nativeBalanceUnits - after.nativeBalanceUnits, ...before };
    };
    const first = await spent(approve);
    expect(first.units).toBeLessThan(chain.networkFeeUnits([ofApproval], first.resources));
    const second = await spent(pays);
    expect(second.units).toBeLessThan(chain.networkFeeUnits([ofPayment.token], second.resources));
    expect(chain.networkFeeUnits([], second.resources)).toBe(0n);
  });

  it('prepares one transaction for each step, in their order, and also without a wallet', async () => {
    const { chain, tokenAddress, payerAddress } = world();
    const steps = [approval(tokenAddress, 100n, 'fee_proxy'), paying(payment(world()))];
    const prepared = await chain.prepare(steps, payerAddress);
    const alone = await Promise.all(steps.map((step) => prepareOne(chain, step, payerAddress)));
    const partsOf = (all: typeof prepared) => all.map(({ to, data }) => ({ to, data }));
    expect(partsOf(prepared)).toEqual(partsOf(alone));
    expect(partsOf(await chain.prepare(steps, undefined))).toEqual(partsOf(alone));
    expect(await chain.prepare([], payerAddress)).toEqual([]);
  });

  it('clears an allowance where the token demands it', async () => {
    const { resettingToken } = world();
    if (resettingToken === undefined) return;
    const { chain, address, send } = resettingToken;
    const approve = (units: bigint) => send(approval(address, units, 'fee_proxy'));
    expect((await chain.readOutcome(await approve(5n)))?.status).toBe('success');
    expect((await chain.readOutcome(await approve(7n)))?.status).toBe('reverted');
    await approve(0n);
    expect((await chain.readOutcome(await approve(7n)))?.status).toBe('success');
    const hash = await send(
      paying({ ...payment(world()), tokenAddress: address, amountUnits: 7n }),
    );
    expect((await chain.readOutcome(hash))?.status).toBe('success');
  });
}

function describeFollowing(world: World): void {
  it('reports a payment once, with everything that is known of it', async () => {
    const { chain, payerAddress, payeeAddress, tokenAddress, feeAddress } = world();
    const startBlock = (await chain.readHead()) + 1n;
    const order = { ...payment(world()), amountUnits: 300n, feeUnits: 3n, feeAddress };
    const hash = await pay(world(), order);
    await world().mine(3);
    const { transfers, points } = await followTo(world(), { known: [], startBlock });
    expect(transfers).toEqual([
      expect.objectContaining({
        transactionHash: hash,
        block: (await chain.readOutcome(hash))?.block,
        tokenAddress,
        payerAddress,
        payeeAddress,
        feeAddress,
        referenceKey: chain.referenceKey(order.paymentReference),
        claimedUnits: 300n,
        creditedUnits: 300n,
        feeUnits: 3n,
      }),
    ]);
    expect(transfers[0]?.blockTime.getUTCFullYear()).toBeGreaterThan(2_025);
    expect(points.at(-1)?.number).toBeGreaterThanOrEqual(startBlock + 3n);
  });

  it('continues from known points without a repeat and without a gap', async () => {
    const startBlock = (await world().chain.readHead()) + 1n;
    const first = await pay(world(), payment(world()));
    const before = await followTo(world(), { known: [], startBlock });
    const second = await pay(world(), payment(world()));
    const third = await pay(world(), payment(world()));
    const after = await followTo(world(), { known: before.points, startBlock: undefined });
    expect(before.transfers.map((transfer) => transfer.transactionHash)).toEqual([first]);
    expect(after.transfers.map((transfer) => transfer.transactionHash)).toEqual([second, third]);
  });

  it('reads in full only what is requested', async () => {
    const startBlock = (await world().chain.readHead()) + 1n;
    const mine = payment(world());
    await pay(world(), payment(world()));
    const hash = await pay(world(), mine);
    const key = world().chain.referenceKey(mine.paymentReference);
    const { transfers } = await followTo(world(), {
      known: [],
      startBlock,
      isOurs: async (keys) => new Set(keys.filter((one) => one === key)),
    });
    expect(transfers.map((transfer) => transfer.transactionHash)).toEqual([hash]);
  });

  it('ends at once when it is aborted', async () => {
    const stop = new AbortController();
    const following = world().chain.follow({ known: [], startBlock: undefined }, stop.signal);
    await following.next();
    const start = elapsedMs();
    const rest = (async () => {
      for await (const update of following) expect(update.type).toBe('blocks');
    })();
    stop.abort();
    await rest;
    expect(elapsedMs() - start).toBeLessThan(500);
  });
}

function describeReorgs(world: World): void {
  it.each([1, 3, 7])('takes back a payment that a reorg of %i blocks removed', async (depth) => {
    const { chain, mine, reorgFrom } = world();
    const startBlock = (await chain.readHead()) + 1n;
    await mine(1);
    const settled = await followTo(world(), { known: [], startBlock });
    const hash = await pay(world(), payment(world()));
    await mine(Math.max(0, depth - 2));
    const seen = await followTo(world(), { known: settled.points, startBlock: undefined });
    expect(seen.transfers.map((transfer) => transfer.transactionHash)).toEqual([hash]);
    const paidAt = seen.transfers[0]?.block.number ?? 0n;
    await reorgFrom(paidAt);

    const known = [...settled.points, ...seen.points];
    const replaced = await followTo(world(), { known, startBlock: undefined });
    expect(replaced.reorgs.length).toBe(1);
    expect(replaced.reorgs[0]?.ancestor?.number).toBeLessThan(paidAt);
    expect(known).toContainEqual(replaced.reorgs[0]?.ancestor);
    expect(replaced.transfers).toEqual([]);
    expect(await chain.readOutcome(hash)).toBeUndefined();
  });

  it('finds its way back from a reorg of the very first block that it scanned', async () => {
    const { mine, reorgFrom } = world();
    await mine(10);
    const first = await followTo(world(), { known: [], startBlock: undefined });
    await reorgFrom((first.points.at(-1)?.number ?? 0n) - 1n);
    const hash = await pay(world(), payment(world()));
    const after = await followTo(world(), { known: first.points, startBlock: undefined });
    expect(first.points).toContainEqual(after.reorgs[0]?.ancestor);
    expect(after.transfers.map((transfer) => transfer.transactionHash)).toEqual([hash]);
  });

  it('stops instead of taking back what was final, or all that it knows', async () => {
    const { chain, mine, reorgFrom } = world();
    await mine(8);
    const { points } = await followTo(world(), { known: [], startBlock: undefined });
    const newest = points.at(-1)?.number ?? 0n;
    const follow = (from: Omit<FollowFrom, 'startBlock'>) =>
      chain.follow({ ...from, startBlock: undefined }, AbortSignal.timeout(60_000)).next();
    await reorgFrom(newest - 1n);
    const next = follow({ known: points, finalizedNumber: newest });
    await expect(next).rejects.toThrow(DeepReorg);
    const strange = { number: newest - 1n, hash: `0x${'cd'.repeat(32)}` as const };
    await expect(follow({ known: [strange] })).rejects.toThrow(DeepReorg);
  });

  it('says that nothing known stands when it meets another chain', async () => {
    const { chain } = world();
    const head = await chain.readHead();
    const known = [{ number: head - 1n, hash: `0x${'cd'.repeat(32)}` as const }];
    const hash = await pay(world(), payment(world()));
    const { reorgs, transfers } = await followTo(world(), { known, startBlock: undefined });
    expect(reorgs).toEqual([{ type: 'reorg', ancestor: undefined }]);
    expect(transfers.map((transfer) => transfer.transactionHash)).toContain(hash);
  });
}

function describeOddTokens(world: World): void {
  it('credits what arrived when a token keeps a share', async () => {
    const tokenAddress = await world().deployToken('keeps_a_share');
    const [transfer] = await payAndFollow(world(), {
      ...payment(world()),
      tokenAddress,
      amountUnits: 1_000n,
    });
    expect(transfer?.claimedUnits).toBe(1_000n);
    expect(transfer?.creditedUnits).toBe(990n);
  });

  it('credits nothing when a token moves nothing and says it did', async () => {
    const tokenAddress = await world().deployToken('moves_nothing');
    const [transfer] = await payAndFollow(world(), {
      ...payment(world()),
      tokenAddress,
      amountUnits: 1_000n,
    });
    expect(transfer?.claimedUnits).toBe(1_000n);
    expect(transfer?.creditedUnits).toBe(0n);
  });

  it('credits nothing, and continues, when a token logs unreadable data', async () => {
    const tokenAddress = await world().deployToken('logs_nonsense');
    const [transfer] = await payAndFollow(world(), { ...payment(world()), tokenAddress });
    expect(transfer?.claimedUnits).toBe(100n);
    expect(transfer?.creditedUnits).toBe(0n);
  });

  it('sees no payment when a token answers false', async () => {
    const tokenAddress = await world().deployToken('answers_false');
    expect(
      await payAndFollow(world(), { ...payment(world()), tokenAddress, amountUnits: 1_000n }),
    ).toEqual([]);
  });
}

function describeSignIn(world: World): void {
  it('knows who signed a message', async () => {
    const { chain, payerAddress, unrelatedAddress, signMessage } = world();
    const signature = await signMessage('sign me in');
    expect(await chain.checkSignIn(payerAddress, 'sign me in', signature)).toBe(true);
    expect(await chain.checkSignIn(payerAddress, 'sign me out', signature)).toBe(false);
    expect(await chain.checkSignIn(unrelatedAddress, 'sign me in', signature)).toBe(false);
    expect(await chain.checkSignIn(payerAddress, 'sign me in', '0x1234')).toBe(false);
  });
}
