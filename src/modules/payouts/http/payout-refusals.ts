import { Refusal } from '#kit/failure.ts';
import { CANNOT_BE_PAID } from '#modules/calldata/index.ts';
import { payeeNotAllowed } from '#modules/destinations/index.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';

/** A refusal (400) of one field, as the descriptions of endpoints show it. */
function refusedField(code: string, field: string, message: string): Refusal {
  return new Refusal(code, 400, { message, errors: [{ field, message }] });
}

/** What a single payout refuses. */
export const payoutRefusals = [
  {
    status: 400,
    when: 'A field breaks its rule, is unknown or is not built yet, it cannot be paid here, or there is no fresh rate.',
    examples: [
      refusedField('not_supported', 'recurrence', 'recurrence is not supported yet: leave it out'),
      refusedField(
        'invalid_request',
        'payerAddress',
        'payerAddress must be the same as payerWallet, or left out',
      ),
      CREATOR_REFUSALS.screeningNotSupported(),
    ],
  },
  {
    status: 403,
    when: 'The client ID is linked to an orchestrator and came without its key, or is public and pays active destinations of its account only, without a fee of the call.',
    examples: [
      CREATOR_REFUSALS.clientIdLinked(),
      payeeNotAllowed('payee'),
      CREATOR_REFUSALS.fieldsNotPublic(['feePercentage', 'feeAddress']),
    ],
  },
  CANNOT_BE_PAID,
] as const;

/** What a batch refuses beside that. */
export const batchPayoutRefusals = [
  {
    ...payoutRefusals[0],
    when: 'A field breaks its rule, the payouts cannot be paid by one transaction, a request is not your own or cannot be paid, or there is no fresh rate.',
    examples: [
      refusedField(
        'invalid_request',
        'requests',
        'Send either requests or requestIds, exactly one of the two',
      ),
      refusedField('several_networks', 'requests', 'All requests must be on the same network'),
      refusedField(
        'batch_too_large',
        'requests',
        'requests: one transaction can pay the first 114 of these 200; send no more at once',
      ),
      CREATOR_REFUSALS.screeningNotSupported(),
    ],
  },
  payoutRefusals[1],
  CANNOT_BE_PAID,
] as const;
