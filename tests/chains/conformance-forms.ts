import { describe, expect, it } from 'vitest';
import type { ChainPayment, ConversionPayment, NativePayment, Rate } from '#chains/chain.ts';
import {
  approval,
  balancesOf,
  batch,
  type ChainHarness,
  followTo,
  payAndFollow,
  paying,
  payment,
  prepareOne,
  type World,
} from './conformance-world.ts';

/** What a network can do beside taking a payment in a token; what it cannot is not tested. */
export function describeForms(world: World): void {
  describe('native coins', () => describeNative(world));
  describe('conversions', () => describeConversions(world));
  describe('batches', () => describeBatches(world));
  describe('an unrelated account', () => describeUnrelated(world));
}

function nativePayment(world: ChainHarness): NativePayment {
  const { tokenAddress: _none, ...parts } = payment(world);
  return { ...parts, kind: 'native', amountUnits: 4_000n, feeUnits: 30n };
}

/** An invoice over 100 with a fee of 1, in the currency that the path starts with. */
function conversion(world: ChainHarness): ConversionPayment {
  const { tokenAddress, payeeAddress, paymentReference, feeAddress } = payment(world);
  return {
    kind: 'conversion',
    tokenAddress,
    payeeAddress,
    paymentReference,
    feeAddress,
    invoiceUnits: 100_00000000n,
    feeInvoiceUnits: 1_00000000n,
    path: world.conversionPath,
    maxToSpendUnits: 200_000_000n,
    maxRateAgeSeconds: 3_600,
  };
}

async function rateOf(world: ChainHarness, invoiceUnits: bigint): Promise<Rate> {
  const [rate] = await world.chain.readRates([{ path: world.conversionPath, invoiceUnits }]);
  if (rate === undefined) throw new Error('the world of the suite has a rate');
  return rate;
}

function describeNative(world: World): void {
  it('reach the payee and the receiver of the fee exactly, and are reported', async () => {
    const { chain, payerAddress, payeeAddress, feeAddress, send } = world();
    if (!chain.capabilities.native) return;
    const before = await coins(world());
    const startBlock = (await chain.readHead()) + 1n;
    const order = nativePayment(world());
    const step = paying(order);
    expect((await prepareOne(chain, step, payerAddress)).valueUnits).toBe(4_030n);
    const transactionHash = await send(step);
    const after = await coins(world());
    expect(after.payee - before.payee).toBe(4_000n);
    expect(after.fee - before.fee).toBe(30n);
    expect(before.payer - after.payer - 4_030n).toBeLessThan(
      chain.networkFeeUnits([chain.needs.payment.native], before.resources),
    );
    expect((await followTo(world(), { known: [], startBlock })).transfers).toEqual([
      expect.objectContaining({
        kind: 'native',
        transactionHash,
        tokenAddress: undefined,
        payerAddress,
        payeeAddress,
        feeAddress,
        referenceKey: chain.referenceKey(order.paymentReference),
        claimedUnits: 4_000n,
        creditedUnits: 4_000n,
        feeUnits: 30n,
        tokenUnits: 4_000n,
        tokenFeeUnits: 30n,
        conversion: undefined,
      }),
    ]);
  });
}

