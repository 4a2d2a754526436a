import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyById, fiatByCode } from '#catalog/currencies.ts';
import { FEE_RECEIVER, newFeeConfig, ownLinked } from '../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost } from '../../../tests/support/partner-host.ts';
import type { Context } from '../../context.ts';
import { type PaymentToPlan, planFees } from './plan-fees.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const PROTOCOL_RECEIVER = '0x6666666666666666666666666666666666666666';
const PROTOCOL = { bps: 5, capUsd: '25', fixedUsd: null, evmAddress: PROTOCOL_RECEIVER };

/** A partner with a linked client ID, and the context in which it creates payments. */
async function pair(protocolFee?: Context['settings']['protocolFee']) {
  const partner = await host.newPartner();
  const { id: clientIdId, clientId } = await ownLinked(host, partner);
  const ctx: Context = {
    ...host.ctx,
    settings: { ...host.ctx.settings, protocolFee },
    actor: {
      kind: 'orchestrator_pair',
      accountId: partner.accountId,
      orchestratorId: partner.orchestratorId,
      orchestratorKeyId: 'k',
      clientIdId,
      clientId,
      origin: undefined,
      allowedDomains: [],
      boundDestinationId: undefined,
      defaultFee: undefined,
      canPayAnyPayee: true,
      linkedTo: partner.orchestratorId,
    },
  };
  return { partner, clientId, ctx };
}

function payment(more: Partial<PaymentToPlan> = {}): PaymentToPlan {
  const currency = currencyById('USDC-base');
  if (currency === undefined) throw new Error('USDC on Base is listed');
  const base = { currency, decimals: 6, network: 'base' } as const;
  return { ...base, grossUnits: 100_000_000n, ...more };
}

/** Plans the fees of one incoming payment. */
async function planOne(ctx: Context, more: Partial<PaymentToPlan> = {}) {
  const [planned] = await planFees(ctx, { flow: 'get_paid', payments: [payment(more)] });
  if (planned === undefined) throw new Error('one payment was planned');
  return planned;
}

const planComponents = async (ctx: Context) =>
  (await planOne(ctx)).components.map(({ feeType, bearer, units }) => [feeType, bearer, units]);

