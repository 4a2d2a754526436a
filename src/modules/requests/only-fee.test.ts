import { afterAll, beforeAll, expect, it } from 'vitest';
import { FEE_RECEIVER, newFeeConfig, ownLinked } from '../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost } from '../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import type { Context } from '../../context.ts';
import { createRequests } from './create-requests.ts';
import { readTerms } from './read-terms.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A partner that takes 2.5 percent of outgoing payments, which the bearer bears. */
async function partnerTaking(feeBearer: 'payer' | 'recipient'): Promise<Context> {
  const partner = await host.newPartner();
  const { id: clientIdId, clientId } = await ownLinked(host, partner);
  await newFeeConfig(host, partner, { flow: 'outgoing', feeBearer });
  return {
    ...host.ctx,
    chains: connected(stillChain('sepolia')),
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
}

/** The draft of a payout of 100, which recurs or does not; nothing is written. */
function drafted(ctx: Context, recurringPayoutId: string | undefined) {
  const terms = readTerms(ctx, {
    payee: '0x1111111111111111111111111111111111111111',
    amount: '100',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
  });
  const standalone = { originForm: 'payout', recurringPayoutId, plan: null } as const;
  return createRequests(ctx, { flow: 'outgoing', terms: [terms], standalone }, async ([draft]) => ({
    due: draft?.order.due,
    inside: [draft?.row.fee_type, draft?.row.fee_address, draft?.row.fee_percentage],
    beside: draft?.fees.length,
  }));
}

it.each([
  ['payer', 100_000_000n],
  ['recipient', 97_500_000n],
] as const)(
  'a partner’s fee goes inside of what recurs, as its %s bears it',
  async (bearer, amountUnits) => {
    const ctx = await partnerTaking(bearer);
    expect(await drafted(ctx, 'recurring')).toEqual({
      due: { amountUnits, feeUnits: 2_500_000n },
      inside: ['orchestrator_fee', FEE_RECEIVER, '2.5'],
      beside: 0,
    });
    expect(await drafted(ctx, undefined)).toEqual({
      due: { amountUnits, feeUnits: 0n },
      inside: [null, null, null],
      beside: 1,
    });
  },
);
