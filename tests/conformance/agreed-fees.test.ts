import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partnersOf } from '../support/partners-of.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const PROTOCOL = PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS;
const PARTNER = '0x5555555555555555555555555555555555555555';
const FEE = { feePercentage: '1', feeAddress: '0x7777777777777777777777777777777777777777' };
const PAYEE = '0x1111111111111111111111111111111111111111';

let world: ReachedWorld;
/** A partner that takes 2.5 % of the payee and 1 % of the payer, with a client ID paid in USDC on Base. */
let pair: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  const partners = partnersOf(world);
  const { wallet, key } = await partners.newPartner();
  const { clientId } = await partners.ownClientId(wallet);
  await api('orchestrators/client-ids', { clientId }, key);
  for (const [feeBearer, bps] of [
    ['recipient', 250],
    ['payer', 100],
  ]) {
    const config = { bps, usdCap: '20', feeBearer, evmRecipientAddress: PARTNER };
    for (const flow of ['incoming', 'outgoing']) {
      await api('orchestrators/fee-configs', { ...config, flow }, key);
    }
  }
  pair = { ...key, 'x-client-id': clientId };
});

const byKey = () => ({ 'x-api-key': world.sandbox.apiKey });
const api = (path: string, body: object, headers: Readonly<Record<string, string>> = byKey()) =>
  sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });

const Plan = z.looseObject({ fees: z.array(z.looseObject({ type: z.string() })) });
const Link = z.looseObject({ token: z.string(), feePlan: Plan.nullable() });

/** Links of the partner's pair over so much each, in USDC on Base. */
const partnersLink = async (...amounts: string[]) => {
  const requests = amounts.map((amount) => ({ amount }));
  const said = await api('secure-payments', { requests, ...FEE }, pair);
  expect(said.status).toBe(201);
  return Link.parse(said.body);
};
const plainLink = async (...currencies: string[]) => {
  const requests = currencies.map((paymentCurrency) => ({
    payee: PAYEE,
    amount: '10',
    invoiceCurrency: paymentCurrency,
    paymentCurrency,
  }));
  return Link.parse((await api('secure-payments', { requests })).body);
};
const payersRead = async (path: string) => (await world.read(path)).body;
const wallet = () => `wallet=${world.sandbox.payer.address}`;

const PLAN_NAMES = [
  'defaultFeeBearer',
  'fees',
  'flow',
  'grossAmountUsd',
  'netRecipientAmountUsd',
  'payeeBorneFeesUsd',
  'payerBorneFeesUsd',
  'payerTotalAmountUsd',
  'totalFeesUsd',
  'version',
];
const FEE_NAMES = [
  'calculatedAmountUsd',
  'capUsd',
  'configSource',
  'destinationRef',
  'destinationResolver',
  'feeBearer',
  'feeBearerSource',
  'fixedAmountUsd',
  'label',
  'percentageBps',
  'type',
];

