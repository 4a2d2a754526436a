import { describe, expect, it } from 'vitest';
import type { ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import {
  bridgedChain,
  orderOn,
  sampleProvider,
  token,
} from '../../../../tests/support/bridged-chains.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { safeState } from '../../../../tests/support/safe-accounts.ts';
import { stillChain } from '../../../../tests/support/still-chain.ts';
import { findProposalProblem, proposalExecutableUntil } from './judge-proposal.ts';

const SAFE = '0x5555555555555555555555555555555555555555';
const OWNER = '0x6666666666666666666666666666666666666666';
const OTHER = '0x7777777777777777777777777777777777777777';
const HASH = `0x${'ab'.repeat(32)}` as const;
const LEG = {
  amountUnits: 3n,
  paymentReference: '0x1111111111111111',
  receiverAddress: OTHER,
} as const;

const base = stillChain('base');
const order = (parts: Partial<PaymentOrder> = {}) => orderOn(base, 'USDC-base', parts);

/** What an order and its fees move, as the calldata of it would. */
function paymentsOf({ kind, due, feeLegs = [], ...asked }: PaymentOrder): readonly ChainPayment[] {
  const { payeeAddress, paymentReference, platformFee, conversion, currency } = asked;
  const feeAddress = platformFee?.address ?? '';
  const parts = { payeeAddress, paymentReference, feeAddress };
  const { address: tokenAddress } = currency;
  const main: ChainPayment =
    kind === 'native'
      ? { kind, ...parts, ...due }
      : kind === 'token'
        ? { kind, ...parts, ...due, tokenAddress }
        : {
            kind,
            ...parts,
            tokenAddress,
            path: conversion?.path ?? [],
            invoiceUnits: due.amountUnits,
            feeInvoiceUnits: due.feeUnits,
            maxToSpendUnits: 1n,
            maxRateAgeSeconds: 0,
          };
  const legs = feeLegs.map((leg): ChainPayment => {
    const { amountUnits, receiverAddress: payee } = leg;
    const of = { ...parts, payeeAddress: payee, paymentReference: leg.paymentReference };
    return { kind: 'token', ...of, tokenAddress, amountUnits, feeUnits: 0n };
  });
  return [main, ...legs];
}

const stepsOf = (payments: readonly ChainPayment[]): readonly TransactionStep[] =>
  payments.map((payment) => ({ type: 'payment', payment }));

function problemOf(
  steps: readonly (TransactionStep | undefined)[] | undefined,
  orders: readonly PaymentOrder[],
): string | undefined {
  return findProposalProblem(
    {
      safe: SAFE,
      nonce: 4n,
      hash: HASH,
      signers: [OTHER, OWNER.toUpperCase()],
      confirmedBy: [],
      steps,
    },
    {
      hash: HASH,
      account: safeState([OWNER], { nonce: 4n }),
      orders,
      network: base.network,
      sourceFees: [],
      now: new Date(0),
    },
  );
}

const conversion = { path: [OTHER, SAFE], maxRateAgeSeconds: 0, slippageBps: 0 };

describe('a proposal that an owner signed proves', () => {
  it.each<[string, PaymentOrder]>([
    ['a payment in a token', order()],
    ['one with fees that are paid by themselves', order({ feeLegs: [LEG] })],
    ['one in coins', order({ kind: 'native' })],
    ['one at a rate', order({ kind: 'conversion', conversion })],
  ])('%s', (_, asked) => {
    expect(problemOf(stepsOf(paymentsOf(asked)), [asked])).toBeUndefined();
  });

  it('all payments of a batch, in one call', () => {
    const orders = [order(), order({ paymentReference: '0x2222222222222222' })];
    const payments = orders.flatMap(paymentsOf);
    const feeAddress = OTHER;
    const step: TransactionStep = { type: 'batch', payments, feeAddress, extraValueUnits: 0n };
    expect(problemOf([step], orders)).toBeUndefined();
    const less: TransactionStep = { ...step, payments: payments.slice(0, 1) };
    expect(problemOf([less], orders)).toContain('does not pay all');
  });
});

describe('it proves nothing', () => {
  const withFees = order({ feeLegs: [LEG] });
  const [main, leg] = paymentsOf(withFees);
  if (main?.kind !== 'token' || leg?.kind !== 'token') throw new Error('both are in tokens');
  it.each<[string, readonly ChainPayment[]]>([
    ['without a fee', [main]],
    ['with less of a fee', [main, { ...leg, amountUnits: 2n }]],
    ['with a fee to somebody else', [main, { ...leg, payeeAddress: SAFE }]],
    ['without the fee inside', [{ ...main, feeUnits: 0n }, leg]],
    ['with the fee inside to somebody else', [{ ...main, feeAddress: SAFE }, leg]],
    ['with another reference', [{ ...main, paymentReference: '0x3333333333333333' }, leg]],
  ])('%s', (_, payments) => {
    expect(problemOf(stepsOf(payments), [withFees])).toContain('does not pay all');
  });

  it('at a rate of other currencies, and of less of the invoice', () => {
    const asked = order({ kind: 'conversion', conversion });
    const [payment] = paymentsOf(asked);
    if (payment?.kind !== 'conversion') throw new Error('it is at a rate');
    for (const change of [{ path: [SAFE, OTHER] }, { invoiceUnits: payment.invoiceUnits - 1n }]) {
      expect(problemOf(stepsOf([{ ...payment, ...change }]), [asked])).toContain('does not pay');
    }
  });

  it('with a call that is not known, in calls that cannot be read, and where nothing is due', () => {
    const steps = stepsOf(paymentsOf(order()));
    expect(problemOf([undefined, ...steps], [order()])).toContain('something else');
    expect(problemOf(undefined, [order()])).toContain('cannot be read');
    expect(problemOf(steps, [])).toContain('does not pay all');
  });
});

describe('a proposal on another network than the link’s', () => {
  const arbitrum = bridgedChain('arbitrum-one');
  const onBase = bridgedChain('base');
  const asked = orderOn(onBase, 'USDC-base', { feeLegs: [LEG] });
  const sourceFee = {
    tokenAddress: token('USDC-arbitrum-one').address,
    receiverAddress: OTHER,
    paymentReference: '0x2222222222222222',
    units: 3n,
  } as const;

  /** The steps of a route that pays the order, and what is due of it. */
  async function judged({ paysFee = true, sourceFees = [sourceFee] }: Judged = {}) {
    const [payment] = paymentsOf(asked);
    if (payment?.kind !== 'token') throw new Error('it is made in a token');
    const { transaction: call } = await sampleProvider().quote({
      source: { chainId: 42_161, tokenAddress: sourceFee.tokenAddress, decimals: 6 },
      destination: { chainId: 8_453, tokenAddress: asked.currency.address, decimals: 6 },
      payer: SAFE,
      outputUnits: payment.amountUnits + payment.feeUnits,
      call: onBase.bridge.destinationCall(payment),
      isFresh: false,
    });
    const route = arbitrum.bridge.decodeRoute(call);
    if ('refused' in route || route.call === undefined) throw new Error(JSON.stringify(route));
    const paid = onBase.bridge.readPaymentCall(route.call);
    const fee = { ...payment, payeeAddress: OTHER, amountUnits: 3n, feeUnits: 0n };
    const ofFee = { ...fee, ...sourceFee };
    const steps = [
      { type: 'route', call, route, payment: paid } as const,
      ...(paysFee ? stepsOf([ofFee]) : []),
    ];
    const proposal = {
      safe: SAFE,
      nonce: 4n,
      hash: HASH,
      signers: [OWNER],
      confirmedBy: [],
      steps,
    };
    const terms = { hash: HASH, account: safeState([OWNER]), orders: [asked] };
    const at = { network: arbitrum.network, now: TEST_TIME };
    return [
      findProposalProblem(proposal, { ...terms, ...at, sourceFees: [...sourceFees] }),
      proposalExecutableUntil(proposal),
    ];
  }

  interface Judged {
    readonly paysFee?: boolean;
    readonly sourceFees?: readonly (Omit<typeof sourceFee, 'paymentReference'> & {
      readonly paymentReference: `0x${string}`;
    })[];
  }

  it('proves a payment by a route and its fees where it starts, until the route is too late', async () => {
    expect(await judged()).toEqual([undefined, new Date(TEST_TIME.getTime() + 3_600_000)]);
  });

  it('proves none without its fees, under the references that they have there', async () => {
    const unpaid = 'it does not pay all that is due of the link';
    expect((await judged({ paysFee: false }))[0]).toBe(unpaid);
    const other = { ...sourceFee, paymentReference: '0x3333333333333333' } as const;
    expect((await judged({ sourceFees: [sourceFee, other] }))[0]).toBe(unpaid);
  });
});
