import { z } from 'zod';
import type { Call } from '#chains/chain.ts';
import { relayBudgetUsed } from '#modules/relayer/index.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import type { CommercePayment } from '../model/commerce-payment.ts';
import {
  commercePaymentNotFound,
  noCommerceForPublic,
  notPossibleNow,
  operationInProgress,
  operatorIsAnother,
  refusedByEscrow,
} from '../model/refusals.ts';

/** Where the endpoints stand in the API description. */
export const COMMERCE_TAG = 'Commerce payments';

/** The parameters of an endpoint of one payment. */
export const CommerceParams = z.object({
  requestId: z.string().describe('As `…/authorize/calldata` answered it.'),
});

/** Who may not hold payments, and who may not change them. */
const COMMERCE_FORBIDDEN = {
  status: 403,
  when: 'The client ID is public and this is production, or it is linked to an orchestrator.',
  examples: [noCommerceForPublic(), CREATOR_REFUSALS.clientIdLinked()],
} as const satisfies DocumentedRefusal;

/** The same, of what moves money to the merchant: both wallets are looked up first. */
export const COMMERCE_REFUSED: DocumentedRefusal = {
  ...COMMERCE_FORBIDDEN,
  when: `${COMMERCE_FORBIDDEN.when} Or the buyer or the merchant was rejected by a screening, or could not be screened now.`,
};

/** What endpoints of one payment answer where there is none. */
export const COMMERCE_NOT_FOUND: DocumentedRefusal = {
  status: 404,
  when: 'The caller has no such payment.',
  examples: [commercePaymentNotFound()],
};

/** What endpoints refuse that prepare a call for the operator; `when` says what else is a 400, `forbidden` what is a 403. */
export function preparingRefusals(
  when: string,
  forbidden: DocumentedRefusal = COMMERCE_FORBIDDEN,
): readonly DocumentedRefusal[] {
  return [
    {
      status: 400,
      when,
      examples: [notPossibleNow('The escrow holds nothing for this payment')],
    },
    forbidden,
    COMMERCE_NOT_FOUND,
    {
      status: 409,
      when: 'A transaction of the payment was sent and has not ended.',
      examples: [operationInProgress()],
    },
  ];
}

/** What endpoints refuse that send with the operator's key. */
export const SENDING_REFUSALS: readonly DocumentedRefusal[] = [
  {
    status: 400,
    when: 'Another wallet operates the payment, or the escrow would not do it now.',
    examples: [
      operatorIsAnother('0x1111111111111111111111111111111111111111'),
      notPossibleNow('The escrow holds nothing for this payment'),
      refusedByEscrow('not_approved'),
    ],
  },
  COMMERCE_REFUSED,
  COMMERCE_NOT_FOUND,
  {
    status: 409,
    when: 'Another transaction of the payment was sent and has not ended.',
    examples: [operationInProgress()],
  },
  {
    status: 429,
    when: 'What may be sent for the account today is used up.',
    examples: [relayBudgetUsed(3_600)],
  },
];

/** A call as the wire has it. */
export function shownCall(
  { requestId, operatorAddress }: Pick<CommercePayment, 'requestId' | 'operatorAddress'>,
  { to, data, valueUnits }: Call,
  description: string,
) {
  const value = String(valueUnits);
  return { requestId, calldata: data, data, to, value, operator: operatorAddress, description };
}
