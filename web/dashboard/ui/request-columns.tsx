import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { RequestSummary } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { tableMessages as messages } from '../messages/en-table.ts';
import { amountText } from './amount-text.ts';
import type { Column } from './column.ts';
import { Code } from './copy.tsx';
import { readCurrencyId } from './currency-id.ts';
import { PaymentStatus } from './payment-status.tsx';
import { Reference } from './reference.tsx';
import { Time } from './time.tsx';

/** What a request is shown by in every list of them. */
export const REQUEST_COLUMNS = [
  {
    id: 'amount',
    title: messages.titles.amount,
    isMain: true,
    share: 1.3,
    cell: (request) => <Amount request={request} />,
  },
  {
    id: 'reference',
    title: messages.titles.reference,
    share: 1.4,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  {
    id: 'status',
    title: messages.titles.status,
    share: 1.7,
    cell: (request) => <PaymentStatus {...request} />,
  },
  {
    id: 'payer',
    title: messages.titles.payer,
    share: 1.4,
    cell: ({ payer }) => <Address text={payer} none={messages.nobody} what={messages.payer} />,
  },
  {
    id: 'payee',
    title: messages.titles.payee,
    share: 1.4,
    isOptional: true,
    cell: ({ payee }) => <Address text={payee} none={messages.hiddenPayee} what={messages.payee} />,
  },
  {
    id: 'transaction',
    title: messages.titles.transaction,
    share: 1.4,
    isOptional: true,
    cell: ({ txHash }) => (
      <Address text={txHash} none={messages.noTransaction} what={messages.transaction} />
    ),
  },
  {
    id: 'clientId',
    title: messages.titles.clientId,
    share: 1.4,
    isOptional: true,
    cell: ({ clientId }) => (
      <Address text={clientId} none={messages.noClientId} what={messages.clientId} />
    ),
  },
  {
    id: 'created',
    title: messages.titles.created,
    share: 1.3,
    cell: ({ createdAt }) =>
      createdAt === null ? null : (
        <span className="text-muted">
          <Time at={createdAt} />
        </span>
      ),
  },
] as const satisfies readonly Column<RequestSummary>[];

/** How much was asked for and where; the way to the payment. */
function Amount({ request }: { readonly request: RequestSummary }): ReactElement {
  const { requestId, amount, paymentCurrency } = request;
  const currency = readCurrencyId(paymentCurrency);
  return (
    <>
      <Link
        to="/payments/$requestId"
        params={{ requestId }}
        className="inline-flex min-h-6 items-center font-semibold text-accent underline"
      >
        {amount === null ? messages.hidden : amountText(amount, currency.symbol)}
      </Link>
      {currency.network !== undefined && (
        <span className="block text-sm text-muted">
          {messages.on(networkName(currency.network))}
        </span>
      )}
    </>
  );
}

/** An address, a hash or an id by its two ends; where there is none, what that means. */
function Address({
  text,
  none,
  what,
}: {
  readonly text: string | null;
  readonly none: string;
  readonly what: string;
}): ReactElement {
  if (text === null) return <span className="text-muted">{none}</span>;
  return <Code text={text} what={what} short />;
}
