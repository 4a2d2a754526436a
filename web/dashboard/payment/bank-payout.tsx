import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { bankPayoutMessages } from '../messages/en-bank-payouts.ts';
import { PrepareBankPayment } from '../payouts/bank/prepare-bank-payment.tsx';
import { SignBankPayment } from '../payouts/bank/sign-bank-payment.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Notice } from '../ui/notice.tsx';
import { Card, Properties } from '../ui/page.tsx';

const messages = bankPayoutMessages.card;

interface Props {
  readonly request: RequestDetails;
  /** The page that it is signed on; undefined without one. */
  readonly link: OwnedSecurePayment | undefined;
}

/** Whose bank account a request is paid out to, and what is to sign or to wait for; nothing for other requests. */
export function BankPayout({ request, link }: Props): ReactElement | null {
  const { bankPayout, requestAmount } = request;
  if (bankPayout === undefined || requestAmount === null) return null;
  const { clientUserId, network, paymentCurrencyId } = bankPayout;
  const { symbol } = readCurrencyId(paymentCurrencyId);
  return (
    <Card title={messages.title}>
      <Properties
        rows={[
          [
            messages.payer,
            <Link
              key="payer"
              to="/payouts/payers/$clientUserId"
              params={{ clientUserId }}
              className="font-medium text-accent underline wrap-anywhere"
            >
              {plainText(clientUserId)}
            </Link>,
          ],
          [messages.paidIn, messages.paidInText(symbol, networkName(network))],
        ]}
      />
      <div className="mt-4">
        {request.status === 'created' && link?.status !== 'expired' ? (
          <div className="grid gap-6">
            <SignBankPayment
              requestId={request.requestId}
              link={link}
              wasPrepared={request.payee !== null}
            />
            <div className="grid gap-3">
              <h3 className="font-semibold">{messages.elsewhere}</h3>
              {link !== undefined && <Notice kind="warn">{messages.hasPage}</Notice>}
              <PrepareBankPayment
                requestId={request.requestId}
                terms={{
                  ...bankPayout,
                  currencyId: paymentCurrencyId,
                  amount: requestAmount,
                  paymentReference: request.paymentReference,
                }}
              />
            </div>
          </div>
        ) : (
          <Stand request={request} link={link} />
        )}
      </div>
    </Card>
  );
}

/** Where the money is, by the API's word. */
function Stand({ request: { status, hasBeenPaid, payments }, link }: Props): ReactElement {
  if (status === 'created') return <Notice kind="stop">{messages.over}</Notice>;
  if (status === 'cancelled' && link?.status === 'invalidated') {
    return <Notice kind="plain">{messages.withdrawn}</Notice>;
  }
  if (status === 'cancelled') return <Notice kind="stop">{messages.returned}</Notice>;
  if (hasBeenPaid) return <Notice kind="good">{messages.done}</Notice>;
  return (
    <Notice kind="plain">{payments.length > 0 ? messages.withProvider : messages.pending}</Notice>
  );
}
