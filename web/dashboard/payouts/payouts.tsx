import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { payoutMessages as messages } from '../messages/en-payouts.ts';
import { useMay } from '../session/rights.ts';
import { amountText } from '../ui/amount-text.ts';
import { Badge, type BadgeStyle } from '../ui/badge.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import type { Column } from '../ui/column.ts';
import { Code } from '../ui/copy.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError, Refused } from '../ui/page-error.tsx';
import { Reference } from '../ui/reference.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { Amount } from './amount.tsx';
import { type PayoutLink, payoutsQuery } from './queries.ts';
import { type PayoutSearch, readPayoutSearch } from './search.ts';
import { PayoutActions, PayoutTabs } from './section.tsx';

const route = getRouteApi('/payouts');

/** The payout links of the account; those that wait can be chosen and paid as a bundle. */
export function Payouts(): ReactElement {
  const search = route.useSearch();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    payoutsQuery(search),
  );
  const payouts = useMemo(() => data?.pages.flatMap((page) => page.payouts), [data]);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page title={messages.title} lead={messages.lead} actions={<PayoutActions />}>
      <PayoutTabs />
      <Filters key={JSON.stringify(search)} search={search} />
      <Card>
        {error !== null && payouts === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {payouts === undefined && error === null && <Lines count={8} />}
        {payouts?.length === 0 && (
          <EmptyList texts={messages.empty} isFiltered={isFiltered} clear={<Clear />} />
        )}
        {payouts !== undefined && payouts.length > 0 && (
          <List
            payouts={payouts}
            onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
          />
        )}
      </Card>
    </Page>
  );
}

function Clear(): ReactElement {
  return (
    <Link to="/payouts" search={{}} className={buttonStyle('secondary')}>
      {messages.clear}
    </Link>
  );
}

function Filters({ search }: { readonly search: PayoutSearch }): ReactElement {
  const navigate = route.useNavigate();
  const [status, setStatus] = useState<string>(search.status ?? '');
  const [recipient, setRecipient] = useState(search.recipient ?? '');
  const [reference, setReference] = useState(search.reference ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readPayoutSearch({ status, recipient, reference }) });
  };
  return (
    <form
      aria-label={messages.filters}
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[14rem_1fr_1fr_auto]"
    >
      <SelectField
        label={messages.status.label}
        value={status}
        options={messages.status.options}
        onText={setStatus}
      />
      <TextField
        label={messages.recipient.label}
        placeholder={messages.recipient.hint}
        spellCheck={false}
        value={recipient}
        onText={setRecipient}
      />
      <TextField
        label={messages.reference.label}
        placeholder={messages.reference.hint}
        value={reference}
        onText={setReference}
      />
      <div className="flex gap-2">
        <Button type="submit">{messages.apply}</Button>
        {Object.keys(search).length > 0 && <Clear />}
      </div>
    </form>
  );
}

/** As many as a bundle may have. */
const CHOSEN_MAX = 1_000;

interface ListProps {
  readonly payouts: readonly PayoutLink[];
  readonly onEnd: (() => void) | undefined;
}

function List({ payouts, onEnd }: ListProps): ReactElement {
  const mayBundle = useMay('createMulticallPayout');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(
    () => [
      ...(mayBundle
        ? [
            chooser(chosen, (token, isChosen) =>
              setChosen((before) => {
                const after = new Set(before);
                if (isChosen && after.size < CHOSEN_MAX) after.add(token);
                else after.delete(token);
                return after;
              }),
            ),
          ]
        : []),
      ...COLUMNS,
    ],
    [chosen, mayBundle],
  );
  return (
    <DataTable
      name="payouts"
      label={messages.tabs.payouts}
      columns={columns}
      rows={payouts}
      keyOf={({ token }) => token}
      tools={mayBundle && <Choice chosen={chosen} onClear={() => setChosen(new Set())} />}
      onEnd={onEnd}
    />
  );
}