describe('wire facts 4.2, feePlan', () => {
  it.each([[['100']], [['60', '40']]])(
    'of %j has these fields, and sums that hold',
    async (amounts) => {
      const { feePlan, token } = await partnersLink(...amounts);
      expect(namesOf(feePlan)).toEqual(PLAN_NAMES);
      expect(feePlan).toMatchObject({
        version: 1,
        flow: 'get_paid',
        defaultFeeBearer: 'payee',
        grossAmountUsd: '100',
        netRecipientAmountUsd: '97.5',
        payerTotalAmountUsd: '102.025',
        totalFeesUsd: '4.525',
        payeeBorneFeesUsd: '2.5',
        payerBorneFeesUsd: '2.025',
      });
      expect(feePlan?.fees.map(namesOf)).toEqual(Array(4).fill(FEE_NAMES));
      const source = { destinationResolver: 'static_address' };
      expect(feePlan?.fees).toMatchObject([
        { ...source, type: 'orchestrator_fee', feeBearer: 'payee', feeBearerSource: 'fee_config' },
        { ...source, type: 'orchestrator_fee', feeBearer: 'payer', capUsd: '20' },
        { ...source, type: 'protocol_fee', percentageBps: 5, configSource: 'protocol_default' },
        { ...source, type: 'platform_fee', percentageBps: 100, fixedAmountUsd: null },
      ]);
      expect(await payersRead(token)).toMatchObject({ feePlan });
    },
  );

  it('is null where the currency is no stablecoin, and where a batch spans several', async () => {
    expect((await plainLink('ETH-sepolia-sepolia')).feePlan).toBeNull();
    expect((await plainLink('USDC-sepolia', 'FAU-sepolia')).feePlan).toBeNull();
    expect((await plainLink('USDC-sepolia', 'USDC-sepolia')).feePlan).not.toBeNull();
  });

  it('is refused with 400 where the fees leave the payee nothing, of a batch too', async () => {
    const { wallet: other, key } = await partnersOf(world).newPartner();
    const { clientId } = await partnersOf(world).ownClientId(other);
    await api('orchestrators/client-ids', { clientId }, key);
    const config = { bps: 10_000, usdCap: '20', feeBearer: 'recipient', flow: 'incoming' };
    await api('orchestrators/fee-configs', { ...config, evmRecipientAddress: PARTNER }, key);
    for (const amounts of [['5'], ['100', '5']]) {
      const requests = amounts.map((amount) => ({ amount }));
      const said = await api('secure-payments', { requests }, { ...key, 'x-client-id': clientId });
      expect(said).toMatchObject({
        status: 400,
        body: { errors: [{ field: expect.stringMatching(`requests\\[${amounts.length - 1}\\]`) }] },
      });
    }
  });
});

const BUNDLE_NAMES = ['amountSummary', 'bundleId', 'defaultFeeBearer', 'fees'];
const BUNDLED_NAMES = [
  'amount',
  'chainId',
  'feeBearer',
  'feeComponentId',
  'feeLabel',
  'feeType',
  'network',
  'paymentCurrencyId',
  'paymentReference',
  'recipient',
  'requestId',
];
const SUMMARY = {
  grossAmount: '100',
  netRecipientAmount: '97.5',
  totalFees: '4.525',
  payeeBorneFees: '2.5',
  payerBorneFees: '2.025',
  payerTotal: '102.025',
};
const Bundle = z.looseObject({ fees: z.array(z.looseObject({ amount: z.string() })) });

