import type { ReactElement } from 'react';
import { paymentMessages } from '../messages/en-payment.ts';
import { Card, Properties } from '../ui/page.tsx';
import { type FeesShown, feeRows } from './fee-rows.ts';

const messages = paymentMessages.fees;

/** The fees of a payment; nothing where the request does not know them. */
export function Fees(shown: FeesShown): ReactElement | null {
  const rows = feeRows(shown);
  if (rows === undefined) return null;
  return (
    <Card title={messages.title}>
      {rows.length === 0 && <p className="text-muted">{messages.none}</p>}
      <Properties rows={rows.map(({ key, name, text }) => [name, text, key])} />
    </Card>
  );
}
