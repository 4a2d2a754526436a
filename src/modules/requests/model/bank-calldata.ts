import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { Refusal, refuseFields } from '#kit/failure.ts';
import { RequestCalldata, SAMPLE_REQUEST_CALLDATA } from '#modules/calldata/index.ts';

const samplePayout = {
  offrampId: '01KC9V7N3E5GQ0X8R2JT6WZ4PD',
  provider: 'Bridge',
  clientUserId: 'user-42',
  paymentDetailsId: '01KC9V7N3E5GQ0X8R2JT6WZ4PE',
  depositAddress: SAMPLE.payee,
  payUntil: '2026-11-25T10:50:00.000Z',
};

const BankPayout = z
  .object({
    offrampId: z.string(),
    provider: z.string().describe('Who is paid for the payee, and pays the bank account.'),
    clientUserId: z.string(),
    paymentDetailsId: z.string(),
    depositAddress: z.string().describe("The provider's, where the tokens go."),
    payUntil: z.iso.datetime().describe('Ten minutes later the order ends.'),
  })
  .meta({
    id: 'BankPayout',
    description: 'To whom the tokens go, and for whom. Added by Florin.',
    examples: [samplePayout],
  });

/** What pays a request that is paid out to a bank account. */
export const BankCalldata = RequestCalldata.extend({ payout: BankPayout }).meta({
  id: 'BankCalldata',
  description: 'What a payer signs for a payout to a bank account.',
  examples: [{ ...SAMPLE_REQUEST_CALLDATA, transactions: [], payout: samplePayout }],
});

/** What a payer signs, as it is answered. */
export type BankCalldata = z.output<typeof BankCalldata>;

/** 400: the request's payee gets the tokens. */
export function notPaidOut(): Refusal {
  const message = 'clientUserId and paymentDetailsId are for requests that are paid out to a bank';
  return refuseFields([{ field: 'clientUserId', message }], 'not_paid_out');
}

/** 400: a call that is about payouts to bank accounts alone. */
export function payeeGetsTokens(): Refusal {
  const message = 'This request is not paid out to a bank account: its payee gets the tokens';
  return new Refusal('not_paid_out', 400, message);
}

/** 403: only the bank account that the request was created for is paid. */
export function bankAccountNotAllowed(): Refusal {
  const message = 'This request is paid out to the bank account that it was created for only';
  return new Refusal('bank_account_not_allowed', 403, message);
}

/** 403: identity or agreement of the payer are not there. */
export function payerNotCompliant(): Refusal {
  const message = 'The payer is not compliant yet: its identity is approved and it agrees first';
  return new Refusal('payer_not_compliant', 403, message);
}

/** 403: the off-ramp provider has not taken the bank account. */
export function notApproved(): Refusal {
  const message = 'The bank account is not approved yet: wait for payment_detail.updated';
  return new Refusal('payment_detail_not_approved', 403, message);
}
