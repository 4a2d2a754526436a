import type { ReactElement } from 'react';
import type { FeePlan } from '../api/shapes.ts';
import { feeMessages } from '../messages/en-fees.ts';
import { amountText } from '../ui/amount-text.ts';
import { writePercent } from './percent.ts';

const messages = feeMessages.calculator;

const CELL = 'py-2 pr-4 align-top last:pr-0 last:text-right';

/** What is asked for, each fee, and what the payer pays and the recipient receives. */
export function Plan({ plan }: { readonly plan: FeePlan }): ReactElement {
  const { flow, fees, grossAmountUsd, netRecipientAmountUsd, payerTotalAmountUsd } = plan;
  const isPayout = flow === 'pay';
  return (
    <div role="status" className="min-w-0 rounded-lg border border-line bg-soft p-4">
      <h3 className="mb-2 font-semibold">{messages.result}</h3>
      <Total name={isPayout ? messages.sent : messages.asked} amount={grossAmountUsd} />
      {fees.length === 0 ? (
        <p className="border-y border-line py-2 text-muted">{messages.noFees}</p>
      ) : (
        <table className="w-full border-y border-line text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">{messages.columns.name}</th>
              <th scope="col">{messages.columns.bearer}</th>
              <th scope="col">{messages.columns.amount}</th>
            </tr>
          </thead>
          <tbody>
            {fees.map((fee) => (
              <Fee key={`${fee.type} ${fee.feeBearer} ${fee.configSource}`} fee={fee} />
            ))}
          </tbody>
        </table>
      )}
      <Total
        name={isPayout ? messages.youPay : messages.payerPays}
        amount={payerTotalAmountUsd}
        isSum
      />
      <Total
        name={isPayout ? messages.theyReceive : messages.received}
        amount={netRecipientAmountUsd}
        isSum
      />
    </div>
  );
}

function Fee({ fee }: { readonly fee: FeePlan['fees'][number] }): ReactElement {
  const { label, percentageBps, capUsd, fixedAmountUsd, feeBearer, calculatedAmountUsd } = fee;
  const sources: Readonly<Record<string, string>> = messages.sources;
  const terms = [
    ...(percentageBps > 0 ? [messages.share(writePercent(percentageBps))] : []),
    ...(capUsd === null ? [] : [messages.cap(capUsd)]),
    ...(fixedAmountUsd === null || fixedAmountUsd === undefined
      ? []
      : [messages.fixed(fixedAmountUsd)]),
  ];
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${CELL} font-normal`}>
        <span className="font-medium">{label}</span>
        <span className="block text-sm text-muted">{terms.join(', ')}</span>
        <span className="block text-sm text-muted">{sources[fee.configSource]}</span>
      </th>
      <td className={`${CELL} text-sm text-muted`}>{messages.bearers[feeBearer]}</td>
      <td className={`${CELL} tabular-nums`}>
        {feeBearer === 'payer' ? '+' : '−'}
        {amountText(calculatedAmountUsd)}
      </td>
    </tr>
  );
}

interface TotalProps {
  readonly name: string;
  readonly amount: string;
  readonly isSum?: boolean;
}

function Total({ name, amount, isSum = false }: TotalProps): ReactElement {
  return (
    <p className={`flex flex-wrap justify-between gap-x-4 py-2 ${isSum ? 'font-semibold' : ''}`}>
      <span>{name}</span> <span className="tabular-nums">{amountText(amount, 'USD')}</span>
    </p>
  );
}
