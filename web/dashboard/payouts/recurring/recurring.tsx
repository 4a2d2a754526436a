import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { LinkCard } from '../../get-paid/link-card.tsx';
import { recurringMessages as messages, payoutMessages } from '../../messages/en-payouts.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { amountText } from '../../ui/amount-text.ts';
import { Code } from '../../ui/copy.tsx';
import { readCurrencyId } from '../../ui/currency-id.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Properties } from '../../ui/page.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Amount } from '../amount.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { type RecurringPayout, recurringQuery } from '../queries.ts';
import { RecurringActions } from './recurring-actions.tsx';
import { RecurringStatus } from './recurring-status.tsx';

const route = getRouteApi('/payouts/recurring/$recurringId');

/** One recurring payout: its schedule, its payments, and what can be done with it; it follows by itself. */
export function Recurring(): ReactElement {
  const { recurringId } = route.useParams();
  const { data: payout, error, refetch } = useQuery(recurringQuery(recurringId));
  if (error !== null && payout === undefined) {
    return (
      <Page title={messages.unnamed}>
        <PageError error={error} onRetry={() => void refetch()} />
        <Link to="/payouts/recurring" className="font-medium text-accent underline">
          {payoutMessages.tabs.recurring}
        </Link>
      </Page>
    );
  }
  if (payout === undefined) return <PageSkeleton />;
  const { amount, currency, frequency, status, processedPayments, totalPayments } = payout;
  const each = amountText(amount, readCurrencyId(currency).symbol);
  return (
    <Page
      title={messages.title(each, messages.frequencies[frequency])}
      lead={<RecurringStatus status={status} />}
      actions={
        <Allowed to="updateRecurringPayout">
          <RecurringActions id={recurringId} status={status} />
        </Allowed>
      }
    >
      <Trouble payout={payout} />
      <Card title={messages.columns.paid}>
        <p className="mb-2 font-medium">{messages.of(processedPayments, totalPayments)}</p>
        <ProgressBar label={messages.columns.paid} done={processedPayments} total={totalPayments} />
      </Card>
      {status !== 'completed' && (
        <Card title={status === 'pending' ? messages.page.sign : messages.page.payer}>
          <p className="mb-3 text-muted">
            {status === 'pending' ? messages.page.signText : messages.page.payerText}
          </p>
          <LinkCard url={payout.pageUrl} note={messages.page.note} />
        </Card>
      )}
      <Schedule payout={payout} />
      <Payments payout={payout} />
    </Page>
  );
}

/** What keeps payments from being sent, and what to do about it. */
function Trouble({ payout }: { readonly payout: RecurringPayout }): ReactElement | null {
  const { status, failureCount, failureReason, retryAfter, shortage, isAllowanceLowered } = payout;
  if (status === 'cancelled') {
    return (
      <Notice kind={isAllowanceLowered ? 'plain' : 'warn'}>
        <p className="font-semibold">{messages.stopped}</p>
        <p>{isAllowanceLowered ? messages.lowered : messages.notLowered}</p>
      </Notice>
    );
  }
  if (status === 'completed') return null;
  if (status !== 'paused' && failureCount === 0 && shortage === null) return null;
  return (
    <Notice kind={status === 'paused' ? 'stop' : 'warn'}>
      {failureCount > 0 && <p className="font-semibold">{messages.failed(failureCount)}</p>}
      {failureReason !== null && <p>{plainText(failureReason)}</p>}
      {shortage !== null && <p>{messages.shortages[shortage]}</p>}
      {retryAfter !== null && (
        <p>
          {messages.retry} <Time at={retryAfter} />
        </p>
      )}
      {status === 'paused' && <p className="mt-1">{messages.paused}</p>}
    </Notice>
  );
}

function Schedule({ payout }: { readonly payout: RecurringPayout }): ReactElement {
  const { amount, currency, network, fee, nextPaymentDate, reference } = payout;
  const symbol = readCurrencyId(currency).symbol;
  return (
    <Card title={messages.terms}>
      <Properties
        rows={[
          [messages.recipient, <Code key="payee" text={payout.payee} what={messages.wallet} />],
          [messages.payer, <Code key="payer" text={payout.payer} what={messages.wallet} />],
          [messages.each, <Amount key="each" {...{ amount, currency, network }} />],
          ...(fee === '0' ? [] : [[messages.fee, `${fee} ${symbol}`] as const]),
          [messages.first, <Time key="first" at={payout.startDate} />],
          [
            messages.next,
            nextPaymentDate === null ? messages.none : <Time key="next" at={nextPaymentDate} />,
          ],
          [messages.remaining, String(payout.totalPayments - payout.processedPayments)],
          ...(reference === null ? [] : [[messages.reference, plainText(reference)] as const]),
        ]}
      />
    </Card>
  );
}

function Payments({ payout }: { readonly payout: RecurringPayout }): ReactElement {
  const { payments, paidElsewhere, currency } = payout;
  const symbol = readCurrencyId(currency).symbol;
  return (
    <Card title={messages.payments}>
      {payments.length + paidElsewhere.length === 0 && (
        <p className="text-muted">{messages.noPayments}</p>
      )}
      <ul>
        {payments.map(({ id, amount, timestamp, txHash }) => (
          <PaymentLine key={id} what={amountText(amount, symbol)} at={timestamp} hash={txHash} />
        ))}
        {paidElsewhere.map(({ index, timestamp, txHash }) => (
          <PaymentLine key={index} what={messages.elsewhere} at={timestamp} hash={txHash} />
        ))}
      </ul>
    </Card>
  );
}

function PaymentLine({
  what,
  at,
  hash,
}: {
  readonly what: string;
  readonly at: string;
  readonly hash: string;
}): ReactElement {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-2 last:border-0">
      <span className="font-semibold">{what}</span>
      <Code text={hash} what={payoutMessages.transaction} short />
      <span className="text-muted">
        <Time at={at} />
      </span>
    </li>
  );
}
