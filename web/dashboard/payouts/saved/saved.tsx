import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { savedMessages as messages, payoutMessages } from '../../messages/en-payouts.ts';
import { useMay } from '../../session/rights.ts';
import { amountText } from '../../ui/amount-text.ts';
import { buttonStyle } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Code } from '../../ui/copy.tsx';
import { readCurrencyId } from '../../ui/currency-id.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { Reference } from '../../ui/reference.tsx';
import { PAYOUT_NETWORKS } from '../pay-currencies.ts';
import { PayoutActions, PayoutTabs } from '../section.tsx';
import { type SavedPayout, savedPayoutsQuery } from './queries.ts';

/** The payouts that are kept to be made again. */
export function SavedPayouts(): ReactElement {
  const saved = useQuery(savedPayoutsQuery);
  return (
    <Page title={payoutMessages.title} lead={messages.lead} actions={<PayoutActions />}>
      <PayoutTabs />
      <Card>
        <Loaded of={saved}>
          {({ savedPayouts }) =>
            savedPayouts.length === 0 ? (
              <Empty title={messages.emptyTitle} text={messages.emptyText} />
            ) : (
              <DataTable
                name="saved-payouts"
                label={payoutMessages.tabs.saved}
                columns={COLUMNS}
                rows={savedPayouts}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

const COLUMNS: readonly Column<SavedPayout>[] = [
  {
    id: 'label',
    title: messages.columns.label,
    isMain: true,
    share: 1.4,
    cell: ({ label }) => <span className="font-semibold">{plainText(label)}</span>,
  },
  {
    id: 'amount',
    title: messages.columns.amount,
    share: 1.2,
    cell: ({ amount, currency, network }) => (
      <>
        <span>{amountText(amount, readCurrencyId(currency).symbol)}</span>
        <span className="block text-sm text-muted">
          {payoutMessages.on(PAYOUT_NETWORKS.find(({ id }) => id === network)?.name ?? network)}
        </span>
      </>
    ),
  },
  {
    id: 'recipient',
    title: messages.columns.recipient,
    share: 1.4,
    cell: ({ recipient }) => <Code text={recipient} what={payoutMessages.wallet} short />,
  },
  {
    id: 'reference',
    title: messages.columns.reference,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  {
    id: 'actions',
    title: messages.columns.actions,
    share: 1.6,
    cell: (payout) => <Actions payout={payout} />,
  },
];

function Actions({ payout: { id, label } }: { readonly payout: SavedPayout }): ReactElement | null {
  const mayPay = useMay('removeSavedPayout');
  const remove = useChange(
    (header) =>
      answerOf(api.DELETE('/v2/saved-payouts/{id}', { params: { path: { id }, header } })),
    ['saved-payouts'],
  );
  if (!mayPay) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/payouts/new" search={{ saved: id }} className={buttonStyle('secondary')}>
        {messages.payAgain}
      </Link>
      <Confirm
        label={messages.remove}
        kind="danger"
        title={messages.removeTitle(plainText(label))}
        text={messages.removeText}
        onConfirm={() => remove.mutateAsync()}
        isBusy={remove.isPending}
        error={remove.error}
      />
    </div>
  );
}
