import type { ReactElement } from 'react';
import { answerOf, api } from '../../api/client.ts';
import type { OwnedSecurePayment } from '../../api/shapes.ts';
import { useChange } from '../../api/use-change.ts';
import { bankPayoutMessages } from '../../messages/en-bank-payouts.ts';
import { Invalidate } from '../../payment/invalidate.tsx';
import { useMay } from '../../session/rights.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Refused } from '../../ui/page-error.tsx';

const messages = bankPayoutMessages.sign;

interface Props {
  readonly requestId: string;
  /** The page that it is signed on; undefined before there is one. */
  readonly link: OwnedSecurePayment | undefined;
  /** Whether transactions of it may have been handed over already. */
  readonly wasPrepared: boolean;
}

/** The way to the pay page of a payout to a bank account, which is made where there is none. */
export function SignBankPayment({ requestId, link, wasPrepared }: Props): ReactElement | null {
  const mayMake = useMay('createBankPayoutLink');
  const make = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/request/{requestId}/bank-payout-link', {
          params: { path: { requestId }, header },
        }),
      ),
    ['link', 'request', 'history'],
  );
  if (!mayMake) return null;
  if (link === undefined) {
    return (
      <div className="grid gap-3">
        <h3 className="font-semibold">{messages.title}</h3>
        <p className="max-w-prose text-muted">{messages.text}</p>
        {wasPrepared && <Notice kind="warn">{messages.wasPrepared}</Notice>}
        <Refused error={make.error} />
        <Button
          kind="primary"
          onClick={() => make.mutate()}
          busy={make.isPending}
          className="justify-self-start"
        >
          {messages.make}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{messages.title}</h3>
      <p className="max-w-prose text-muted">{messages.ready}</p>
      <div className="flex flex-wrap gap-2">
        <a
          href={link.securePaymentUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle('primary')}
        >
          {messages.open}
        </a>
        <Invalidate token={link.token} words={messages.withdraw} />
      </div>
    </div>
  );
}
