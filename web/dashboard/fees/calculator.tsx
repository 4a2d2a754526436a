import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { clientIdsQuery, linkedClientIdsQuery } from '../api/queries.ts';
import { feeMessages } from '../messages/en-fees.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { DOLLAR_CURRENCIES } from './currencies.ts';
import { Plan } from './plan.tsx';

const messages = feeMessages.calculator;

interface Draft {
  readonly amount: string;
  readonly currency: string;
  readonly flow: 'get_paid' | 'pay';
  /** Empty is the account alone. */
  readonly clientId: string;
}

/** What a payment of an amount would come to, by the API's own preview. */
export function Calculator(): ReactElement {
  const [draft, setDraft] = useState<Draft>({
    amount: '100',
    currency: DOLLAR_CURRENCIES[0]?.[0] ?? '',
    flow: 'get_paid',
    clientId: '',
  });
  // Nothing is created by it, so that it may be repeated.
  const preview = useMutation({
    mutationFn: ({ clientId, amount, currency, flow }: Draft) =>
      answerOf(
        api.POST('/v2/secure-payments/fees/preview', {
          body: { amount: amount.trim(), currency, flow, ...(clientId !== '' && { clientId }) },
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate(draft);
  };
  const { error } = preview;
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <form onSubmit={submit} className="grid gap-3">
          <TextField
            label={messages.amount}
            problem={error instanceof ApiError ? error.fields.get('amount') : undefined}
            inputMode="decimal"
            autoComplete="off"
            required
            maxLength={100}
            value={draft.amount}
            onText={(amount) => setDraft({ ...draft, amount })}
          />
          <SelectField
            label={messages.currency}
            value={draft.currency}
            options={DOLLAR_CURRENCIES}
            onText={(currency) => setDraft({ ...draft, currency })}
          />
          <SelectField
            label={messages.flow}
            value={draft.flow}
            options={[
              ['get_paid', messages.flows.get_paid],
              ['pay', messages.flows.pay],
            ]}
            onText={(flow) => setDraft({ ...draft, flow: flow === 'pay' ? 'pay' : 'get_paid' })}
          />
          <ClientIdField
            value={draft.clientId}
            onText={(clientId) => setDraft({ ...draft, clientId })}
          />
          <Refused error={error} />
          <Button
            type="submit"
            kind="primary"
            busy={preview.isPending}
            className="justify-self-start"
          >
            {messages.submit}
          </Button>
        </form>
        {preview.data !== undefined && <Plan plan={preview.data} />}
      </div>
    </Card>
  );
}

interface ClientIdProps {
  readonly value: string;
  readonly onText: (clientId: string) => void;
}

/** The client IDs of the account, which only the session of a wallet may list, and those that are linked to it. */
function ClientIdField({ value, onText }: ClientIdProps): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const own = useQuery({ ...clientIdsQuery, enabled: session?.kind === 'wallet' }).data ?? [];
  const linked = useQuery(linkedClientIdsQuery).data?.links ?? [];
  const isOwn = new Set(own.map(({ clientId }) => clientId));
  const options = [
    ...own
      .filter(({ status }) => status !== 'revoked')
      .map(({ clientId, label }) => [clientId, plainText(label)] as const),
    ...linked
      .filter(({ clientId }) => !isOwn.has(clientId))
      .map(({ clientId }) => [clientId, messages.linked(clientId)] as const),
  ];
  if (options.length === 0) return null;
  return (
    <SelectField
      label={messages.clientId}
      value={value}
      options={[['', messages.nobody], ...options]}
      onText={onText}
    />
  );
}
