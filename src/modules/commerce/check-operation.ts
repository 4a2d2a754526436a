import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { abilitiesOf, capturableUnits, type OperationKind } from './model/position.ts';
import { notPossibleNow } from './model/refusals.ts';
import type { CommerceState } from './read-state.ts';

/** What is requested of a payment. */
export interface OperationInput {
  readonly kind: OperationKind;
  /** Of a capture alone. */
  readonly units?: bigint | undefined;
  /** Of an authorisation alone, where the payer signed for it. */
  readonly signature?: Hex | undefined;
}

/** What an operation takes, captures or gives back. Refuses (400) what the escrow would not do by what was seen of it. */
export function checkOperation(
  ctx: Pick<Context, 'now'>,
  payment: CommercePayment,
  { state, input }: { readonly state: CommerceState; readonly input: OperationInput },
): bigint {
  switch (input.kind) {
    case 'authorize':
      return checkAuthorization(ctx, payment, { state, input });
    case 'capture':
      return checkCapture(ctx, payment, { state, input });
    case 'void': {
      const left = capturableUnits(state.seen);
      if (left === 0n) throw notPossibleNow('The escrow holds nothing for this payment');
      return left;
    }
  }
}

interface Checked {
  readonly state: CommerceState;
  readonly input: OperationInput;
}

function checkAuthorization(
  { now }: Pick<Context, 'now'>,
  { preApprovalExpiresAt, collection, amountUnits }: CommercePayment,
  { state, input: { signature } }: Checked,
): bigint {
  if (state.seen.authorizedUnits > 0n) throw notPossibleNow('This payment was authorised before');
  if (now() >= preApprovalExpiresAt) {
    throw notPossibleNow('preApprovalExpiry has passed: prepare another payment');
  }
  if (collection === 'pre_approval') {
    if (signature === undefined) return amountUnits;
    throw refuseField(
      'signature',
      'signature must be left out: the buyer approves by transactions',
    );
  }
  if (signature !== undefined) return amountUnits;
  throw refuseField('signature', 'signature is required: the buyer signs payerSignature');
}

function checkCapture(
  { now }: Pick<Context, 'now'>,
  payment: CommercePayment,
  { state: { seen }, input: { units = 0n } }: Checked,
): bigint {
  const left = capturableUnits(seen);
  if (left === 0n) throw notPossibleNow('The escrow holds nothing for this payment');
  const { canCapture } = abilitiesOf({
    sums: seen,
    expiries: payment,
    openOperation: undefined,
    now: now(),
  });
  if (!canCapture) {
    throw notPossibleNow('authorizationExpiry has passed: nothing can be captured any more');
  }
  if (units > left) {
    const message = `captureAmount must be at most ${left}, which is what is left`;
    throw refuseField('captureAmount', message, 'more_than_authorized');
  }
  return units;
}