describe('specification and wire facts 4.6, feeBundle', () => {
  it('of a single payment has one entry for each fee transaction, after the main call, in order', async () => {
    const { token } = await partnersLink('100');
    const said = await payersRead(`${token}/pay?${wallet()}`);
    const bundle = Bundle.parse(said['feeBundle']);
    expect(namesOf(bundle)).toEqual(BUNDLE_NAMES);
    expect(bundle.fees.map(namesOf)).toEqual(Array(3).fill(BUNDLED_NAMES));
    expect(bundle).toMatchObject({
      bundleId: token,
      amountSummary: SUMMARY,
      fees: [
        { amount: '2.5', feeBearer: 'payee', chainId: '8453', network: 'base', recipient: PARTNER },
        { amount: '1', feeBearer: 'payer', recipient: PARTNER },
        { amount: '0.05', feeBearer: 'payer', recipient: PROTOCOL },
      ],
    });
    const { transactions, metadata } = z
      .looseObject({
        transactions: z.array(z.looseObject({ data: z.string() })),
        metadata: z.looseObject({ paymentTransactionIndex: z.number() }),
      })
      .parse(said);
    const behind = transactions.slice(metadata.paymentTransactionIndex + 1);
    expect(behind).toHaveLength(bundle.fees.length);
    for (const [i, { paymentReference }] of bundle.fees.entries()) {
      expect(behind[i]?.data).toContain(String(paymentReference).slice(2));
    }
    expect(metadata).toMatchObject({
      platformFee: { percentage: '1', address: FEE.feeAddress },
      protocolFee: { percentage: '0.05', address: PROTOCOL },
    });
  });

  it('has a bundleId only once a payer wallet is known, and is null without a plan', async () => {
    for (const amounts of [['100'], ['60', '40']]) {
      const { token } = await partnersLink(...amounts);
      const unknown = await payersRead(`${token}/pay`);
      expect(unknown['feeBundle']).toMatchObject({ bundleId: null });
      const known = await payersRead(`${token}/pay?${wallet()}`);
      expect(known['feeBundle']).toMatchObject({ bundleId: token });
    }
    const { token } = await plainLink('ETH-sepolia-sepolia');
    expect(await payersRead(`${token}/pay`)).toMatchObject({ feeBundle: null });
  });

  it('of a batch returns the fees of each payment, which its one transaction carries', async () => {
    const { token } = await partnersLink('60', '40');
    const said = await payersRead(`${token}/pay?${wallet()}`);
    const bundle = Bundle.parse(said['feeBundle']);
    expect(namesOf(bundle)).toEqual(BUNDLE_NAMES);
    expect(bundle.fees.map(namesOf)).toEqual(Array(6).fill(BUNDLED_NAMES));
    expect(bundle).toMatchObject({ defaultFeeBearer: 'payee', amountSummary: SUMMARY });
    expect(bundle.fees.map(({ amount }) => amount)).toEqual([
      ...['1.5', '0.6', '0.03'],
      ...['1', '0.4', '0.02'],
    ]);
    const { batchPaymentTransaction } = z
      .looseObject({ batchPaymentTransaction: z.looseObject({ data: z.string() }) })
      .parse(said);
    for (const { paymentReference } of bundle.fees) {
      expect(batchPaymentTransaction.data).toContain(String(paymentReference).slice(2));
    }
  });
});

describe('specification, analytics', () => {
  it('returns each in dollars, and of a batch the total of its payments', async () => {
    for (const amounts of [['100'], ['60', '40']]) {
      const { token } = await partnersLink(...amounts);
      expect((await payersRead(token))['analytics']).toMatchObject({
        protocolFeeAmountUsd: '0.05',
        orchestratorPayerFeeAmountUsd: '1',
        orchestratorRecipientFeeAmountUsd: '2.5',
        numberOfPaymentsExcludingFees: amounts.length,
      });
    }
  });

  it('says fee_plan_unavailable where no plan applies', async () => {
    const { token } = await plainLink('ETH-sepolia-sepolia');
    const { analytics } = await payersRead(token);
    expect(analytics).toMatchObject({ feeAmountsUsdUnavailableReason: 'fee_plan_unavailable' });
  });
});

describe('specification, fees of a multicall parent', () => {
  it('are returned by child and in the six sums, and its transaction pays those of all', async () => {
    const child = async (amount: string) => {
      const body = {
        recipient: PAYEE,
        creatorWalletAddress: world.sandbox.payer.address,
        network: 'base',
        currency: 'USDC-base',
        amount,
        ...FEE,
      };
      return Link.parse((await api('secure-payments/payouts', body, pair)).body);
    };
    const children = [await child('60'), await child('40')];
    const childTokens = children.map(({ token }) => token);
    const made = await api('secure-payments/multicall-payouts', { childTokens }, pair);
    const { token } = z.looseObject({ token: z.string() }).parse(made.body);
    const view = await payersRead(token);
    expect(view).toMatchObject({
      children: children.map(({ feePlan }) => ({ feePlan })),
      totals: { amountSummary: SUMMARY },
      analytics: { protocolFeeAmountUsd: '0.05', orchestratorPayerFeeAmountUsd: '1' },
    });
    expect(namesOf(Object(view['totals']).amountSummary)).toEqual(namesOf(SUMMARY));
    const said = await payersRead(`${token}/pay?${wallet()}`);
    expect(said['feeBundle']).toMatchObject({ bundleId: token, amountSummary: SUMMARY });
    expect(Bundle.parse(said['feeBundle']).fees.map(namesOf)).toEqual(Array(6).fill(BUNDLED_NAMES));
  });
});
