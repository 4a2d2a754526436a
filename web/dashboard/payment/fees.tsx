import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { Card, Properties } from '../ui/page.tsx';

const messages = paymentMessages.fees;

interface Props {
  readonly request: RequestDetails;
  readonly link: OwnedSecurePayment | undefined;
}

/** The fees: as they were agreed, as they were paid, and what of them is missing. */
export function Fees({ request, link }: Props): ReactElement {
  const { fees, outstandingFees = [], skippedFees = [] } = request;
  const rows = [
    ...(link?.feePlan?.fees ?? []).map((fee, i) => ({
      key: `planned ${i}`,
      name: messages.planned,
      text: `${plainText(fee.label)}: ${fee.calculatedAmountUsd} USD, ${messages.by[fee.feeBearer]}`,
    })),
    ...(fees ?? []).map((fee, i) => ({
      key: `paid ${i}`,
      name: messages.paid,
      text: `${plainText(fee.provider)} (${fee.type}): ${fee.amount} ${fee.currency}`,
    })),
    ...outstandingFees.map((fee, i) => ({
      key: `outstanding ${i}`,
      name: messages.outstanding,
      text: `${plainText(fee.label)}: ${fee.amount} ${fee.currency}, ${messages.by[fee.bearer]}`,
    })),
    ...skippedFees.map((fee, i) => ({
      key: `skipped ${i}`,
      name: messages.skipped,
      text: `${fee.type}: ${fee.amount} ${fee.currency}`,
    })),
  ];
  return (
    <Card title={messages.title}>
      {rows.length === 0 && <p className="text-muted">{messages.none}</p>}
      <Properties rows={rows.map(({ key, name, text }) => [name, text, key])} />
    </Card>
  );
}
