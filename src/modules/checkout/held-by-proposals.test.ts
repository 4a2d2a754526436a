import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SignedPayments } from '#chains/signed-payments.ts';
import { payRequest } from '#modules/requests/pay-request.ts';
import { prepareSignedPayment } from '#modules/requests/prepare-signed-payment.ts';
import { submitPaymentIntent } from '#modules/requests/submit-payment-intent.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { refusalOf } from '../../../tests/support/bundle-payers.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { safeScene, UNRELATED } from '../../../tests/support/safe-scene.ts';

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
