import type { Call } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { relayOnce } from '#modules/relayer/index.ts';
import { checkBuyerAndMerchant } from './check-buyer-and-merchant.ts';
import { type CommercePayment, termsOf } from './model/commerce-payment.ts';
import { operationInProgress } from './model/refusals.ts';
import type { EscrowChain } from './open-payment.ts';
import { findOperations, type Operation } from './store/operations.ts';
import { lockPayment } from './store/payments.ts';

/** What the transaction of an operation is for: it is sent once. */
export function purposeOf({ id }: Pick<Operation, 'id'>): string {
  return `commerce operation ${id}`;
}

/** Sends an operation once, however often and by whom it is carried out; returns why the escrow would refuse it. Refuses and throws as `relayOnce` does. */
export async function carryOut(
  ctx: Context,
  chain: EscrowChain,
  { payment, operation }: { readonly payment: CommercePayment; readonly operation: Operation },
): Promise<string | undefined> {
  return await relayOnce(ctx, {
    chain,
    call: callOf(chain, payment, operation),
    purpose: purposeOf(operation),
    // Of a payment one operation is open at a time, by an index of its own.
    subject: purposeOf(operation),
    accountId: payment.accountId,
    checkDue: async () => {
      await checkOpen(ctx, payment, operation);
      if (operation.kind !== 'void') await checkBuyerAndMerchant(ctx, payment);
    },
    // Who gives it up waits until the bytes are stored, or has ended it before.
    lockDue: async (ctx) => {
      await lockPayment(ctx, payment.id);
      await checkOpen(ctx, payment, operation);
    },
  });
}

/** 409: what has ended is not sent any more. */
async function checkOpen(
  ctx: Context,
  payment: CommercePayment,
  { id }: Pick<Operation, 'id'>,
): Promise<void> {
  const operations = await findOperations(ctx, payment);
  const now = operations.find((one) => one.id === id);
  if (now?.outcome !== undefined) throw operationInProgress();
}

/** The call of an operation. */
export function callOf(
  { escrow }: EscrowChain,
  payment: CommercePayment,
  { kind, units, signature }: Pick<Operation, 'kind' | 'units' | 'signature'>,
): Call {
  const terms = termsOf(payment);
  switch (kind) {
    case 'authorize':
      return escrow.authorizeCall(terms, { collection: payment.collection, units, signature });
    case 'capture':
      return escrow.captureCall(terms, units);
    case 'void':
      return escrow.voidCall(terms);
  }
}
