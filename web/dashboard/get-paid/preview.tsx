import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { destinationQuery } from '../api/queries.ts';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { sessionQuery } from '../session/session.ts';
import { useCurrencyOf } from '../ui/currency.ts';
import { Card } from '../ui/page.tsx';
import { type AccessDraft, readWallets } from './access-draft.ts';
import type { LinkDraft } from './draft.ts';

const messages = getPaidMessages.form.preview;

/** What the pay page will show of what is written, while it is written. */
export function Preview({ draft }: { readonly draft: LinkDraft }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const destination = useQuery({ ...destinationQuery, enabled: session?.kind === 'wallet' }).data;
  const currency = useCurrencyOf(destination ?? undefined) ?? '';
  const amount = draft.amount.trim();
  return (
    <Card title={messages.title}>
      <div className="rounded-xl bg-ground p-5">
        <p className="text-sm text-muted">{plainText(draft.reference)}</p>
        <p className="text-2xl font-bold wrap-anywhere">
          {amount === '' ? messages.noAmount : messages.pay(plainText(amount), currency)}
        </p>
        {destination && (
          <p className="mt-3 text-sm wrap-anywhere">
            <span className="text-muted">{messages.to}</span> {destination.walletAddress}
          </p>
        )}
      </div>
      <div className="mt-3 grid gap-1 text-sm empty:hidden">
        {describeAccess(draft.access).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Card>
  );
}

/** Who may pay and what is hidden, where the link says so itself. */
function describeAccess({ payers, wallets, shown }: AccessDraft): readonly string[] {
  const { preview } = getPaidMessages.access;
  const count = readWallets(wallets).length;
  return [
    ...(payers === 'listed' && count > 0 ? [preview.listed(count)] : []),
    ...(shown === 'masked' || shown === 'hidden' ? [preview[shown]] : []),
  ];
}