function describeConversions(world: World): void {
  it('take what the rate says, credit the invoice, and are reported in both', async () => {
    const { chain, payerAddress, payeeAddress, tokenAddress, conversionPath, send } = world();
    if (!chain.capabilities.conversion) return;
    const order = conversion(world());
    const amount = await rateOf(world(), order.invoiceUnits);
    const fee = await rateOf(world(), order.feeInvoiceUnits);
    await send(approval(tokenAddress, order.maxToSpendUnits, 'conversion_proxy'));
    const [before, payeeBefore] = await bothOf(world());
    const startBlock = (await chain.readHead()) + 1n;
    const transactionHash = await send(paying(order));
    const [after, payeeAfter] = await bothOf(world());
    expect(before.nativeBalanceUnits - after.nativeBalanceUnits).toBeLessThan(
      chain.networkFeeUnits([chain.needs.payment.conversion], before.resources),
    );
    expect(before.balanceUnits - after.balanceUnits).toBe(amount.outUnits + fee.outUnits);
    expect(payeeAfter.balanceUnits - payeeBefore.balanceUnits).toBe(amount.outUnits);
    expect((await followTo(world(), { known: [], startBlock })).transfers).toEqual([
      expect.objectContaining({
        kind: 'conversion',
        transactionHash,
        tokenAddress,
        payerAddress,
        payeeAddress,
        referenceKey: chain.referenceKey(order.paymentReference),
        claimedUnits: order.invoiceUnits,
        creditedUnits: order.invoiceUnits,
        feeUnits: order.feeInvoiceUnits,
        tokenUnits: amount.outUnits,
        tokenFeeUnits: fee.outUnits,
        conversion: {
          currencyAddress: chain.normalAddress(conversionPath[0] ?? ''),
          maxRateAgeSeconds: 3_600,
        },
      }),
    ]);
  });

  it('never take more than the payer agreed to, nor at no rate', async () => {
    const { chain, tokenAddress, conversionPath, send } = world();
    if (!chain.capabilities.conversion) return;
    await send(approval(tokenAddress, 10n ** 12n, 'conversion_proxy'));
    const order = conversion(world());
    const { outUnits } = await rateOf(world(), order.invoiceUnits + order.feeInvoiceUnits);
    const outcomeOf = async (maxToSpendUnits: bigint) =>
      (await chain.readOutcome(await send(paying({ ...order, maxToSpendUnits }))))?.status;
    expect(await outcomeOf(outUnits - 2n)).toBe('reverted');
    expect(await outcomeOf(outUnits)).toBe('success');
    const backwards = [tokenAddress, ...conversionPath.slice(0, 1), tokenAddress];
    const [none, some] = await chain.readRates([
      { path: backwards, invoiceUnits: 1n },
      { path: conversionPath, invoiceUnits: 0n },
    ]);
    expect(none).toBeUndefined();
    expect(some).toMatchObject({ outUnits: 0n, oldestAt: expect.any(Date) });
    await send(approval(tokenAddress, 0n, 'conversion_proxy'));
  });
}

