import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import { followRelayed } from '#modules/relayer/follow-relayed.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { fakeScreener } from '../../../../tests/support/fake-screener.ts';
import { keepListings } from '../../../../tests/support/listings.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import {
  type Prepared,
  type SignedPaymentsHost,
  signAll,
  signedPaymentsHost,
  signText,
} from '../../../../tests/support/signed-payments-host.ts';
import { followedFrom } from '../../../../tests/support/test-node.ts';

import { SubmitPaymentIntentRequest } from '../model/signed-payment-shapes.ts';
import { submitPaymentIntent } from '../submit-payment-intent.ts';

const { payer, payee, unrelated } = TEST_ACCOUNTS;
const USDC = 'USDC-base';
const DAI = 'DAI-base';

let isSilent = false;
let world: SignedPaymentsHost;
beforeAll(async () => {
  world = await signedPaymentsHost('base', withSilence);
});
afterAll(() => world[Symbol.asyncDispose]());

/** A chain whose nodes take nothing while a test says so. */
function withSilence(chain: Chain): Chain {
  const broadcast: Chain['broadcast'] = async (signed) => {
    if (isSilent) throw new Outage('no node answers');
    return await chain.broadcast(signed);
  };
  return { ...chain, broadcast };
}

async function prepared(currency: string, more: object = {}): Promise<[string, Prepared]> {
  const requestId = await world.request(currency, more);
  const { status, body } = await world.prepare(requestId);
  expect(status).toBe(200);
  return [requestId, body];
}

const sent = () => world.at.client.getTransactionCount({ address: SANDBOX_SENDER.address });

/** What the chain shows of payments since a block. */
async function paidSince(block: bigint) {
  return (await followedFrom(world.at, block)).map((transfer) => ({
    payer: transfer.payerAddress,
    payee: transfer.payeeAddress,
    units: transfer.creditedUnits,
  }));
}

async function nextBlock(): Promise<bigint> {
  return (await world.chain.readHead()) + 1n;
}

/** Lets what was sent be carried out. */
async function settled(count: number): Promise<void> {
  await expect.poll(sent, { timeout: 120_000 }).toBe(count);
}

const PAID = [{ payer: payer.address, payee: payee.address, units: 10_000000n }];

