import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import { destinationQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { sessionQuery } from '../session/session.ts';
import { NeedsRole } from '../ui/allowed.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { useCurrencyOf } from '../ui/currency.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { AS_DESTINATION, accessPolicyOf, isListMissing, listProblems } from './access-draft.ts';
import { AccessFields } from './access-fields.tsx';
import type { LinkDraft } from './draft.ts';
import { LinkCard } from './link-card.tsx';
import { Preview } from './preview.tsx';

const messages = getPaidMessages.form;

const NOTHING: LinkDraft = {
  amount: '',
  reference: '',
  payerIdentifier: '',
  redirectUrl: '',
  access: AS_DESTINATION,
};

/** Creates a link that pays the account's destination, and hands it over. */
export function NewLink(): ReactElement {
  const [draft, setDraft] = useState(NOTHING);
  const create = useChange((header) => createLink(draft, header), ['requests']);
  const again = () => {
    setDraft(NOTHING);
    create.reset();
  };
  if (create.data !== undefined) return <Created {...create.data} onAnother={again} />;
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NeedsRole to="createSecurePayment">
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card>
            <LinkForm
              draft={draft}
              onDraft={setDraft}
              onSubmit={() => create.mutate()}
              isBusy={create.isPending}
              error={create.error}
            />
          </Card>
          <Preview draft={draft} />
        </div>
      </NeedsRole>
    </Page>
  );
}

async function createLink(draft: LinkDraft, header: { readonly 'Idempotency-Key': string }) {
  const { amount, reference, payerIdentifier, redirectUrl } = draft;
  const accessPolicy = accessPolicyOf(draft.access);
  return await answerOf(
    api.POST('/v2/secure-payments', {
      params: { header },
      body: {
        requests: [{ amount: amount.trim() }],
        ...(reference.trim() !== '' && { reference: reference.trim() }),
        ...(payerIdentifier.trim() !== '' && { payerIdentifier: payerIdentifier.trim() }),
        ...(redirectUrl.trim() !== '' && { redirectUrl: redirectUrl.trim() }),
        ...(accessPolicy !== undefined && { accessPolicy }),
      },
    }),
  );
}

interface FormProps {
  readonly draft: LinkDraft;
  readonly onDraft: (draft: LinkDraft) => void;
  readonly onSubmit: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

function LinkForm({ draft, onDraft, onSubmit, isBusy, error }: FormProps): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const destination = useQuery({ ...destinationQuery, enabled: session?.kind === 'wallet' }).data;
  const currency = useCurrencyOf(destination ?? undefined);
  const problem = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  const [isListAsked, setListAsked] = useState(false);
  const input = (name: Exclude<keyof LinkDraft, 'access'>) => ({
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = isListMissing(draft.access);
    setListAsked(isMissing);
    if (!isMissing) onSubmit();
  };
  const { optional } = messages;
  const isMissing = isListAsked && isListMissing(draft.access);
  const refused = error instanceof ApiError ? listProblems(error.fields, draft.access.wallets) : [];
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        {...input('amount')}
        label={messages.amount}
        hint={currency === undefined ? messages.amountUnknown : messages.amountHint(currency)}
        problem={problem('requests.0.amount') ?? problem('amount')}
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <TextField
        {...input('reference')}
        label={`${messages.reference} (${optional})`}
        hint={messages.referenceHint}
        problem={problem('reference')}
        maxLength={255}
        autoComplete="off"
      />
      <TextField
        {...input('payerIdentifier')}
        label={`${messages.payer} (${optional})`}
        hint={messages.payerHint}
        problem={problem('payerIdentifier')}
        maxLength={255}
        autoComplete="off"
      />
      <TextField
        {...input('redirectUrl')}
        label={`${messages.redirect} (${optional})`}
        hint={messages.redirectHint}
        problem={problem('redirectUrl')}
        type="url"
        autoComplete="off"
      />
      <AccessFields
        draft={draft.access}
        onDraft={(access) => onDraft({ ...draft, access })}
        listProblems={isMissing ? [getPaidMessages.access.walletsMissing] : refused}
        screeningProblem={problem('accessPolicy.screeningProvider')}
      />
      {isMissing || refused.length > 0 ? (
        <Notice kind="stop" live>
          {getPaidMessages.access.listRefused}
        </Notice>
      ) : (
        <Refused error={error} />
      )}
      <Button kind="primary" type="submit" busy={isBusy} className="justify-self-start">
        {messages.submit}
      </Button>
    </form>
  );
}

interface CreatedProps {
  readonly securePaymentUrl: string;
  readonly requestIds: readonly string[];
  readonly onAnother: () => void;
}

function Created({ securePaymentUrl, requestIds, onAnother }: CreatedProps): ReactElement {
  const [requestId = ''] = requestIds;
  return (
    <Page title={messages.created}>
      <Card>
        <LinkCard url={securePaymentUrl} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Link to="/payments/$requestId" params={{ requestId }} className={buttonStyle('primary')}>
          {messages.details}
        </Link>
        <Button onClick={onAnother}>{messages.another}</Button>
      </div>
    </Page>
  );
}
