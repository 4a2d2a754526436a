import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { tokensOf } from '../../destination/tokens.ts';
import { recurringMessages } from '../../messages/en-payouts.ts';
import { sessionQuery } from '../../session/session.ts';
import { NeedsRole } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Refused } from '../../ui/page-error.tsx';
import { useNow } from '../../ui/time.tsx';
import { PAYOUT_NETWORKS } from '../pay-currencies.ts';

const messages = recurringMessages.form;

type Frequency = (typeof recurringMessages.frequencyOptions)[number][0];

/** What is written in the form of a new recurring payout. */
interface Draft {
  readonly payee: string;
  readonly payer: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: string;
  readonly frequency: Frequency;
  readonly startDate: string;
  readonly totalPayments: string;
  readonly reference: string;
}

/** How long a day takes; the form needs no more exact time. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Creates a recurring payout, which its payer then signs. */
export function NewRecurring(): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const today = new Date(useNow(DAY_MS)).toISOString().slice(0, 10);
  const [written, setWritten] = useState<Partial<Draft>>({});
  const network = written.network ?? PAYOUT_NETWORKS[0]?.id ?? '';
  const draft: Draft = {
    payee: '',
    payer: session?.walletAddress ?? '',
    network,
    currency: tokensOf(network)[0]?.id ?? '',
    amount: '',
    frequency: 'MONTHLY',
    startDate: today,
    totalPayments: '12',
    reference: '',
    ...written,
  };
  const create = useChange((header) => createRecurring(draft, header), ['recurring-payouts']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await create.mutateAsync();
    if ('id' in made) {
      await navigate({ to: '/payouts/recurring/$recurringId', params: { recurringId: made.id } });
    }
  };
  return (
    <Page title={recurringMessages.create} lead={messages.lead}>
      <NeedsRole to="createPayout">
        <Card>
          <form
            onSubmit={(event) => void submit(event).catch(() => undefined)}
            className="grid max-w-3xl gap-4"
          >
            <Fields
              draft={draft}
              today={today}
              onDraft={(change) => setWritten({ ...written, ...change })}
              error={create.error}
            />
            <Refused error={create.error} />
            <Button
              kind="primary"
              type="submit"
              busy={create.isPending}
              className="justify-self-start"
            >
              {messages.submit}
            </Button>
          </form>
        </Card>
      </NeedsRole>
    </Page>
  );
}

async function createRecurring(draft: Draft, header: { readonly 'Idempotency-Key': string }) {
  const { currency, frequency, startDate, totalPayments, reference } = draft;
  return await answerOf(
    api.POST('/v2/payouts', {
      params: { header },
      body: {
        payee: draft.payee.trim(),
        amount: draft.amount.trim(),
        invoiceCurrency: currency,
        paymentCurrency: currency,
        ...(reference.trim() !== '' && { reference: reference.trim() }),
        recurrence: {
          startDate,
          frequency,
          totalPayments: Number(totalPayments),
          payer: draft.payer.trim(),
        },
      },
    }),
  );
}

interface FieldsProps {
  readonly draft: Draft;
  /** The first day that it may begin on. */
  readonly today: string;
  readonly onDraft: (change: Partial<Draft>) => void;
  readonly error: Error | null;
}

function Fields({ draft, today, onDraft, error }: FieldsProps): ReactElement {
  const tokens = tokensOf(draft.network);
  const symbol = tokens.find(({ id }) => id === draft.currency)?.symbol ?? '';
  const problem = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  const input = (name: keyof Draft, field: string = name) => ({
    value: draft[name],
    onText: (text: string) => onDraft({ [name]: text }),
    problem: problem(field),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <>
      <TextField {...input('payee')} label={messages.recipient} required />
      <TextField
        {...input('payer', 'recurrence.payer')}
        label={messages.payer}
        hint={messages.payerHint}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={messages.network}
          value={draft.network}
          options={PAYOUT_NETWORKS.map(({ id, name }) => [id, name] as const)}
          onText={(network) => onDraft({ network, currency: tokensOf(network)[0]?.id ?? '' })}
        />
        <SelectField
          label={messages.currency}
          value={draft.currency}
          options={tokens.map((token) => [token.id, token.symbol] as const)}
          problem={problem('paymentCurrency')}
          onText={(currency) => onDraft({ currency })}
        />
        <TextField
          {...input('amount')}
          label={messages.amount}
          hint={messages.amountHint(symbol)}
          inputMode="decimal"
          required
        />
        <SelectField
          label={messages.frequency}
          value={draft.frequency}
          options={recurringMessages.frequencyOptions}
          onText={(text) => {
            const found = recurringMessages.frequencyOptions.find(([value]) => value === text);
            if (found !== undefined) onDraft({ frequency: found[0] });
          }}
        />
        <TextField
          {...input('startDate', 'recurrence.startDate')}
          label={messages.start}
          hint={messages.startHint}
          type="date"
          min={today}
          required
        />
        <TextField
          {...input('totalPayments', 'recurrence.totalPayments')}
          label={messages.count}
          hint={messages.countHint}
          type="number"
          min={2}
          max={255}
          required
        />
      </div>
      <TextField
        {...input('reference')}
        label={messages.reference}
        hint={messages.referenceHint}
        maxLength={255}
      />
    </>
  );
}