describe('a payment that is signed', () => {
  it('of a token that takes signed approvals needs no transaction of the payer', async () => {
    const [, form] = await prepared(USDC);
    expect(form).toMatchObject({
      paymentIntentId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      approvalPermitPayload: expect.any(String),
      approvalCalldata: null,
      metadata: { supportsEIP2612: true },
    });
    const [from, count] = [await nextBlock(), await sent()];
    const body = await signAll(form);
    expect(await world.submit(form.paymentIntentId, body)).toEqual({ status: 200, body: {} });
    await settled(count + 1);
    expect(await paidSince(from)).toEqual(PAID);
  });

  it('of another token is approved by a transaction, of exactly what is due', async () => {
    const [, form] = await prepared(DAI);
    expect(form).toMatchObject({
      approvalPermitPayload: null,
      approvalCalldata: { to: expect.any(String), value: '0x0' },
      metadata: { supportsEIP2612: false },
    });
    const body = await signAll(form);
    expect(await world.submit(form.paymentIntentId, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has not approved the payment yet') },
    });
    const { to = '', data = '0x' } = form.approvalCalldata ?? {};
    const hash = await sendCall(world.at.node, payer, { to, data, valueUnits: 0n });
    await readReceipt(world.at.client, hash);
    const [from, count] = [await nextBlock(), await sent()];
    expect((await world.submit(form.paymentIntentId, body)).status).toBe(200);
    await settled(count + 1);
    expect(await paidSince(from)).toEqual([{ ...PAID[0], units: 10n ** 19n }]);
  });

  it('is sent once, however often and at the same time it is submitted', async () => {
    const [, form] = await prepared(USDC);
    const body = await signAll(form);
    const [from, count] = [await nextBlock(), await sent()];
    const submit = () => world.submit(form.paymentIntentId, body);
    const answers = await Promise.all([submit(), submit(), submit()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await settled(count + 1);
    expect((await submit()).status).toBe(200);
    expect(await paidSince(from)).toEqual(PAID);
    expect(await sent()).toBe(count + 1);
  });

  it('that no node took is sent by the background job, the same transaction', async () => {
    const [, form] = await prepared(USDC);
    const body = await signAll(form);
    const [from, count] = [await nextBlock(), await sent()];
    isSilent = true;
    const answer = await world.submit(form.paymentIntentId, body).finally(() => {
      isSilent = false;
    });
    expect(answer.status).toBe(200);
    expect(await sent()).toBe(count);
    const later = new Date(Date.now() + 10_000);
    await followRelayed({ ...world.host.ctx, now: () => later }, 10);
    await settled(count + 1);
    expect(await paidSince(from)).toEqual(PAID);
  });

  it('waits while another payment of its request may still be carried out', async () => {
    const requestId = await world.request(USDC);
    const first = (await world.prepare(requestId)).body;
    const second = (await world.prepare(requestId)).body;
    expect((await world.submit(first.paymentIntentId, await signAll(first))).status).toBe(200);
    const answer = await world.submit(second.paymentIntentId, await signAll(second));
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_already_sent' } });
  });

  it('waits until what was carried out for its request is counted', async () => {
    const requestId = await world.request(USDC);
    const first = (await world.prepare(requestId)).body;
    const second = (await world.prepare(requestId)).body;
    const count = await sent();
    expect((await world.submit(first.paymentIntentId, await signAll(first))).status).toBe(200);
    await settled(count + 1);
    const later = new Date(Date.now() + 10_000);
    await followRelayed({ ...world.host.ctx, now: () => later }, 10);
    // Nothing has followed the chain since, so the request is not paid yet.
    const again = await world.prepare(requestId);
    for (const form of [again.body, second]) {
      const answer = await world.submit(form.paymentIntentId, await signAll(form));
      expect(answer).toMatchObject({ status: 409, body: { code: 'payment_already_sent' } });
    }
    expect(await sent()).toBe(count + 1);
  });

  it('lets nobody prepare another payment of its request until it is counted', async () => {
    const [requestId, form] = await prepared(USDC);
    const pay = async () => {
      const path = `/v2/request/${requestId}/pay?wallet=${payer.address}`;
      return await world.host.call('GET', path, { headers: world.owner.key });
    };
    expect((await pay()).status).toBe(200);
    isSilent = true;
    const answer = await world
      .submit(form.paymentIntentId, await signAll(form))
      .finally(() => (isSilent = false));
    expect(answer.status).toBe(200);
    const inProgress = { status: 423, body: { code: 'secure_payment_in_progress' } };
    expect(await pay()).toMatchObject(inProgress);
    const count = await sent();
    const later = (ms: number) =>
      followRelayed({ ...world.host.ctx, now: () => new Date(Date.now() + ms) }, 10);
    await later(10_000);
    await settled(count + 1);
    await later(20_000);
    expect(await pay()).toMatchObject(inProgress);
  });

  it('is refused once its request was paid in another way', async () => {
    const [requestId, form] = await prepared(USDC);
    await world.host.receive(requestId, { units: 10_000000n });
    const answer = await world.submit(form.paymentIntentId, await signAll(form));
    expect(answer).toMatchObject({ status: 409, body: { code: 'request_paid' } });
  });

  it('waits while another payment of its request was seen and does not count yet', async () => {
    const [requestId, form] = await prepared(USDC);
    await world.host.receive(requestId, { units: 10_000000n, onlySeen: true });
    const count = await sent();
    const answer = await world.submit(form.paymentIntentId, await signAll(form));
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_already_sent' } });
    expect(await sent()).toBe(count);
  });

  it('costs an account no more in a day than the setting says', async () => {
    const [, form] = await prepared(USDC);
    const { ctx } = world.host;
    const { relayBudgetOf } = ctx.settings;
    Object.assign(ctx.settings, { relayBudgetOf: () => 1n });
    const count = await sent();
    const answer = await world
      .submit(form.paymentIntentId, await signAll(form))
      .finally(() => Object.assign(ctx.settings, { relayBudgetOf }));
    expect(answer).toMatchObject({ status: 429, body: { code: 'relay_budget_used' } });
    expect(await sent()).toBe(count);
  });
});

describe('a submission', () => {
  it('is refused with what was not signed as prepared, and nothing is sent', async () => {
    const [, form] = await prepared(USDC);
    const body = await signAll(form);
    const { signedPaymentIntent: intent, signedApprovalPermit: permit } = body;
    const count = await sent();
    const wrong: readonly (readonly [object, string])[] = [
      [{ ...body, signedPaymentIntent: { ...intent, nonce: '1' } }, 'signedPaymentIntent.nonce'],
      [
        { ...body, signedPaymentIntent: { ...intent, deadline: '4000000000' } },
        'signedPaymentIntent.deadline',
      ],
      [{ ...body, signedApprovalPermit: { ...permit, nonce: '99' } }, 'signedApprovalPermit.nonce'],
      [
        { ...body, signedApprovalPermit: { ...permit, signature: '0x1234' } },
        'signedApprovalPermit.signature',
      ],
      [
        { ...body, signedApprovalPermit: { ...permit, signature: `0x${'ff'.repeat(64)}1b` } },
        'not a valid approval',
      ],
      [
        { ...body, signedApprovalPermit: { ...permit, signature: `0x${'00'.repeat(65)}` } },
        'not a valid approval',
      ],
      [{ ...body, signedPaymentIntent: { ...intent, signature: 'none' } }, 'signature'],
      [{ ...body, signedPaymentIntent: undefined }, 'signedPaymentIntent'],
      [{ ...body, more: 1 }, 'more'],
      [
        { ...body, signedPaymentIntent: await signText(form.paymentIntent, unrelated) },
        'not of the wallet that pays',
      ],
      [{ signedPaymentIntent: intent }, 'has not approved'],
      [
        {
          ...body,
          signedApprovalPermit: await signText(form.approvalPermitPayload ?? '', unrelated),
        },
        'not a valid approval',
      ],
    ];
    for (const [given, part] of wrong) {
      const answer = await world.submit(form.paymentIntentId, given);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        400,
        expect.stringContaining(part),
      ]);
    }
    expect(await sent()).toBe(count);
  });

  it('is not found where nothing was prepared, or by another account', async () => {
    const [, form] = await prepared(USDC);
    const body = await signAll(form);
    const missing = { status: 404, body: { message: 'Payment intent data not found' } };
    expect(await world.submit('01KC9TZ5S2E8VXH3M6Q4WJ7RBD', body)).toMatchObject(missing);
    expect(await world.submit('none', body)).toMatchObject(missing);
    const other = await world.host.asker();
    const path = `/v2/request/payment-intents/${form.paymentIntentId}`;
    const answer = await world.host.call('POST', path, { headers: other.key, body });
    expect(answer).toMatchObject(missing);
  });

  it('is refused after its deadline', async () => {
    const [, form] = await prepared(USDC);
    const submission = SubmitPaymentIntentRequest.parse(await signAll(form));
    const { ctx } = world.host;
    const { accountId } = world.owner;
    const actor = { kind: 'api_key', accountId, apiKeyId: 'any' } as const;
    const later = new Date(Date.now() + 31 * 60_000);
    const count = await sent();
    const { paymentIntentId } = form;
    await expect(
      submitPaymentIntent({ ...ctx, actor, now: () => later }, { paymentIntentId, submission }),
    ).rejects.toMatchObject({ code: 'payment_intent_refused' });
    expect(await sent()).toBe(count);
  });
});

