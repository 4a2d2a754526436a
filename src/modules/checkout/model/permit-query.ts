import { z } from 'zod';
import { unixSeconds } from '#kit/clock.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { PayerQuery } from './payer-query.ts';

/** Long enough to sign and to send; whoever gets hold of a signature has no longer. */
const PERMIT_SECONDS_MAX = 3_600;

/** `0x`, then r, s and v of a key's signature. */
const SIGNATURE_CHARACTERS = 132;

/** The query of what prepares a payment. */
export const PayQuery = z.strictObject({
  ...PayerQuery.shape,
  permitSignature: z.string().optional().describe('Of `permit`.'),
  permitDeadline: z.string().optional().describe('The `deadline` that it signs.'),
});

/** The query of what prepares a payment. */
export type PayQuery = z.output<typeof PayQuery>;

/** An approval that the key with the tokens may sign, or has signed. */
export interface PermitOption {
  readonly expiresAt: Date;
  readonly signature: Hex | undefined;
}

/**
 * The permit of a query: one that may be signed now, or the one that was. Refuses (400) a signature without its deadline, one that no key
 * makes, and a deadline that has passed or is more than an hour away.
 */
export function readPermit(
  {
    permitSignature: signature,
    permitDeadline: deadline,
  }: Pick<PayQuery, 'permitSignature' | 'permitDeadline'>,
  now: Date,
): PermitOption {
  const nowSeconds = unixSeconds(now);
  if (signature === undefined) {
    if (deadline !== undefined)
      throw refuseField(
        'permitDeadline',
        'permitDeadline must be sent together with permitSignature',
      );
    return { expiresAt: secondsToTime(nowSeconds + PERMIT_SECONDS_MAX), signature };
  }
  if (!isHex(signature) || signature.length !== SIGNATURE_CHARACTERS) {
    throw refuseField(
      'permitSignature',
      'permitSignature must be the signature of a key, 65 bytes in hexadecimal digits',
    );
  }
  const seconds = /^\d{1,12}$/.test(deadline ?? '') ? Number(deadline) : undefined;
  if (seconds === undefined) {
    throw refuseField(
      'permitDeadline',
      'permitDeadline must be the deadline that was signed, in Unix seconds',
    );
  }
  if (seconds <= nowSeconds || seconds > nowSeconds + PERMIT_SECONDS_MAX) {
    const problem = seconds <= nowSeconds ? 'has passed' : 'is more than an hour away';
    throw refuseField('permitDeadline', `permitDeadline ${problem}: sign the permit anew`);
  }
  return { expiresAt: secondsToTime(seconds), signature };
}

function secondsToTime(seconds: number): Date {
  return new Date(seconds * 1_000);
}

/**
 * The permit of a payment by whoever has the tokens: none where no account takes those of a key without code, since nothing would submit
 * it, or a contract would ask that code. Refuses (400) a signature there.
 */
export function permitOfHolder(
  permit: PermitOption | undefined,
  holder: { readonly isPlainKey: boolean } | undefined,
): PermitOption | undefined {
  if (holder?.isPlainKey === true) return permit;
  if (permit?.signature !== undefined) throw permitNotTaken();
  return undefined;
}

/** 400: no smart account takes the tokens of a plain key, so that nothing would submit the permit. */
function permitNotTaken(): Refusal {
  const message =
    'permitSignature must not be sent: only a smart account that pays with the tokens of a plain key submits a permit';
  return refuseField('permitSignature', message);
}