describe('the fees of a payment', () => {
  it('are none where nobody takes any', async () => {
    const { ctx } = await pair();
    const planned = await planOne(ctx);
    expect(planned).toEqual({ plan: null, netUnits: 100_000_000n, components: [] });
  });

  it('are the partner’s, then the protocol’s; and the platform’s in the plan alone', async () => {
    const { partner, ctx } = await pair(PROTOCOL);
    await newFeeConfig(host, partner, { usdCap: '20' });
    const planned = await planOne(ctx, { platformFee: { percentage: '1', address: FEE_RECEIVER } });
    expect(planned.netUnits).toBe(97_500_000n);
    expect(planned.components).toEqual([
      {
        feeType: 'orchestrator_fee',
        label: 'Orchestrator fee',
        bearer: 'payee',
        percentageBps: 250,
        units: 2_500_000n,
        receiverAddress: FEE_RECEIVER,
      },
      {
        feeType: 'protocol_fee',
        label: 'Protocol fee',
        bearer: 'payer',
        percentageBps: 5,
        units: 50_000n,
        receiverAddress: PROTOCOL_RECEIVER,
      },
    ]);
    expect(planned.plan).toMatchObject({
      netRecipientAmountUsd: '97.5',
      payerTotalAmountUsd: '101.025',
      fees: [
        { feeBearerSource: 'fee_config', configSource: 'orchestrator_default' },
        { feeBearerSource: 'forced_fee_policy', configSource: 'protocol_default' },
        { type: 'platform_fee', configSource: 'payment', calculatedAmountUsd: '0.975' },
      ],
    });
  });

  it('an override replaces the default of its flow and bearer, and comes beside the others', async () => {
    const { partner, clientId, ctx } = await pair();
    await newFeeConfig(host, partner);
    await newFeeConfig(host, partner, { feeBearer: 'payer', bps: 100 });
    await newFeeConfig(host, partner, { flow: 'outgoing', bps: 9_000 });
    const override = await newFeeConfig(host, partner, { clientId, bps: 50 });
    expect(await planComponents(ctx)).toEqual([
      ['orchestrator_fee', 'payer', 1_000_000n],
      ['orchestrator_fee', 'payee', 500_000n],
    ]);
    await host.done('disableFeeConfig', partner.key, {
      params: { id: override },
      query: `clientId=${clientId}`,
    });
    expect(await planComponents(ctx)).toEqual([
      ['orchestrator_fee', 'payee', 2_500_000n],
      ['orchestrator_fee', 'payer', 1_000_000n],
    ]);
  });

  it('an override of nothing lets its client ID off', async () => {
    const { partner, clientId, ctx } = await pair();
    await newFeeConfig(host, partner);
    await newFeeConfig(host, partner, { clientId, bps: 0 });
    const planned = await planOne(ctx);
    expect(planned.components).toEqual([]);
    expect(planned.plan?.fees).toMatchObject([{ calculatedAmountUsd: '0', percentageBps: 0 }]);
  });

  it('a disabled default applies to nobody, and one partner’s to no other', async () => {
    const [{ partner }, other] = [await pair(), await pair()];
    await newFeeConfig(host, partner);
    await newFeeConfig(host, other.partner, { status: 'disabled' });
    expect(await planComponents(other.ctx)).toEqual([]);
  });

  it('a partner’s do not apply to what its platform creates by itself', async () => {
    const { partner } = await pair(PROTOCOL);
    await newFeeConfig(host, partner);
    const settings = { ...host.ctx.settings, protocolFee: PROTOCOL };
    const actor = { kind: 'api_key', accountId: partner.accountId, apiKeyId: 'k' } as const;
    expect(await planComponents({ ...host.ctx, settings, actor })).toEqual([
      ['protocol_fee', 'payer', 50_000n],
    ]);
  });

  it('are planned in dollars alone: stablecoins and invoices', async () => {
    const { ctx } = await pair(PROTOCOL);
    const of = (currency: PaymentToPlan['currency'] | undefined) =>
      currency && planOne(ctx, { currency });
    for (const id of ['EURC-base', 'ETH-base-base', 'EUR']) {
      expect(await of(currencyById(id) ?? fiatByCode(id))).toMatchObject({ plan: null });
    }
    for (const id of ['USDT-bsc', 'DAI-mainnet', 'FAU-sepolia', 'USD']) {
      expect(await of(currencyById(id) ?? fiatByCode(id))).toMatchObject({ plan: { version: 1 } });
    }
  });

  it('apply only on chains on which somebody receives them', async () => {
    const { ctx } = await pair(PROTOCOL);
    expect(await planOne(ctx, { network: 'tron' })).toMatchObject({ plan: null });
    const tronAddress = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';
    const both = await pair({ ...PROTOCOL, tronAddress });
    for (const [network, receiverAddress] of [
      ['tron', tronAddress],
      ['base', PROTOCOL_RECEIVER],
    ] as const) {
      const { components } = await planOne(both.ctx, { network });
      expect(components).toMatchObject([{ feeType: 'protocol_fee', receiverAddress }]);
    }
  });

  it('of one network apply there alone', async () => {
    const { ctx } = await pair();
    const ofBase = { fixedUsd: '0.05', network: 'base', evmAddress: PROTOCOL_RECEIVER };
    const settings = { ...ctx.settings, sponsorshipFees: [ofBase] };
    const on = async (network: PaymentToPlan['network']) =>
      (await planOne({ ...ctx, settings }, { network })).components;
    expect(await on('base')).toMatchObject([
      {
        feeType: 'transaction_sponsorship_fee',
        bearer: 'payer',
        units: 50_000n,
        receiverAddress: PROTOCOL_RECEIVER,
      },
    ]);
    expect([await on('sepolia'), await on('tron')]).toEqual([[], []]);
  });

  it('of a partner go to its address on the chain of the payment', async () => {
    const { partner, ctx } = await pair();
    const tronRecipientAddress = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';
    await newFeeConfig(host, partner, { bps: 100, tronRecipientAddress });
    const paidTo = async (network: PaymentToPlan['network']) =>
      (await planOne(ctx, { network })).components.map(({ receiverAddress }) => receiverAddress);
    expect(await paidTo('tron')).toEqual([tronRecipientAddress]);
    expect(await paidTo('base')).toEqual([FEE_RECEIVER]);
  });

  it('are refused when they leave the payee nothing', async () => {
    const { partner, ctx } = await pair();
    await newFeeConfig(host, partner, { bps: 10_000 });
    await expect(planOne(ctx, { field: 'requests[0].amount' })).rejects.toMatchObject({
      code: 'fees_exceed_amount',
      status: 400,
      message: 'requests[0].amount (100) must be more than the fees that the payee bears (100)',
    });
  });
});
