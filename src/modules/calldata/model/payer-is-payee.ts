import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { Refusal } from '#kit/failure.ts';

/** A payment that is about to be prepared, reduced to who is paid. */
interface Paying {
  readonly payeeAddress: string;
  /** Its index in the request body; undefined for a single one. */
  readonly field?: string | undefined;
  /** Whether it pays nothing but fees. */
  readonly isFees?: boolean | undefined;
}

/** Of many payments this many are named, so that an answer stays readable. */
const NAMED_MAX = 20;

/**
 * Refuses (409) payments that a wallet would make to itself: they would be recorded as self-payments and
 * complete nothing. Who only receives a fee of what it pays may pay.
 */
export function checkPayerIsNoPayee(payments: readonly Paying[], wallet: string): void {
  const own = payments.filter(
    ({ payeeAddress, isFees }) =>
      isFees !== true && payeeAddress.toLowerCase() === wallet.toLowerCase(),
  );
  if (own.length > 0) throw payerIsPayee(own, wallet);
}

function payerIsPayee(own: readonly Paying[], wallet: string): Refusal {
  const fields = own.map(({ field = 'payee' }) => field);
  const errors = fields
    .slice(0, NAMED_MAX)
    .map((field) => ({ field, message: `${wallet} is the paying wallet itself` }));
  const others = fields.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const where = own[0]?.field === undefined ? 'this payment' : `${fields[0]}${more}`;
  const message = `The paying wallet ${wallet} is the payee of ${where}: what a wallet pays itself is never credited. Pay from another wallet. Nothing was prepared to sign`;
  return new Refusal('payer_is_payee', 409, { message, errors });
}

/** Examples of that refusal, for one payment and for a batch. */
export const PAYER_IS_PAYEE_EXAMPLES = [
  payerIsPayee([{ payeeAddress: SAMPLE.payee }], SAMPLE.payee),
  payerIsPayee([{ payeeAddress: SAMPLE.payee, field: 'requests[2]' }], SAMPLE.payee),
] as const;
