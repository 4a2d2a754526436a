import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#chains/chain.ts';
import type { SignedPayments } from '#chains/signed-payments.ts';
import { Refusal } from '#kit/failure.ts';
import { payRequest } from '#modules/requests/pay-request.ts';
import { prepareSignedPayment } from '#modules/requests/prepare-signed-payment.ts';
import { submitPaymentIntent } from '#modules/requests/submit-payment-intent.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { SCENE_SAFE, safeScene, UNRELATED } from '../../../tests/support/safe-scene.ts';
import { paySecurePayment } from './pay-secure-payment.ts';
import { recordPaymentIntent } from './record-payment-intent.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

type Scene = Awaited<ReturnType<typeof safeScene>>;
const newScene = () => safeScene(database.db);

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const Signed = z.object({ nonce: z.string(), deadline: z.string() });

/** What a network needs that takes signed payments; what it is asked to send is noted. */
function signedPaymentsOf(sent: unknown[]) {
  const state = { balanceUnits: 10n ** 30n, allowanceUnits: 10n ** 30n, isDeployed: true };
  const signedPayments: Partial<SignedPayments> = {
    readState: async () => ({ ...state, approvalNonce: undefined }),
    paymentContent: ({ nonce, expiresAt }) => ({
      domain: {},
      types: {},
      values: { nonce: `${nonce}`, deadline: `${expiresAt.getTime() / 1_000}` },
    }),
    paymentCall: () => ({ to: UNRELATED.address, data: '0x', valueUnits: 0n }),
    readRefusal: () => 'other',
  };
  const prepare = async (call: unknown) => {
    sent.push(call);
    return { refused: 'the test' };
  };
  return { signedPayments, sender: { address: UNRELATED.address, prepare } };
}

describe('the request of a link whose proposal an owner signed', () => {
  /** What an account calls that prepares a payment, by transactions and by a signature. */
  const preparing = ({ ctx, link: { accountId, requestId } }: Scene) => {
    const ofAccount = { ...ctx, actor: sessionActor({ accountId }) };
    const asked = { requestId, query: { wallet: UNRELATED.address } };
    return {
      transactions: () => payRequest(ofAccount, asked),
      signature: () => prepareSignedPayment(ofAccount, asked),
      submit: (submitted: Parameters<typeof submitPaymentIntent>[1]) =>
        submitPaymentIntent(ofAccount, submitted),
    };
  };

  it('is not prepared alone either, and the refusal names the proposal', async () => {
    const scene = await newScene();
    const { hash } = await scene.proposed();
    const { transactions, signature } = preparing(scene);
    const refusal = await refusalOf(transactions());
    expect(refusal).toMatchObject({
      status: 423,
      code: 'secure_payment_in_progress',
      retryAfterSeconds: 5,
    });
    expect(refusal.body).toEqual({
      status: 'pending',
      requestStatuses: [
        {
          requestId: scene.link.requestId,
          hasBeenPaid: false,
          txHash: null,
          safeTxHash: hash,
          chainId: 8453,
          safePaymentDeadline: (scene.now().getTime() + DAY_MS) / 1_000,
        },
      ],
    });
    expect(await refusalOf(signature())).toEqual(refusal);
  });

  it('is prepared again once nobody waits for it any more, and beside one that proves nothing', async () => {
    const expired = await newScene();
    const deadline = new Date(expired.now().getTime() + HOUR_MS);
    await expired.report(await expired.propose(), { deadline });
    expired.now.advance(HOUR_MS);
    const unproven = await newScene();
    await unproven.proposed({ signer: UNRELATED });
    for (const scene of [expired, unproven]) {
      const { transactions, signature } = preparing(scene);
      expect((await transactions()).transactions).toHaveLength(2);
      // No contract that takes signed payments is named here.
      expect(await refusalOf(signature())).toMatchObject({ status: 404 });
    }
  });

  it('has nothing sent that its payer signed before', async () => {
    const scene = await newScene();
    const sent: unknown[] = [];
    Object.assign(scene.base, signedPaymentsOf(sent));
    const { signature, submit } = preparing(scene);
    const { paymentIntentId, paymentIntent } = await signature();
    const { values } = z.object({ values: Signed }).parse(JSON.parse(paymentIntent));
    const submission = { signedPaymentIntent: { ...values, signature: '0x12' as const } };
    await scene.proposed();
    const refusal = await refusalOf(submit({ paymentIntentId, submission }));
    expect(refusal).toMatchObject({ status: 409, code: 'payment_already_sent' });
    expect(sent).toEqual([]);
  });
});

