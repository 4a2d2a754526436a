import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { heldQuery } from '../api/queries.ts';
import type { HeldPayment } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { useMay } from '../session/rights.ts';
import { amountText } from '../ui/amount-text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Properties } from '../ui/page.tsx';

const messages = paymentMessages.held;

/** Payments of a request that do not count because of who sent them, with the way to let them in. */
export function Held({ requestId }: { readonly requestId: string }): ReactElement | null {
  const held = useQuery(heldQuery).data?.heldPayments ?? [];
  const own = held.filter((payment) => payment.requestId === requestId);
  const mayRelease = useMay('releasePayment');
  if (own.length === 0) return null;
  return (
    <Notice kind="warn">
      <p className="font-semibold">{messages.title}</p>
      <p>{messages.text}</p>
      <ul className="mt-3 grid gap-4">
        {own.map((payment) => (
          <li key={payment.id} className="grid gap-3">
            <Properties
              rows={[
                [
                  messages.amount,
                  amountText(
                    payment.receivedAmount,
                    readCurrencyId(payment.paymentCurrency).symbol,
                  ),
                ],
                [
                  messages.reason,
                  messages.reasons[payment.payerDecision.reasonCode ?? ''] ?? messages.undecided,
                ],
                [messages.transaction, <Code key="hash" text={payment.txHash} what="hash" short />],
              ]}
            />
            {mayRelease && <Release payment={payment} />}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Release({ payment: { id } }: { readonly payment: HeldPayment }): ReactElement {
  const [reason, setReason] = useState('');
  const release = useChange(
    // Releasing again changes nothing, so it takes no key.
    () =>
      answerOf(
        api.POST('/v2/held-payments/{id}/release', {
          params: { path: { id } },
          body: { reason: reason.trim() },
        }),
      ),
    ['held', 'request', 'history'],
  );
  return (
    <div className="grid max-w-lg gap-3">
      <TextField
        label={messages.why}
        hint={messages.whyHint}
        maxLength={500}
        value={reason}
        onText={setReason}
      />
      {reason.trim() !== '' && (
        <div>
          <Confirm
            label={messages.release}
            title={messages.releaseTitle}
            text={messages.releaseText}
            onConfirm={() => release.mutateAsync()}
            isBusy={release.isPending}
            error={release.error}
          />
        </div>
      )}
    </div>
  );
}
