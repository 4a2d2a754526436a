import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { RequestSummary } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { tableMessages as messages } from '../messages/en-table.ts';
import { Code } from './copy.tsx';
import { readCurrencyId } from './currency-id.ts';
import { PaymentStatus } from './payment-status.tsx';
import { Time } from './time.tsx';

/** Requests as rows; on a phone each is a card of its own. */
export function RequestTable({
  requests,
}: {
  readonly requests: readonly RequestSummary[];
}): ReactElement {
  return (
    <table className="w-full text-left max-sm:block">
      <thead className="border-b border-line text-sm text-muted max-sm:sr-only">
        <tr>
          {messages.columns.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 font-medium last:pr-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {requests.map((request) => (
          <Row key={request.requestId} request={request} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'py-3 pr-4 align-top last:pr-0 max-sm:block max-sm:p-0';

function Row({ request }: { readonly request: RequestSummary }): ReactElement {
  const { requestId, amount, paymentCurrency, reference, createdAt, payer } = request;
  const currency = readCurrencyId(paymentCurrency);
  return (
    <tr className="border-b border-line last:border-0 max-sm:grid max-sm:gap-1 max-sm:py-3">
      <td className={`${CELL} sm:min-w-32`}>
        <Link
          to="/payments/$requestId"
          params={{ requestId }}
          className="inline-flex min-h-6 items-center font-semibold text-accent underline"
        >
          {amount === null ? messages.hidden : `${amount} ${currency.symbol}`}
        </Link>
        {currency.network !== undefined && (
          <span className="block text-sm text-muted">
            {messages.on(networkName(currency.network))}
          </span>
        )}
      </td>
      <td className={`${CELL} max-w-64 wrap-anywhere`}>
        {reference === null ? (
          <span className="text-muted">{messages.noReference}</span>
        ) : (
          plainText(reference)
        )}
      </td>
      <td className={CELL}>
        <PaymentStatus {...request} />
      </td>
      <td className={CELL}>
        {payer === null ? (
          <span className="whitespace-nowrap text-muted max-sm:hidden">{messages.nobody}</span>
        ) : (
          <Code text={payer} what={messages.payer} short />
        )}
      </td>
      <td className={`${CELL} text-muted`}>{createdAt !== null && <Time at={createdAt} />}</td>
    </tr>
  );
}
