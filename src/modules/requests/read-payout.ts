import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { type FieldIssue, Refusal, refuseField, refuseFields } from '#kit/failure.ts';
import type { PayoutTarget } from '#modules/off-ramps/index.ts';
import { findPaymentDetail } from '#modules/payment-details/index.ts';
import type { CreateRequestRequest } from './model/request-body.ts';

/** A new request that is paid out to a bank account. */
interface PayoutInput {
  readonly target: PayoutTarget;
  /** What the caller sent, in the token that is paid: a dollar of the invoice is one of the token. */
  readonly input: CreateRequestRequest;
}

/**
 * Where a new request is paid out to; undefined where its payee gets the tokens. The bank account is named now, by whoever has the account's
 * key or a session of it, and never changes.
 *
 * Refuses (403) client IDs, (400) a call that names no bank account of the account's payers or names a payee or a
 * recurrence too, and what the off-ramp provider does not take.
 */
export async function readPayout(
  ctx: Context,
  input: CreateRequestRequest,
): Promise<PayoutInput | undefined> {
  const { isCryptoToFiatAvailable, clientUserId, paymentDetailsId } = input;
  if (isCryptoToFiatAvailable !== true) {
    refuseNamed(input, ['clientUserId', 'paymentDetailsId'], 'needs isCryptoToFiatAvailable: true');
    return undefined;
  }
  if (ctx.actor.kind !== 'api_key' && ctx.actor.kind !== 'session') throw payoutNeedsKey();
  refuseNamed(input, ['payee', 'recurrence'], 'cannot be sent with isCryptoToFiatAvailable');
  if (clientUserId === undefined || paymentDetailsId === undefined) throw bankAccountMissing();
  const converted = inPaidToken(ctx, input);
  const key = { accountId: accountOf(ctx), clientUserId, id: paymentDetailsId };
  if ((await findPaymentDetail(ctx, key)) === undefined) {
    throw refuseField('paymentDetailsId', 'paymentDetailsId is no bank account of this payer');
  }
  return { target: { clientUserId, paymentDetailsId }, input: converted };
}

function refuseNamed(
  input: CreateRequestRequest,
  fields: readonly ('payee' | 'recurrence' | 'clientUserId' | 'paymentDetailsId')[],
  why: string,
): void {
  const errors = fields.flatMap((field): FieldIssue[] =>
    input[field] === undefined ? [] : [{ field, message: `${field} ${why}` }],
  );
  if (errors.length > 0) throw refuseFields(errors, 'invalid_request');
}

function bankAccountMissing(): Refusal {
  const message = 'is required with isCryptoToFiatAvailable: it names the bank account';
  return refuseFields(
    ['clientUserId', 'paymentDetailsId'].map((field) => ({
      field,
      message: `${field} ${message}`,
    })),
    'bank_account_required',
  );
}

function inPaidToken({ offRamp }: Context, input: CreateRequestRequest): CreateRequestRequest {
  const { invoiceCurrency, paymentCurrency } = input;
  const currency = currencyById(paymentCurrency);
  if (offRamp === undefined) {
    const message =
      'isCryptoToFiatAvailable is not offered here: no off-ramp provider is configured';
    throw refuseField('isCryptoToFiatAvailable', message, 'not_supported');
  }
  if (currency === undefined || !offRamp.takes(currency)) {
    const message = `paymentCurrency ${paymentCurrency.slice(0, 64)} is not paid out to bank accounts`;
    throw refuseField('paymentCurrency', message, 'unsupported_currency');
  }
  const isSame = currencyById(invoiceCurrency)?.id === currency.id;
  if (isSame || invoiceCurrency === 'USD') return { ...input, invoiceCurrency: currency.id };
  const message =
    'invoiceCurrency must be USD or the paymentCurrency, for a payout to a bank account';
  throw refuseField('invoiceCurrency', message, 'unsupported_currency');
}

/** 403: a bank account is named by the account's own server and members only. */
export function payoutNeedsKey(): Refusal {
  const message = 'A payout to a bank account is created with an x-api-key or a session only';
  return new Refusal('api_key_required', 403, message);
}
