import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '#context.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { FEE_RECEIVER, newFeeConfig } from '../../../../tests/support/fee-configs.ts';
import {
  newIntent,
  type Partner,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { createSecurePayment } from '../create-secure-payment.ts';
import { CreateSecurePaymentInput } from '../model/creation-body.ts';

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A partner with the client ID of a platform that is paid in USDC on Base. */
async function newPair(): Promise<{ partner: Partner; pair: Headers; clientId: string }> {
  const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
  const made = await host.done('acceptLinkIntent', platform.byWallet, {
    params: { token: await newIntent(host, partner) },
    body: { kyt: { provider: null } },
  });
  const clientId = textAt(made, 'clientId');
  return { partner, clientId, pair: { ...partner.key, 'x-client-id': clientId } };
}

const create = (headers: Headers, amounts: readonly string[], more: object = {}) =>
  host.call('createSecurePayment', headers, {
    body: { requests: amounts.map((amount) => ({ amount })), ...more },
  });

const PLATFORM = { feePercentage: '1', feeAddress: FEE_RECEIVER };

const Created = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });

/** The requests of a link and of its fees, as they are stored. */
async function storedOf({ db }: Pick<Context, 'db'>, requestId: string) {
  const main = await db
    .selectFrom('request')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  const fees = await db
    .selectFrom('fee_component')
    .innerJoin('request as fee', 'fee.id', 'fee_component.request_id')
    .select([
      'fee.expected_units',
      'fee.payee_address',
      'fee.origin_form',
      'fee.account_id',
      'fee_component.fee_type',
      'fee_component.bearer',
    ])
    .where('for_request_id', '=', main.id)
    .orderBy('position')
    .execute();
  return { main, fees };
}

