import type { ReactElement } from 'react';
import type { RequestDetails } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { amountText } from '../ui/amount-text.ts';
import { Code } from '../ui/copy.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Card, Properties } from '../ui/page.tsx';
import { Receipt } from './receipt.tsx';

const messages = paymentMessages.payments;

/** Each transfer that was counted, with what identifies it on its network. */
export function Payments({ request }: { readonly request: RequestDetails }): ReactElement {
  const { payments } = request;
  return (
    <Card title={messages.title}>
      {payments.length === 0 && <p className="text-muted">{messages.empty}</p>}
      <ul className="grid gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="border-b border-line pb-4 last:border-0 last:pb-0">
            <Properties
              rows={[
                [
                  messages.amount,
                  `${amountText(payment.amount, readCurrencyId(payment.paymentCurrency).symbol)} · ${networkName(payment.destinationNetwork)}`,
                ],
                [messages.from, codeOf(payment.payerAddress, messages.from)],
                [messages.transaction, codeOf(payment.destinationTxHash, messages.transaction)],
              ]}
            />
            <Receipt paymentId={payment.id} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function codeOf(text: string | null, what: string) {
  return text === null ? paymentMessages.details.none : <Code text={text} what={what} />;
}
