import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { RefusedFields } from '../ui/refused-fields.tsx';
import { countryHint } from './country-hint.ts';
import { ForFinance } from './for-finance.tsx';
import { Group } from './group.tsx';
import { NO_PAYER, type PayerDraft, payerBody } from './payer-draft.ts';

const messages = payersMessages.form;

/** Names a payer, and leads to what is to be handed over. */
export function NewPayer(): ReactElement {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <ForFinance>
        <Form />
      </ForFinance>
    </Page>
  );
}

function Form(): ReactElement {
  const [draft, setDraft] = useState(NO_PAYER);
  const navigate = useNavigate();
  const body = payerBody(draft);
  // The same payer again is the one that is there, so the call takes no key.
  const create = useChange(() => answerOf(api.POST('/v2/payer', { body })), ['payers']);
  // Naming a payer again describes somebody who is there as another person, which nobody means by "new".
  const find = useMutation({ mutationFn: () => isNamed(body.clientUserId) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await find.mutateAsync()) return;
    await create.mutateAsync();
    const { clientUserId } = body;
    await navigate({ to: '/payouts/payers/$clientUserId', params: { clientUserId } });
  };
  const change = (next: PayerDraft) => {
    if (next.clientUserId !== draft.clientUserId) find.reset();
    setDraft(next);
  };
  const error = create.error ?? find.error;
  const input = inputsOf(draft, change, error);
  return (
    <Card>
      <form
        className="grid gap-8"
        autoComplete="off"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Who draft={draft} onDraft={change} input={input} />
        <Group title={messages.address}>
          <TextField {...input('addressLine1')} required />
          <TextField {...input('addressLine2', true)} />
          <TextField {...input('postcode')} required />
          <TextField {...input('city')} required />
          <TextField {...input('state')} required />
          <Country {...input('country')} />
        </Group>
        <Group title={messages.reach}>
          <TextField {...input('email')} type="email" required />
          <TextField {...input('phone')} hint={messages.phoneHint} type="tel" required />
        </Group>
        <Group title={messages.more}>
          <TextField {...input('sourceOfFunds', true)} />
          <TextField {...input('businessActivity', true)} />
        </Group>
        <div className="grid gap-3">
          {find.data === true && <Taken clientUserId={body.clientUserId} />}
          <RefusedFields error={error} />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" busy={find.isPending || create.isPending}>
              {messages.submit}
            </Button>
            <Link to="/payouts/payers" search={{}} className={buttonStyle('secondary')}>
              {payersMessages.payer.back}
            </Link>
          </div>
        </div>
      </form>
    </Card>
  );
}

/** Whether the account has a payer of this id. */
async function isNamed(clientUserId: string): Promise<boolean> {
  try {
    await answerOf(api.GET('/v2/payer/{clientUserId}', { params: { path: { clientUserId } } }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

function Taken({ clientUserId }: { readonly clientUserId: string }): ReactElement {
  return (
    <Notice kind="stop" live>
      <p>{messages.taken}</p>
      <Link
        to="/payouts/payers/$clientUserId"
        params={{ clientUserId }}
        className="inline-block min-h-6 font-medium underline"
      >
        {messages.openTaken}
      </Link>
    </Notice>
  );
}

type TextName = Exclude<keyof PayerDraft, 'beneficiaryType'>;
type Input = ReturnType<typeof inputsOf>;

/** What every field of the form has, by its name at the API. */
function inputsOf(draft: PayerDraft, onDraft: (draft: PayerDraft) => void, error: Error | null) {
  return (name: TextName, isOptional = false) => ({
    label: isOptional ? `${messages[name]} (${messages.optional})` : messages[name],
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
    problem: error instanceof ApiError ? error.fields.get(name) : undefined,
    // What is written is about somebody else than who writes it.
    autoComplete: 'off',
    spellCheck: false,
  });
}

interface WhoProps {
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly input: Input;
}

function Who({ draft, onDraft, input }: WhoProps): ReactElement {
  const isBusiness = draft.beneficiaryType === 'business';
  const person = isBusiness ? { hint: messages.representative } : {};
  return (
    <Group title={messages.who}>
      <TextField
        {...input('clientUserId')}
        hint={messages.clientUserIdHint}
        maxLength={200}
        required
      />
      <SelectField
        label={messages.type}
        value={draft.beneficiaryType}
        options={[
          ['individual', payersMessages.types.individual],
          ['business', payersMessages.types.business],
        ]}
        onText={(type) =>
          onDraft({ ...draft, beneficiaryType: type === 'business' ? 'business' : 'individual' })
        }
      />
      {isBusiness && (
        <div className="sm:col-span-2">
          <TextField {...input('companyName')} required />
        </div>
      )}
      <TextField {...input('firstName')} {...person} required />
      <TextField {...input('lastName')} {...person} required />
      <TextField {...input('dateOfBirth')} hint={messages.dateOfBirthHint} type="date" required />
      <Country {...input('nationality')} />
      <TextField {...input('ssn')} required />
    </Group>
  );
}

function Country(input: ReturnType<Input>): ReactElement {
  return (
    <TextField
      {...input}
      hint={countryHint(input.value, messages.countryHint)}
      maxLength={2}
      required
    />
  );
}
