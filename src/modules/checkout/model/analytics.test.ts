import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';
import { analyticsOf } from './analytics.ts';

const createdAt = new Date('2026-01-02T03:04:05.000Z');
const DESTINATION = '0x1111111111111111111111111111111111111111@eip155:8453#ABCDEF01:0x22';

/** A request with the fields that counting reads. */
function linked(currencyId: string, expectedUnits: bigint, more: Partial<LinkedRequest> = {}) {
  const currency = currencyById(currencyId);
  if (currency === undefined) throw new Error(`${currencyId} is not listed`);
  const request: LinkedRequest = {
    id: 'r',
    requestId: '01',
    paymentReference: '0x0011223344556677',
    network: currency.network,
    kind: 'token',
    currencyId,
    tokenAddress: currency.address,
    payeeAddress: '0x1111111111111111111111111111111111111111',
    expectedUnits,
    feeUnits: 0n,
    feePercentage: null,
    feeAddress: null,
    conversion: undefined,
    destinationId: null,
    feePlan: null,
    paidUnits: 0n,
    paidTransactionHash: null,
    seenTransactionHash: null,
    milestones: null,
    awaited: null,
    ...more,
  };
  return { request, currency };
}

const invoiced = (invoiceCurrencyId: string) => ({
  kind: 'conversion' as const,
  conversion: { invoiceCurrencyId, path: [], maxRateAgeSeconds: 0, slippageBps: 0 },
});

const count = (asked: ReturnType<typeof linked>[], feePlan: FeePlan | null = null) =>
  analyticsOf({ createdAt, feePlan, asked, isMasked: false });

describe('the total in dollars', () => {
  it('counts stablecoins one to one, whatever their decimals and however many there are', () => {
    const asked = [linked('USDC-base', 12_500_000n), linked('DAI-base', 10n ** 18n + 1n)];
    expect(count(asked)).toMatchObject({
      totalPaymentAmountUsd: '13.500000000000000001',
      numberOfPaymentsExcludingFees: 2,
    });
  });

  it('counts invoices in dollars', () => {
    const asked = [linked('USDT-base', 1_234_000_000n, invoiced('USD'))];
    expect(count(asked).totalPaymentAmountUsd).toBe('12.34');
  });

  it.each([
    ['a euro coin', linked('EURC-base', 1_000_000n)],
    ['a coin', linked('ETH-base-base', 10n ** 18n)],
    ['an invoice in euros', linked('USDC-base', 1_000_000_000n, invoiced('EUR'))],
  ])('is left out of a link over %s', (_what, other) => {
    expect(count([linked('USDC-base', 1n), other])).not.toHaveProperty('totalPaymentAmountUsd');
  });
});

describe('fees', () => {
  it('are unavailable without a plan', () => {
    const counted = count([linked('USDC-base', 1n)]);
    expect(counted.feeAmountsUsdUnavailableReason).toBe('fee_plan_unavailable');
    expect(counted).not.toHaveProperty('protocolFeeAmountUsd');
  });

  it('are what the plan says, by who takes and who bears them, and the total is its gross', () => {
    const fee = (type: string, feeBearer: 'payer' | 'payee', calculatedAmountUsd: string) => ({
      type,
      label: type,
      feeBearer,
      feeBearerSource: 'fee_config' as const,
      percentageBps: 1,
      capUsd: null,
      calculatedAmountUsd,
      destinationResolver: 'static_address' as const,
      destinationRef: {},
      configSource: 'orchestrator_default',
    });
    const plan: FeePlan = {
      version: 1,
      flow: 'get_paid',
      defaultFeeBearer: 'payee',
      grossAmountUsd: '100',
      netRecipientAmountUsd: '97.5',
      payerTotalAmountUsd: '101.35',
      totalFeesUsd: '3.85',
      payeeBorneFeesUsd: '2.5',
      payerBorneFeesUsd: '1.35',
      fees: [
        fee('orchestrator_fee', 'payee', '2.5'),
        fee('orchestrator_fee', 'payer', '0.3'),
        fee('protocol_fee', 'payer', '0.05'),
        fee('platform_fee', 'payer', '1'),
      ],
    };
    const counted = count([linked('USDC-base', 97_500_000n, { feePlan: plan })], plan);
    expect(counted).toMatchObject({
      totalPaymentAmountUsd: '100',
      protocolFeeAmountUsd: '0.05',
      orchestratorPayerFeeAmountUsd: '0.3',
      orchestratorRecipientFeeAmountUsd: '2.5',
    });
    expect(counted).not.toHaveProperty('feeAmountsUsdUnavailableReason');
  });
});

describe('destinations', () => {
  const asked = [DESTINATION, DESTINATION, null].map((destinationId) =>
    linked('USDC-base', 1n, { destinationId }),
  );

  it('are named once each', () => {
    expect(count(asked).destinationIds).toEqual([DESTINATION]);
  });

  it('are kept back where the payee is masked', () => {
    const counted = analyticsOf({ createdAt, feePlan: null, asked, isMasked: true });
    expect(counted).not.toHaveProperty('destinationIds');
  });
});
