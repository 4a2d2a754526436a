import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import { payoutMessages } from '../messages/en-payouts.ts';
import { amountText } from '../ui/amount-text.ts';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Notice } from '../ui/notice.tsx';
import { Card, Properties } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { type PayoutDraft, payoutBody } from './draft.ts';
import { useSettled } from './use-settled.ts';

const messages = payoutMessages.form;

/** After so long without a key the API is asked. */
const SETTLED_MS = 500;

/** What a payout comes to by the API, and what it finds against it, before it is created. */
export function PayoutPreview({ draft }: { readonly draft: PayoutDraft }): ReactElement {
  const { creatorWalletAddress, ...row } = payoutBody(draft);
  const body = JSON.stringify({ creatorWalletAddress, rows: [row] });
  const settled = useSettled(body, SETTLED_MS);
  const isWritten = [row.recipient, row.amount, creatorWalletAddress].every((text) => text !== '');
  const { data, error } = useQuery({
    queryKey: ['payout-preview', settled],
    queryFn: () => preview(settled),
    enabled: isWritten && settled === body,
    placeholderData: (before) => before,
  });
  const [checked] = (isWritten && data?.rows) || [];
  const symbol = readCurrencyId(row.currency).symbol;
  return (
    <Card title={messages.preview}>
      <div aria-live="polite" className="grid gap-3">
        {checked === undefined && error === null && (
          <p className="text-muted">{messages.previewWaiting}</p>
        )}
        <Refused error={error} />
        {checked?.problems.map(({ field, message }) => (
          <Notice key={field} kind="stop">
            {message}
          </Notice>
        ))}
        {checked?.warnings.map(({ code, message }) => (
          <Notice key={code} kind="warn">
            {message}
          </Notice>
        ))}
        {checked?.payout && (
          <Properties
            rows={[
              [messages.receives, amountText(checked.payout.amount, symbol)],
              [messages.fees, amountText(checked.payout.fees, symbol)],
              [
                messages.leaves,
                <strong key="total">{amountText(checked.payout.payerTotal, symbol)}</strong>,
              ],
            ]}
          />
        )}
      </div>
    </Card>
  );
}

async function preview(settled: string) {
  return await answerOf(api.POST('/v2/payout-imports/validate', { body: JSON.parse(settled) }));
}