describe('a payer who was listed since (403)', () => {
  it('is sent nothing of, and is sent for once a list says otherwise', async () => {
    const [, form] = await prepared(USDC);
    const submission = SubmitPaymentIntentRequest.parse(await signAll(form));
    const { accountId } = world.owner;
    const actor = { kind: 'api_key', accountId, apiKeyId: 'any' } as const;
    const settings = { ...world.host.ctx.settings, sanctionsOracle: 'available' } as const;
    const ctx = { ...world.host.ctx, actor, settings };
    const submit = () =>
      submitPaymentIntent(ctx, { paymentIntentId: form.paymentIntentId, submission });
    const say = (wallets: readonly string[], isListed: boolean) =>
      keepListings(ctx, { networks: ['base', 'mainnet'], wallets, isListed });
    await say([payer.address, payee.address], false);
    await say([payer.address], true);
    const count = await sent();
    await expect(submit()).rejects.toMatchObject({ status: 403, code: 'screening_rejected' });
    expect(await sent()).toBe(count);
    await say([payer.address], false);
    expect(await submit()).toEqual({});
  });

  it('is sent only while the vendor of its plan approves the payer', async () => {
    const [requestId, form] = await prepared(USDC);
    const submission = SubmitPaymentIntentRequest.parse(await signAll(form));
    const screening = JSON.stringify({ providers: [{ provider: 'hypernative', policyId: null }] });
    const { db } = world.host.ctx;
    const ofRequest = db.updateTable('request').set({ screening });
    await ofRequest.where('request_id', '=', requestId).execute();
    const vendor = fakeScreener('hypernative');
    vendor.outcomes.set(payer.address, 'rejected');
    const { accountId } = world.owner;
    const actor = { kind: 'api_key', accountId, apiKeyId: 'any' } as const;
    const ctx = { ...world.host.ctx, actor, screeners: new Map([[vendor.name, vendor]]) };
    const submit = () =>
      submitPaymentIntent(ctx, { paymentIntentId: form.paymentIntentId, submission });
    const count = await sent();
    await expect(submit()).rejects.toMatchObject({ status: 403, code: 'screening_rejected' });
    await db.deleteFrom('vendor_answer').execute();
    vendor.outcomes.set(payer.address, 'failed');
    await expect(submit()).rejects.toMatchObject({ status: 403, code: 'provider_error' });
    expect(await sent()).toBe(count);
    vendor.outcomes.set(payer.address, 'approved');
    expect(await submit()).toEqual({});
  });
});