describe('201', () => {
  it('answers the plan, and drafts the payment of the payee’s part and of each fee', async () => {
    const { partner, pair } = await newPair();
    await newFeeConfig(host, partner);
    await newFeeConfig(host, partner, { feeBearer: 'payer', bps: 100 });
    const { status, body } = await create(pair, ['200'], PLATFORM);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      feePlan: {
        netRecipientAmountUsd: '195',
        payerTotalAmountUsd: '203.95',
        fees: [
          { type: 'orchestrator_fee', feeBearer: 'payee', calculatedAmountUsd: '5' },
          { type: 'orchestrator_fee', feeBearer: 'payer', calculatedAmountUsd: '2' },
          { type: 'platform_fee', feeBearer: 'payer', calculatedAmountUsd: '1.95' },
        ],
      },
    });
    const { main, fees } = await storedOf(host.ctx, Created.parse(body).requestIds[0] ?? '');
    expect([main.expected_units, main.fee_units]).toEqual([195_000_000n, 1_950_000n]);
    const stored = { payee_address: FEE_RECEIVER, origin_form: 'fee', account_id: main.account_id };
    expect(fees).toEqual([
      { ...stored, expected_units: 5_000_000n, fee_type: 'orchestrator_fee', bearer: 'payee' },
      { ...stored, expected_units: 2_000_000n, fee_type: 'orchestrator_fee', bearer: 'payer' },
    ]);
  });

  it('returns no plan for a link without any fee, and the platform’s alone where it is the only one', async () => {
    const { pair } = await newPair();
    expect((await create(pair, ['200'])).body).toMatchObject({ feePlan: null });
    const { body } = await create(pair, ['200'], PLATFORM);
    expect(body).toMatchObject({
      feePlan: { payerTotalAmountUsd: '202', fees: [{ type: 'platform_fee' }] },
    });
    const { fees } = await storedOf(host.ctx, Created.parse(body).requestIds[0] ?? '');
    expect(fees).toEqual([]);
  });

  it('agrees on the fees of each payment of a batch, cap and all, and answers their sum', async () => {
    const { partner, pair } = await newPair();
    await newFeeConfig(host, partner, { usdCap: '4' });
    const { status, body } = await create(pair, ['100', '200'], PLATFORM);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        feePlan: {
          version: 1,
          flow: 'get_paid',
          grossAmountUsd: '300',
          netRecipientAmountUsd: '293.5',
          payerTotalAmountUsd: '302.935',
          totalFeesUsd: '9.435',
          payeeBorneFeesUsd: '6.5',
          payerBorneFeesUsd: '2.935',
          fees: [
            {
              type: 'orchestrator_fee',
              percentageBps: 250,
              capUsd: '4',
              calculatedAmountUsd: '6.5',
            },
            { type: 'platform_fee', calculatedAmountUsd: '2.935' },
          ],
        },
      },
    });
    const ids = Created.parse(body).requestIds;
    const stored = await Promise.all(ids.map((id) => storedOf(host.ctx, id)));
    expect(stored.map(({ main }) => main.expected_units)).toEqual([97_500_000n, 196_000_000n]);
    expect(stored.map(({ fees }) => fees.map((fee) => fee.expected_units))).toEqual([
      [2_500_000n],
      [4_000_000n],
    ]);
  });

  it('mixing currencies avoids no fee, though there is no sum to return', async () => {
    const protocolFee = { bps: 250, capUsd: null, fixedUsd: null, evmAddress: FEE_RECEIVER };
    const { accountId } = await host.newPlatform();
    const requests = ['DAI-base', 'USDC-base'].map((currency) => ({
      payee: FEE_RECEIVER,
      amount: '100',
      invoiceCurrency: currency,
      paymentCurrency: currency,
    }));
    const ctx: Context = {
      ...host.ctx,
      settings: { ...host.ctx.settings, protocolFee },
      actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
    };
    const created = await createSecurePayment(ctx, CreateSecurePaymentInput.parse({ requests }));
    expect(created.feePlan).toBeNull();
    const ids = created.requestIds;
    const stored = await Promise.all(ids.map((id) => storedOf(host.ctx, id)));
    expect(stored.map(({ fees }) => fees.map((fee) => fee.expected_units))).toEqual([
      [2_500_000_000_000_000_000n],
      [2_500_000n],
    ]);
  });

  it('plans fees of less than a unit as nothing, and drafts no payment of nothing', async () => {
    const { partner, pair } = await newPair();
    await newFeeConfig(host, partner, { bps: 1 });
    const { body } = await create(pair, ['0.000001']);
    expect(body).toMatchObject({
      feePlan: { netRecipientAmountUsd: '0.000001', fees: [{ calculatedAmountUsd: '0' }] },
    });
    const { fees } = await storedOf(host.ctx, Created.parse(body).requestIds[0] ?? '');
    expect(fees).toEqual([]);
  });

  it('keeps the plan for its owner as it was agreed', async () => {
    const { partner, pair } = await newPair();
    const id = await newFeeConfig(host, partner);
    const { body } = await create(pair, ['200']);
    await host.done('updateFeeConfig', partner.key, { params: { id }, body: { bps: 9_000 } });
    const { account_id } = (await storedOf(host.ctx, Created.parse(body).requestIds[0] ?? '')).main;
    const { fee_plan } = await host.ctx.db
      .selectFrom('secure_payment')
      .select('fee_plan')
      .where('token', '=', Created.parse(body).token)
      .where('account_id', '=', account_id)
      .executeTakeFirstOrThrow();
    expect({ feePlan: JSON.parse(fee_plan ?? 'null') }).toEqual(
      z.object({ feePlan: z.unknown() }).parse(body),
    );
  });

  it('a partner’s fees do not reach what others create for themselves', async () => {
    const { partner } = await newPair();
    await newFeeConfig(host, partner);
    const { accountId, destinationId } = await host.newPlatform();
    const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Till' });
    const body = { requests: [{ destinationId, amount: '200' }] };
    const answer = await host.call('createSecurePayment', { 'x-api-key': apiKey }, { body });
    expect(answer).toMatchObject({ status: 201, body: { feePlan: null } });
  });
});

describe('400', () => {
  it('refuses a batch that one transaction can only pay without its fees', async () => {
    const { partner, pair } = await newPair();
    const amounts = Array.from({ length: 200 }, () => '1');
    expect((await create(pair, amounts)).status).toBe(201);
    await newFeeConfig(host, partner, { feeBearer: 'payer' });
    expect(await create(pair, amounts)).toMatchObject(refused(400, 'batch_too_large'));
  });

  it('refuses fees that leave the payee nothing, and writes nothing', async () => {
    const { partner, pair } = await newPair();
    await newFeeConfig(host, partner, { bps: 10_000 });
    const count = async () =>
      await host.ctx.db
        .selectFrom('request')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    const answer = await create(pair, ['200']);
    expect(answer).toMatchObject(refused(400, 'fees_exceed_amount'));
    expect(answer).toMatchObject({ body: { errors: [{ field: 'requests[0].amount' }] } });
    expect(await count()).toEqual(before);
  });
});
