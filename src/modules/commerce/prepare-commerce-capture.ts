import type { Call } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isSameHex } from '#kit/hex.ts';
import { callOf } from './carry-out.ts';
import { checkBuyerAndMerchant } from './check-buyer-and-merchant.ts';
import { checkOperation } from './check-operation.ts';
import { checkSameFee } from './model/commerce-fee.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { operationInProgress } from './model/refusals.ts';
import { chainOf, openPaymentToChange } from './open-payment.ts';
import { readState } from './read-state.ts';

/** A capture as a call names it. */
export interface CaptureInput {
  readonly requestId: string;
  readonly captureUnits: bigint;
  readonly feeBps?: number | undefined;
  readonly feeReceiver?: string | undefined;
}

/** A payment and what its operator sends. */
interface PreparedOperation {
  readonly payment: CommercePayment;
  readonly call: Call;
}

/** Refuses as `openPaymentToChange`, and (400) another fee than the one that the buyer agreed to. */
export async function openPaymentToCapture(
  ctx: Context,
  capture: CaptureInput,
): Promise<CommercePayment> {
  const payment = await openPaymentToChange(ctx, capture.requestId);
  checkSameFee(payment, capture, isSameHex);
  return payment;
}

/**
 * The call by which the operator takes a part of what is held. Nothing is sent.
 *
 * Refuses as `openPaymentToCapture`, (400) what the escrow would not do, (403) a buyer or merchant that may not take part, and (409) while a transaction of ours is open.
 */
export async function prepareCommerceCapture(
  ctx: Context,
  capture: CaptureInput,
): Promise<PreparedOperation> {
  const payment = await openPaymentToCapture(ctx, capture);
  return await prepareOperation(ctx, payment, { kind: 'capture', units: capture.captureUnits });
}

/** The call of an operation that can be done now, of a payment that the caller may change. */
export async function prepareOperation(
  ctx: Context,
  payment: CommercePayment,
  input: { readonly kind: 'capture' | 'void'; readonly units?: bigint },
): Promise<PreparedOperation> {
  const state = await readState(ctx, payment);
  if (state.open !== undefined) throw operationInProgress();
  const units = checkOperation(ctx, payment, { state, input });
  if (input.kind !== 'void') await checkBuyerAndMerchant(ctx, payment);
  const chain = chainOf(ctx, payment);
  return {
    payment,
    call: callOf(chain, payment, { kind: input.kind, units, signature: undefined }),
  };
}
