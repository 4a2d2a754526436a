import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactElement } from 'react';
import { linkQuery, requestQuery } from '../api/queries.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { LinkCard } from '../get-paid/link-card.tsx';
import { paymentMessages as messages } from '../messages/en-payment.ts';
import { useMay } from '../session/rights.ts';
import { amountText } from '../ui/amount-text.ts';
import { buttonStyle } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { LaterPart } from '../ui/later-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { PaymentStatus } from '../ui/payment-status.tsx';
import { Lines, PageSkeleton } from '../ui/skeleton.tsx';
import { Details } from './details.tsx';
import { Fees } from './fees.tsx';
import { Held } from './held.tsx';
import { Invalidate } from './invalidate.tsx';
import { Notes } from './notes.tsx';
import { Payments } from './payments.tsx';
import { Timeline } from './timeline.tsx';

/** Few requests are paid out to a bank account, so its code comes with those. */
const BankPayout = lazy(async () => ({
  default: (await import('./bank-payout.tsx')).BankPayout,
}));

const route = getRouteApi('/payments/$requestId');

/** One request with its link, and everything that happened to it; it follows by itself. */
export function Payment(): ReactElement {
  const { requestId } = route.useParams();
  const request = useQuery(requestQuery(requestId));
  const link = useQuery(linkQuery(requestId));
  if (request.error !== null && request.data === undefined) {
    return (
      <Page title={messages.unnamed}>
        <PageError error={request.error} onRetry={() => void request.refetch()} />
        <Link to="/payments" className="font-medium text-accent underline">
          {messages.back}
        </Link>
      </Page>
    );
  }
  if (request.data === undefined || link.isPending) return <PageSkeleton />;
  return <Loaded request={request.data} link={link.data ?? undefined} />;
}

interface LoadedProps {
  readonly request: RequestDetails;
  /** Undefined where the request has none. */
  readonly link: OwnedSecurePayment | undefined;
}

function Loaded({ request, link }: LoadedProps): ReactElement {
  const { requestAmount, invoiceCurrency } = request;
  const title =
    requestAmount === null
      ? messages.unnamed
      : messages.title(amountText(requestAmount, invoiceCurrency ?? ''));
  const status = (
    <PaymentStatus status={request.status} securePaymentStatus={link?.status ?? null} />
  );
  return (
    <Page title={title} lead={status}>
      <Held requestId={request.requestId} />
      {link !== undefined && !request.isCryptoToFiatAvailable && <OfLink link={link} />}
      {request.bankPayout !== undefined && (
        <LaterPart fallback={<Lines />}>
          <BankPayout request={request} link={link} />
        </LaterPart>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Timeline request={request} link={link} />
        <Details request={request} link={link} />
      </div>
      <Payments request={request} />
      <Notes requestId={request.requestId} />
      <Fees request={request} link={link} />
      <Raw value={{ request, link }} />
    </Page>
  );
}

/** The link while it can be paid, and the way to another one where it no longer can. */
function OfLink({ link }: { readonly link: OwnedSecurePayment }): ReactElement | null {
  const mayWithdraw = useMay('invalidateSecurePayment');
  if (link.status === 'pending') {
    return (
      <Card title={messages.link.title}>
        <LinkCard url={link.securePaymentUrl}>
          {mayWithdraw && <Invalidate token={link.token} />}
        </LinkCard>
      </Card>
    );
  }
  if (link.status === 'completed') return null;
  return (
    <Notice kind="plain">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {messages.link.ended}
        {mayWithdraw && (
          <Link to="/get-paid/new" className={buttonStyle('secondary')}>
            {messages.link.again}
          </Link>
        )}
      </div>
    </Notice>
  );
}

function Raw({ value }: { readonly value: unknown }): ReactElement {
  const text = JSON.stringify(value, undefined, 2);
  return (
    <details className="rounded-xl border border-line bg-card p-4 sm:p-6">
      <summary className="text-lg font-semibold">{messages.raw.title}</summary>
      <div className="mt-2 flex justify-end">
        <CopyButton text={text} what={messages.raw.what} />
      </div>
      {/* It scrolls, so that it has to be reached by keyboard. */}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg bg-soft p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </details>
  );
}
