import type { Call } from '#chains/chain.ts';
import { type Context, isRestrictedCaller } from '#context.ts';
import { isSameHex } from '#kit/hex.ts';
import { checkCreator } from '#modules/requests/index.ts';
import { callOf } from './carry-out.ts';
import { checkOperation } from './check-operation.ts';
import { checkSameFee } from './model/commerce-fee.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { noCommerceForPublic, operationInProgress } from './model/refusals.ts';
import { chainOf, openPayment } from './open-payment.ts';
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

/** Refuses (403) a public client ID in production, (404) what is not the caller's, and (400) another fee than the one that the buyer agreed to. */
export async function checkFeeOf(ctx: Context, capture: CaptureInput): Promise<CommercePayment> {
  if (isRestrictedCaller(ctx)) throw noCommerceForPublic();
  const payment = await openPayment(ctx, capture.requestId);
  checkSameFee(payment, capture, isSameHex);
  return payment;
}

/**
 * The call by which the operator takes a part of what is held. Nothing is sent.
 *
 * Refuses (404) what is not the caller's, (403) a public client ID in production and one that only its partner may use, (400) another fee and what the escrow would not do, (409) while a
 * transaction of ours is open.
 */
export async function prepareCommerceCapture(
  ctx: Context,
  capture: CaptureInput,
): Promise<PreparedOperation> {
  const payment = await checkFeeOf(ctx, capture);
  return await prepareOperation(ctx, payment, { kind: 'capture', units: capture.captureUnits });
}

/** The call of an operation that can be done now. */
export async function prepareOperation(
  ctx: Context,
  payment: CommercePayment,
  input: { readonly kind: 'capture' | 'void'; readonly units?: bigint },
): Promise<PreparedOperation> {
  await checkCreator(ctx);
  const state = await readState(ctx, payment);
  if (state.open !== undefined) throw operationInProgress();
  const units = checkOperation(ctx, payment, { state, input });
  const chain = chainOf(ctx, payment);
  return {
    payment,
    call: callOf(chain, payment, { kind: input.kind, units, signature: undefined }),
  };
}