describe('without a credential (401)', () => {
  it('is refused without a credential', async () => {
    const path = '/v2/request/payment-intents/01KC9TZ5S2E8VXH3M6Q4WJ7RBD';
    expect((await world.host.call('POST', path, {})).status).toBe(401);
  });
});

describe('the form to sign', () => {
  it('is not found on a network without the contract', async () => {
    const id = await world.request('USDC-sepolia');
    expect(await world.prepare(id)).toMatchObject({
      status: 404,
      body: { message: 'Payment intent data not found', code: 'payment_intent_not_found' },
    });
  });

  it('is refused for what is not one payment in a token on the own network', async () => {
    const token = await world.request(USDC);
    const away = await world.prepare(token, '&chain=ARBITRUM&token=USDC');
    expect(away).toMatchObject({ status: 400, body: { code: 'payment_intent_not_available' } });
    const coin = await world.request('ETH-base', { amount: '0.01' });
    const native = await world.prepare(coin);
    expect(native).toMatchObject({ status: 400, body: { code: 'payment_intent_not_available' } });
    const path = `/v2/request/${token}/pay?form=payment_intent`;
    const nobody = await world.host.call('GET', path, { headers: world.owner.key });
    expect(nobody).toMatchObject({ status: 400, body: { code: 'wallet_required' } });
  });

  it('pays a part, with the fee that the call names', async () => {
    const id = await world.request(USDC);
    const fee = `&amount=4&feePercentage=10&feeAddress=${unrelated.address}`;
    const { body } = await world.prepare(id, fee);
    const { values } = JSON.parse(body.paymentIntent);
    expect(values.permitted).toEqual([expect.objectContaining({ amount: '4400000' })]);
    expect(values.witness.payments).toEqual([
      expect.objectContaining({
        payee: payee.address,
        amount: '4000000',
        feeAmount: '400000',
        feeAddress: unrelated.address,
      }),
    ]);
  });
});
