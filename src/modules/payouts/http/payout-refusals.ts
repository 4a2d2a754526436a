import { refuseField } from '#kit/failure.ts';
import { CANNOT_BE_PAID } from '#modules/calldata/index.ts';
import { PARTY_REFUSALS } from '#modules/compliance/index.ts';
import { payeeNotAllowed } from '#modules/destinations/index.ts';
import { RECURRENCE_REFUSALS } from '#modules/recurring-payouts/index.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';

/** What a single payout refuses. */
export const payoutRefusals = [
  {
    status: 400,
    when: 'A field breaks its rule, is unknown or is not built yet, it cannot be paid here, or there is no fresh rate.',
    examples: [
      ...RECURRENCE_REFUSALS,
      refuseField('payerAddress', 'payerAddress must be the same as payerWallet, or left out'),
      PARTY_REFUSALS.plan(),
    ],
  },
  {
    status: 403,
    when: 'The client ID is linked to an orchestrator and came without its key, or is public and pays active destinations of its account only, without a fee of the call; or the payer or payee was rejected by a screening, or could not be screened now.',
    examples: [
      CREATOR_REFUSALS.clientIdLinked(),
      payeeNotAllowed('payee'),
      CREATOR_REFUSALS.fieldsNotPublic(['feePercentage', 'feeAddress']),
      PARTY_REFUSALS.payer('payerWallet'),
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
      refuseField('requests', 'Send either requests or requestIds, exactly one of the two'),
      refuseField('requests', 'All requests must be on the same network', 'several_networks'),
      refuseField(
        'requests',
        'requests: one transaction can pay the first 114 of these 200; send no more at once',
        'batch_too_large',
      ),
      PARTY_REFUSALS.plan(),
    ],
  },
  payoutRefusals[1],
  CANNOT_BE_PAID,
] as const;
