import { SAMPLE_PAYMENT as SAMPLE, TEST_PAYOUT } from '#catalog/samples.ts';
import { findApiKeyActor, findClientId } from '#modules/clients/index.ts';
import { insertPayment } from '#modules/commerce/store/payments.ts';
import { hexOf } from '../../src/kit/hex.ts';
import type { AccessWorld } from './access-world.ts';

type Headers = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;

/** Stores a commerce payment as these headers would have made it, on a network without a node; its id. */
export async function storedCommerce(
  { ctx }: Pick<AccessWorld, 'ctx'>,
  headers: Headers,
): Promise<string> {
  const client = headers['x-client-id']
    ? await findClientId(ctx, headers['x-client-id'])
    : undefined;
  const key = headers['x-api-key'] ? await findApiKeyActor(ctx, headers['x-api-key']) : undefined;
  const accountId = client?.accountId ?? (key && 'accountId' in key ? key.accountId : undefined);
  if (accountId === undefined) throw new Error('the headers name an account');
  const now = ctx.now();
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const requestId = `01${hexOf(ctx.random(32)).slice(2)}`;
  const payment = {
    id: ctx.newOrderedId(),
    accountId,
    requestId,
    clientIdId: client?.clientIdId ?? null,
    status: 'pending',
    network: 'base',
    currencyId: 'USDC-base',
    merchantId: 'shop-7',
    operatorAddress: TEST_PAYOUT.recipient,
    payerAddress: SAMPLE.payer,
    receiverAddress: SAMPLE.payee,
    maxUnits: 100n,
    preApprovalExpiresAt: inDays(1),
    authorizationExpiresAt: inDays(7),
    refundExpiresAt: inDays(97),
    feeBps: 0,
    feeAddress: null,
    paymentReference: hexOf(ctx.random(8)),
    referenceKey: hexOf(ctx.random(32)),
    paymentHash: hexOf(ctx.random(32)),
    amountUnits: 100n,
    collection: 'pre_approval',
    createdAt: now,
    updatedAt: now,
  } as const;
  await insertPayment(ctx, payment, { watchedUntil: inDays(2) });
  return requestId;
}
