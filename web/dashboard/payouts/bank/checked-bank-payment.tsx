import type { ReactElement } from 'react';
import { showAmount } from '../../../ui/amount.ts';
import { plainText } from '../../../ui/plain-text.ts';
import { bankPayoutMessages } from '../../messages/en-bank-payouts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Properties } from '../../ui/page.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Time } from '../../ui/time.tsx';
import type { BankPayment, BankPaymentStep } from './check-bank-payment.ts';
import { writeSafeBatch } from './write-safe-batch.ts';

const messages = bankPayoutMessages.card;

interface Props {
  readonly requestId: string;
  /** The wallet that it was prepared for. */
  readonly payer: string;
  readonly payment: BankPayment;
}

/** What a payment comes to, and its transactions to sign elsewhere. */
export function CheckedBankPayment({ requestId, payer, payment }: Props): ReactElement {
  const { amountUnits, feeUnits, provider, depositAddress, payUntil, steps } = payment;
  const show = amountsIn(payment);
  const save = () =>
    saveText(writeSafeBatch(payment, requestId), {
      name: `payout-${requestId.slice(0, 10)}.json`,
      type: 'application/json',
    });
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">{messages.checked}</h3>
      <Properties
        rows={[
          [messages.amount, show(amountUnits)],
          [messages.fees, show(feeUnits)],
          [messages.total, <strong key="total">{show(amountUnits + feeUnits)}</strong>],
          [messages.provider, plainText(provider)],
          [messages.deposit, <Code key="deposit" text={depositAddress} what={messages.deposit} />],
          [messages.until, <Time key="until" at={payUntil} />],
        ]}
      />
      <p className="text-sm text-muted">{messages.untilText}</p>
      {!payment.hasEnoughBalance && <Notice kind="stop">{messages.lowBalance}</Notice>}
      {!payment.hasEnoughGas && <Notice kind="warn">{messages.lowGas}</Notice>}
      <h3 className="font-semibold">{messages.sign}</h3>
      <p className="max-w-prose text-muted wrap-anywhere">{messages.signText(payer)}</p>
      <ol className="grid gap-4">
        {steps.map((step, at) => (
          <Step key={`${step.kind} ${step.data}`} step={step} position={at + 1} show={show} />
        ))}
      </ol>
      <Button onClick={save} className="justify-self-start">
        {messages.save}
      </Button>
    </div>
  );
}

type Show = (units: bigint) => string;

const amountsIn =
  ({ asset: { decimals, symbol } }: BankPayment): Show =>
  (units) =>
    `${showAmount(units, decimals)} ${symbol}`;

/** More than this no token has: the allowance has no bound. */
const UNBOUNDED_UNITS = 1n << 128n;

interface StepProps {
  readonly step: BankPaymentStep;
  readonly position: number;
  readonly show: Show;
}

function Step({ step, position, show }: StepProps): ReactElement {
  const { kind, to, data, units, receiver, fee } = step;
  const title = `${position}. ${messages.steps[kind]}`;
  const name = (what: string) => `${what} (${title})`;
  const isAllowance = kind === 'approve' || kind === 'reset';
  const allowed = units > UNBOUNDED_UNITS ? messages.allowedAll : messages.allowed(show(units));
  return (
    <li className="grid gap-2 rounded-lg border border-line p-4">
      <h4 className="font-semibold">{title}</h4>
      <p className="wrap-anywhere">
        {isAllowance ? allowed : show(units)} →{' '}
        <code className="font-mono text-sm">{receiver}</code>
        {fee !== undefined && (
          <>
            {` ${messages.feeBeside(show(fee.units))} `}
            <code className="font-mono text-sm">{fee.receiver}</code>
          </>
        )}
      </p>
      <Properties
        rows={[
          [messages.to, <Code key="to" text={to} what={name(messages.to)} />],
          [messages.value, messages.noCoin],
          [messages.data, <Code key="data" text={data} what={name(messages.data)} short />],
        ]}
      />
    </li>
  );
}