interface ChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** What can be done with the payouts that are chosen. */
function Choice({ chosen, onClear }: ChoiceProps): ReactElement {
  const navigate = useNavigate();
  const bundle = useChange(
    (header, childTokens: string[]) =>
      answerOf(
        api.POST('/v2/secure-payments/multicall-payouts', {
          params: { header },
          body: { childTokens },
        }),
      ),
    ['bundles'],
  );
  const create = async () => {
    const { token } = await bundle.mutateAsync([...chosen]);
    await navigate({ to: '/payouts/bundles/$token', params: { token } });
  };
  if (chosen.size === 0) return <p className="text-sm text-muted">{messages.chooseHint}</p>;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span aria-live="polite" className="font-medium">
          {messages.chosen(chosen.size)}
        </span>
        <Button
          kind="primary"
          busy={bundle.isPending}
          disabled={chosen.size < 2}
          onClick={() => void create().catch(() => undefined)}
        >
          {messages.bundle}
        </Button>
        <Button kind="quiet" onClick={onClear}>
          {messages.clearChoice}
        </Button>
      </div>
      <Refused error={bundle.error} />
    </div>
  );
}

function chooser(
  chosen: ReadonlySet<string>,
  onChoose: (token: string, isChosen: boolean) => void,
): Column<PayoutLink> {
  return {
    id: 'select',
    title: messages.columns.select,
    share: 0.6,
    cell: ({ token, status, paymentType, payments }) =>
      status === 'pending' && paymentType === 'single' && payments[0]?.paidAmount === '0' ? (
        <label className="-m-2 inline-flex size-11 items-center justify-center">
          <input
            type="checkbox"
            aria-label={messages.choose(
              `${amountText(payments[0].amount)} ${payments[0].recipient}`,
            )}
            checked={chosen.has(token)}
            onChange={(event) => onChoose(token, event.target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      ) : null,
  };
}

const COLUMNS: readonly Column<PayoutLink>[] = [
  {
    id: 'amount',
    title: messages.columns.amount,
    isMain: true,
    share: 1.3,
    cell: (one) => <Paid {...one} />,
  },
  {
    id: 'recipient',
    title: messages.columns.recipient,
    share: 1.6,
    cell: ({ payments }) =>
      payments.length === 1 ? (
        <Code text={payments[0]?.recipient ?? ''} what={messages.wallet} short />
      ) : (
        messages.several(payments.length)
      ),
  },
  {
    id: 'reference',
    title: messages.columns.reference,
    share: 1.4,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  { id: 'status', title: messages.columns.status, share: 2, cell: (one) => <Status {...one} /> },
  {
    id: 'created',
    title: messages.columns.created,
    share: 1.2,
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
  {
    id: 'link',
    title: messages.columns.link,
    share: 0.8,
    cell: ({ status, securePaymentUrl }) =>
      status === 'pending' ? (
        <a
          href={securePaymentUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center font-medium text-accent underline"
        >
          {messages.open}
        </a>
      ) : null,
  },
];

function Paid({ payments }: PayoutLink): ReactElement | null {
  const [first] = payments;
  if (first === undefined) return null;
  return (
    <Link
      to="/payments/$requestId"
      params={{ requestId: first.requestId }}
      className="inline-block text-accent underline"
    >
      <Amount {...first} />
    </Link>
  );
}

const BADGES: Readonly<Record<keyof typeof messages.statuses, BadgeStyle>> = {
  pending: 'plain',
  seen: 'warn',
  completed: 'good',
  expired: 'stop',
  invalidated: 'stop',
  compliance_failed: 'stop',
};

function Status({ status, payments }: PayoutLink): ReactElement {
  const isSeen = status === 'pending' && payments.some((one) => one.isSeen);
  const shown = isSeen ? 'seen' : status;
  return <Badge kind={BADGES[shown]}>{messages.statuses[shown]}</Badge>;
}
