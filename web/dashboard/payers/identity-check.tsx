import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { HandedLink } from './handed-link.tsx';
import type { PayerStatus } from './queries.ts';

const messages = payersMessages.payer;

interface Props {
  readonly clientUserId: string;
  readonly payer: PayerStatus;
}

/** The link to the page of the identity provider while something is to be done there, or the way to one that works. */
export function IdentityCheck({ clientUserId, payer }: Props): ReactElement | null {
  const { kycStatus, kycUrl } = payer;
  const renew = useChange(
    // Asked for again it is the same check, so it takes no key.
    () =>
      answerOf(
        api.POST('/v2/payer/{clientUserId}/check-page', { params: { path: { clientUserId } } }),
      ),
    ['payers'],
  );
  if (kycStatus === 'approved' || kycStatus === 'rejected') return null;
  if (kycUrl !== undefined && kycStatus === 'pending') {
    return (
      <Card title={messages.kycLink}>
        <HandedLink url={kycUrl} what={messages.kycWhat} text={messages.kycLinkText} />
      </Card>
    );
  }
  const isRetry = kycStatus === 'retry_required';
  const isUnanswered = renew.isSuccess && renew.data.kycUrl === undefined;
  return (
    <Card title={messages.kycLink}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{isRetry ? messages.retryText : messages.renewText}</p>
        <Button kind="primary" onClick={() => renew.mutate()} busy={renew.isPending}>
          {isRetry ? messages.renewRetry : messages.renew}
        </Button>
        <p role="status" className="empty:hidden">
          {isUnanswered ? messages.unanswered : ''}
        </p>
        <Refused error={renew.error} />
      </div>
    </Card>
  );
}
