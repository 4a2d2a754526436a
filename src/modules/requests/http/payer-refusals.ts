import { type FieldIssue, refuseFields } from '#kit/failure.ts';
import { PARTY_REFUSALS } from '#modules/compliance/index.ts';
import { TOO_MANY_ROUTES } from '#modules/crosschain/index.ts';
import { fieldsNotPublic } from '../check-creator.ts';
import { bankAccountNotAllowed, notApproved, payerNotCompliant } from '../model/bank-calldata.ts';
import { linkNotPayable, paidByLinkOnly, requestPaid } from '../model/payable-alone.ts';
import { paymentIntentNotAvailable } from '../model/signed-payment.ts';
import { REQUEST_NOT_FOUND } from './request-shapes.ts';

const refused = (field: string, message: string, code?: string) => {
  const issues: FieldIssue[] = [{ field, message }];
  return refuseFields(issues, code);
};

/** What both reads for a payer refuse. */
export const payerRefusals = [
  {
    status: 400,
    when: 'The query does not fit the request, or names what is not built yet. Of a source without a route: the codes of `/v2/secure-payments/{token}/pay`.',
    examples: [
      refused('amount', 'amount must be greater than 0', 'invalid_amount'),
      refused('feeAddress', 'feeAddress is required when feePercentage is set'),
      paymentIntentNotAvailable('Only payments in a token are signed'),
    ],
  },
  {
    status: 403,
    when: 'The link of the request is over, or lets only some wallets pay or see it; a public client ID names a fee; the payer or payee was rejected by a screening, or could not be screened now; or its money goes to a bank account that is another one or not approved, or of a payer who is not compliant.',
    examples: [
      linkNotPayable(),
      paidByLinkOnly(),
      fieldsNotPublic(['feePercentage', 'feeAddress']),
      PARTY_REFUSALS.payer('wallet'),
      bankAccountNotAllowed(),
      payerNotCompliant(),
      notApproved(),
    ],
  },
  REQUEST_NOT_FOUND,
  { status: 409, when: 'It has been paid.', examples: [requestPaid()] },
  TOO_MANY_ROUTES,
] as const;