function describeBatches(world: World): void {
  it('pay every form in one transaction, each reported with its payer', async () => {
    const { chain, payerAddress, payeeAddress, feeAddress, tokenAddress, send } = world();
    if (!chain.capabilities.batch) return;
    const token = { ...payment(world()), amountUnits: 700n, feeUnits: 7n };
    const again = { ...payment(world()), amountUnits: 800n };
    const native = chain.capabilities.native ? [nativePayment(world())] : [];
    const converted = chain.capabilities.conversion ? [conversion(world())] : [];
    const forms: readonly ChainPayment[] = [...native, token, ...converted, again];
    const bps = await chain.readBatchFeeBps();
    expect(bps).toBeLessThanOrEqual(200n);
    await send(approval(tokenAddress, 300_000_000n, 'batch'));
    const [before, payeeBefore] = await bothOf(world());
    const coinsBefore = await coins(world());
    const rates = await Promise.all(
      converted.map(({ invoiceUnits }) => rateOf(world(), invoiceUnits)),
    );
    const outUnits = rates.reduce((sum, rate) => sum + rate.outUnits, 0n);
    const startBlock = (await chain.readHead()) + 1n;
    const hash = await send(batch(forms, feeAddress));
    expect((await chain.readOutcome(hash))?.status).toBe('success');
    const [, payeeAfter] = await bothOf(world());
    expect(payeeAfter.balanceUnits - payeeBefore.balanceUnits).toBe(1_500n + outUnits);
    expect((await coins(world())).payee - coinsBefore.payee).toBe(native.length > 0 ? 4_000n : 0n);
    expect(before.balanceUnits).toBeGreaterThan(0n);
    const { transfers } = await followTo(world(), { known: [], startBlock });
    const common = { transactionHash: hash, payerAddress, payeeAddress };
    expect(transfers.map(({ kind }) => kind).sort()).toEqual(forms.map(({ kind }) => kind).sort());
    expect(new Set(transfers.map(({ logIndex }) => logIndex)).size).toBe(forms.length);
    for (const form of forms) {
      const key = chain.referenceKey(form.paymentReference);
      const seen = transfers.find((one) => one.referenceKey === key);
      const creditedUnits = form.kind === 'conversion' ? form.invoiceUnits : form.amountUnits;
      expect(seen).toMatchObject({ ...common, kind: form.kind, creditedUnits });
    }
    await send(approval(tokenAddress, 0n, 'batch'));
  });

  it('pay nothing at all when one of their payments cannot be made', async () => {
    const { chain, tokenAddress, send } = world();
    if (!chain.capabilities.batch) return;
    await send(approval(tokenAddress, 300_000_000n, 'batch'));
    const startBlock = (await chain.readHead()) + 1n;
    const tooMuch: ChainPayment[] = [{ ...payment(world()), amountUnits: 300_000_001n }];
    if (chain.capabilities.conversion)
      tooMuch.push({ ...conversion(world()), maxToSpendUnits: 1n });
    for (const dear of tooMuch) {
      const hash = await send(batch([payment(world()), dear], dear.feeAddress));
      expect((await chain.readOutcome(hash))?.status).toBe('reverted');
    }
    expect((await followTo(world(), { known: [], startBlock })).transfers).toEqual([]);
    await send(approval(tokenAddress, 0n, 'batch'));
  });

  it('ask for an allowance of their own', async () => {
    const { chain, payerAddress, tokenAddress, send } = world();
    const spenders = ['fee_proxy', 'conversion_proxy', 'batch'] as const;
    if (!chain.capabilities.batch || !chain.capabilities.conversion) return;
    for (const [i, spender] of spenders.entries()) {
      await send(approval(tokenAddress, BigInt(i + 1), spender));
    }
    const queries = spenders.map((spender) => ({ tokenAddress, spender }));
    const { tokens } = await chain.readPayerBalances(payerAddress, queries);
    expect(tokens.map(({ allowanceUnits }) => allowanceUnits)).toEqual([1n, 2n, 3n]);
    expect(new Set(tokens.map(({ balanceUnits }) => balanceUnits)).size).toBe(1);
    for (const spender of spenders) await send(approval(tokenAddress, 0n, spender));
  });
}

function describeUnrelated(world: World): void {
  it('who reports payments as the right contracts do is not trusted', async () => {
    const startBlock = (await world().chain.readHead()) + 1n;
    const lies = [payment(world()), nativePayment(world()), conversion(world())];
    for (const lie of lies) {
      const { status } = (await world().chain.readOutcome(await world().pretend(lie))) ?? {};
      expect(status).toBe('success');
    }
    const honest = await payAndFollow(world(), payment(world()));
    expect(honest).toHaveLength(1);
    const { transfers } = await followTo(world(), { known: [], startBlock });
    expect(transfers).toEqual(honest);
  });
}

/** What the payer and the payee have of the ordinary token. */
async function bothOf(world: ChainHarness) {
  return await Promise.all([
    balancesOf(world, world.payerAddress),
    balancesOf(world, world.payeeAddress),
  ]);
}

/** What everybody has in coins, and what the payer's transactions cost. */
async function coins({ chain, payerAddress, payeeAddress, feeAddress }: ChainHarness) {
  const balances = (wallet: string) => chain.readPayerBalances(wallet, []);
  const [payer, payee, fee] = await Promise.all([
    balances(payerAddress),
    balances(payeeAddress),
    balances(feeAddress),
  ]);
  return {
    payer: payer.nativeBalanceUnits,
    payee: payee.nativeBalanceUnits,
    fee: fee.nativeBalanceUnits,
    resources: payer.resources,
  };
}
