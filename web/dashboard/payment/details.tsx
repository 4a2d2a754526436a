import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { amountText } from '../ui/amount-text.ts';
import { Code } from '../ui/copy.tsx';
import { Card, Properties } from '../ui/page.tsx';

const messages = paymentMessages.details;

interface Props {
  readonly request: RequestDetails;
  readonly link: OwnedSecurePayment | undefined;
}

/** Who is paid how much, and under which names. */
export function Details({ request, link }: Props): ReactElement {
  const { requestAmount, invoiceCurrency, paymentCurrency, amountInUsd, reference } = request;
  const amount =
    requestAmount === null ? messages.hidden : amountText(requestAmount, invoiceCurrency ?? '');
  const code = (text: string | null | undefined, what: string) =>
    text === null || text === undefined ? messages.none : <Code text={text} what={what} />;
  return (
    <Card title={messages.title}>
      <Properties
        rows={[
          [
            messages.amount,
            invoiceCurrency === paymentCurrency ? amount : `${amount} (${paymentCurrency ?? ''})`,
          ],
          ...(amountInUsd === null ? [] : [[messages.inUsd, amountText(amountInUsd)] as const]),
          [messages.reference, reference === null ? messages.none : plainText(reference)],
          [messages.payee, code(request.payee, messages.payee)],
          ...(link === undefined
            ? []
            : ([
                [messages.network, networkName(link.network)],
                [messages.destination, code(link.destination?.destinationId, messages.destination)],
                [
                  messages.clientId,
                  link.clientId === null
                    ? messages.noClientId
                    : code(link.clientId, messages.clientId),
                ],
              ] as const)),
          [messages.requestId, code(request.requestId, messages.requestId)],
          [messages.paymentReference, code(request.paymentReference, messages.paymentReference)],
        ]}
      />
    </Card>
  );
}
