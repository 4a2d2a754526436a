import { expect, it } from 'vitest';
import { z } from 'zod';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { signAll } from '../support/signed-payments-host.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const { payer, payee } = TEST_ACCOUNTS;
/** How long money may take to be counted. */
const PATIENCE_MS = 180_000;

const Made = z.looseObject({ requestId: z.string() });
const Form = z.strictObject({
  paymentIntentId: z.string(),
  paymentIntent: z.string(),
  approvalPermitPayload: z.string(),
  approvalCalldata: z.null(),
  metadata: z.strictObject({ supportsEIP2612: z.literal(true) }),
});

it('a request is paid by two signatures of a payer who sends nothing', async () => {
  const world = await sharedWorld({
    ...PROTOCOL_FEE,
    PERMIT_SPENDER_SEPOLIA: PAYMENT_INTENT_SPENDERS.sepolia,
    RELAYER_KEY: SANDBOX_SENDER.privateKey,
  });
  const send = (path: string, body?: unknown) =>
    sendToHost(`${world.apiUrl}/v2/request${path}`, {
      headers: { 'x-api-key': world.sandbox.apiKey },
      ...(body !== undefined && { body }),
    });
  const wanted = { invoiceCurrency: 'USDC-sepolia', paymentCurrency: 'USDC-sepolia' };
  const made = await send('', { payee: payee.address, amount: '10', ...wanted });
  const { requestId } = Made.parse(made.body);
  const query = `form=payment_intent&wallet=${payer.address}`;
  const handed = await send(`/${requestId}/pay?${query}`);
  expect(handed.status, JSON.stringify(handed.body)).toBe(200);
  const form = Form.parse(handed.body);
  const submission = await signAll(form);
  const submit = () => send(`/payment-intents/${form.paymentIntentId}`, submission);
  expect(await submit()).toMatchObject({ status: 200, body: {} });
  const read = async () => (await send(`/${requestId}`)).body;
  await expect
    .poll(read, { timeout: PATIENCE_MS, interval: 200 })
    .toMatchObject({ status: 'paid', hasBeenPaid: true });
  expect(await read()).toMatchObject({
    payments: [expect.objectContaining({ amount: '10', payerAddress: payer.address })],
  });
  expect(await read()).not.toHaveProperty('outstandingFees');
  expect(await submit()).toMatchObject({ status: 200, body: {} });
});
