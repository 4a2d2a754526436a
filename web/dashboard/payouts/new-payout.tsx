import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import { requestQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { LinkCard } from '../get-paid/link-card.tsx';
import { payoutMessages } from '../messages/en-payouts.ts';
import { sessionQuery } from '../session/session.ts';
import { NeedsRole } from '../ui/allowed.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { PaymentStatus } from '../ui/payment-status.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { type PayoutDraft, payoutBody, readRecipient } from './draft.ts';
import { currenciesOf, PAYOUT_NETWORKS } from './pay-currencies.ts';
import { PayoutPreview } from './payout-preview.tsx';
import { ChooseSaved } from './saved/choose-saved.tsx';
import { draftOf } from './saved/draft-of.ts';
import { savedPayoutsQuery } from './saved/queries.ts';
import { SavePayout } from './saved/save-payout.tsx';
import { WantedDestination } from './wanted-destination.tsx';

const messages = payoutMessages.form;

const route = getRouteApi('/payouts/new');

/** Creates one payout link, and hands it over to be signed; it may begin with what a saved payout says. */
export function NewPayout(): ReactElement {
  const { saved } = route.useSearch();
  const { data, isPending } = useQuery({ ...savedPayoutsQuery, enabled: saved !== undefined });
  if (saved === undefined) return <Writing />;
  if (isPending) return <PageSkeleton />;
  const found = data?.savedPayouts.find(({ id }) => id === saved);
  return <Writing key={saved} saved={saved} initial={found && draftOf(found)} />;
}

interface WritingProps {
  readonly saved?: string;
  readonly initial?: Partial<PayoutDraft> | undefined;
}

function Writing({ saved, initial = {} }: WritingProps): ReactElement {
  const navigate = route.useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const [written, setWritten] = useState(initial);
  const network = written.network ?? PAYOUT_NETWORKS[0]?.id ?? 'mainnet';
  const draft: PayoutDraft = {
    recipient: '',
    network,
    currency: currenciesOf(network)[0]?.id ?? '',
    amount: '',
    creatorWalletAddress: session?.walletAddress ?? '',
    reference: '',
    recipientIdentifier: '',
    ...written,
  };
  const create = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/secure-payments/payouts', { params: { header }, body: payoutBody(draft) }),
      ),
    ['payouts', 'requests'],
  );
  const again = () => {
    setWritten({ network: draft.network, currency: draft.currency });
    create.reset();
  };
  if (create.data !== undefined) {
    return <Created {...create.data} draft={draft} onAnother={again} />;
  }
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NeedsRole to="createPayoutLink">
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card>
            <ChooseSaved
              chosen={saved}
              onChoose={(id) => void navigate({ search: id === undefined ? {} : { saved: id } })}
            />
            <PayoutForm
              draft={draft}
              onDraft={(change) => setWritten({ ...written, ...change })}
              onSubmit={() => create.mutate()}
              isBusy={create.isPending}
              error={create.error}
            />
          </Card>
          <div className="grid gap-6">
            <PayoutPreview draft={draft} />
            <SavePayout draft={draft} />
          </div>
        </div>
      </NeedsRole>
    </Page>
  );
}

interface FormProps {
  readonly draft: PayoutDraft;
  readonly onDraft: (change: Partial<PayoutDraft>) => void;
  readonly onSubmit: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

function PayoutForm({ draft, onDraft, onSubmit, isBusy, error }: FormProps): ReactElement {
  const currencies = currenciesOf(draft.network);
  const symbol = currencies.find(({ id }) => id === draft.currency)?.symbol ?? '';
  const problem = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  const input = (name: keyof PayoutDraft) => ({
    value: draft[name],
    onText: (text: string) => onDraft({ [name]: text }),
    problem: problem(name),
    autoComplete: 'off',
    spellCheck: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        {...input('recipient')}
        onText={(text) => onDraft(readRecipient(text))}
        label={messages.recipient}
        hint={messages.recipientHint}
        required
      />
      <WantedDestination draft={draft} onUse={onDraft} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={messages.network}
          value={draft.network}
          options={PAYOUT_NETWORKS.map(({ id, name }) => [id, name] as const)}
          problem={problem('network')}
          onText={(text) => {
            const network = PAYOUT_NETWORKS.find(({ id }) => id === text)?.id;
            if (network !== undefined) onDraft({ network, currency: sameToken(network, symbol) });
          }}
        />
        <SelectField
          label={messages.currency}
          value={draft.currency}
          options={currencies.map((one) => [one.id, one.symbol] as const)}
          problem={problem('currency')}
          onText={(currency) => onDraft({ currency })}
        />
      </div>
      <TextField
        {...input('amount')}
        label={messages.amount}
        hint={messages.amountHint(symbol)}
        inputMode="decimal"
        required
      />
      <TextField
        {...input('creatorWalletAddress')}
        label={messages.creator}
        hint={messages.creatorHint}
        required
      />
      <TextField
        {...input('reference')}
        label={`${messages.reference} (${messages.optional})`}
        hint={messages.referenceHint}
        maxLength={255}
      />
      <TextField
        {...input('recipientIdentifier')}
        label={`${messages.identifier} (${messages.optional})`}
        hint={messages.identifierHint}
        maxLength={255}
      />
      <Refused error={error} />
      <Button kind="primary" type="submit" busy={isBusy} className="justify-self-start">
        {messages.submit}
      </Button>
    </form>
  );
}

/** The token of the same symbol on another network, or else the first one there. */
function sameToken(network: string, symbol: string): string {
  const currencies = currenciesOf(network);
  return (currencies.find((one) => one.symbol === symbol) ?? currencies[0])?.id ?? '';
}

interface CreatedProps {
  readonly securePaymentUrl: string;
  readonly requestIds: readonly string[];
  readonly draft: PayoutDraft;
  readonly onAnother: () => void;
}

/** The link to sign, and how far its payment is. */
function Created({ securePaymentUrl, requestIds, draft, onAnother }: CreatedProps): ReactElement {
  const [requestId = ''] = requestIds;
  const { data: request } = useQuery(requestQuery(requestId));
  return (
    <Page title={messages.created} lead={messages.createdLead}>
      <Card
        title={payoutMessages.columns.link}
        actions={request !== undefined && <PaymentStatus status={request.status} />}
      >
        <LinkCard url={securePaymentUrl} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Link to="/payments/$requestId" params={{ requestId }} className={buttonStyle('primary')}>
          {messages.details}
        </Link>
        <Button onClick={onAnother}>{messages.another}</Button>
      </div>
      <SavePayout draft={draft} />
    </Page>
  );
}