const HASH_OF_OPERATION = `0x${'7'.repeat(64)}` as const;

describe('a proposal that is reported of a bundle', () => {
  /** A bundle of three payouts, of which a proposal pays the first ones, and what its report answered. */
  const reported = async ({ paid, named }: { readonly paid: number; readonly named: number[] }) => {
    const scene = await newScene();
    const { ctx, callsOf, paymentOf } = scene;
    const payout = { currencyId: 'USDC-base' } as const;
    const bundle = await newBundle(ctx, await insertPayouts(ctx, [payout, payout, payout]));
    const { token, links } = bundle;
    const calls: Call[] = [];
    for (const link of links.slice(0, paid)) calls.push(...(await callsOf(await paymentOf(link))));
    const hash = await scene.propose({ calls });
    scene.service.calls = 0;
    const report = async () => {
      const answer = await recordPaymentIntent(ctx, {
        token,
        report: {
          of: 'bundle',
          sourceChain: 'BASE',
          reported: {
            safeTransactionHash: hash,
            safeDeadlineSeconds: scene.now().getTime() / 1_000 + 3_600,
            smartAccountAddress: SCENE_SAFE,
            userOperationHash: HASH_OF_OPERATION,
            transactions: named.map((childPosition) => ({ childPosition, transactionIndex: 0 })),
          },
        },
      });
      if (!('transactionIndices' in answer)) throw new Error('a bundle was reported');
      return answer.transactionIndices.map(({ intentId }) => intentId ?? '');
    };
    const view = () => viewSecurePayment(ctx, { token, query: {} });
    const pay = () => paySecurePayment(ctx, { token, query: {} });
    const linkStatus = async (at: number) => {
      const read = viewSecurePayment(ctx, { token: links[at]?.token ?? '', query: {} });
      return await read.then(
        () => 200,
        (error: unknown) => (error instanceof Refusal ? error.status : undefined),
      );
    };
    return { ...scene, links, hash, ids: await report(), report, view, pay, linkStatus };
  };

  it('holds the children that it pays, each by itself, after one call of the service', async () => {
    const { ids, links, service, statusOf, linkStatus, view, pay } = await reported({
      paid: 2,
      named: [0, 1, 2],
    });
    expect(service.calls).toBe(1);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['proposed', 'proposed', 'recorded']);
    expect(await Promise.all([0, 1, 2].map(linkStatus))).toEqual([423, 423, 200]);
    expect(await view()).toMatchObject({
      children: [
        { executable: false, blockReason: 'request_processing' },
        { executable: false, blockReason: 'request_processing' },
        { executable: true },
      ],
      paymentIntents: [
        { childPosition: 0, status: 'proposed' },
        { childPosition: 1, status: 'proposed' },
        { childPosition: 2, status: 'recorded' },
      ],
    });
    expect(await pay()).toMatchObject({ requestIds: [links[2]?.requestId] });
  });

  it('of all children makes its preparation answer 423, until its deadline', async () => {
    const { hash, links, now, pay, report, ids } = await reported({ paid: 3, named: [0, 1, 2] });
    expect(await report()).toEqual(ids);
    const refusal = await refusalOf(pay());
    expect(refusal).toMatchObject({ status: 423, code: 'secure_payment_in_progress' });
    const safePaymentDeadline = (now().getTime() + HOUR_MS) / 1_000;
    expect(refusal.body?.['requestStatuses']).toEqual(
      links.map(({ requestId }) =>
        expect.objectContaining({
          requestId,
          hasBeenPaid: false,
          safeTxHash: hash,
          chainId: 8453,
          safePaymentDeadline,
        }),
      ),
    );
    now.advance(HOUR_MS);
    expect(await pay()).toMatchObject({ requestIds: links.map(({ requestId }) => requestId) });
  });
});
