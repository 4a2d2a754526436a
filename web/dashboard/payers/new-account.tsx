import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { RefusedFields } from '../ui/refused-fields.tsx';
import {
  type AccountDraft,
  accountBody,
  currencyOf,
  hasAccountType,
  NO_ACCOUNT,
} from './account-draft.ts';
import { KNOWN_CURRENCIES, type NumberName, numbersFor } from './account-fields.ts';
import { countryHint } from './country-hint.ts';
import { ForFinance } from './for-finance.tsx';
import { Group } from './group.tsx';

const route = getRouteApi('/payouts/payers/$clientUserId/new-account');
const { accountForm: messages, form: payerForm, types } = payersMessages;

/** Adds a bank account of a payer, with the numbers that its currency and rails need. */
export function NewAccount(): ReactElement {
  const { clientUserId } = route.useParams();
  return (
    <Page title={messages.title} lead={messages.lead(plainText(clientUserId))}>
      <ForFinance>
        <Form clientUserId={clientUserId} />
      </ForFinance>
    </Page>
  );
}

function Form({ clientUserId }: { readonly clientUserId: string }): ReactElement {
  const [draft, setDraft] = useState(NO_ACCOUNT);
  const navigate = useNavigate();
  const payer = { to: '/payouts/payers/$clientUserId', params: { clientUserId } } as const;
  const add = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/payer/{clientUserId}/payment-details', {
          params: { path: { clientUserId }, header },
          body: accountBody(draft),
        }),
      ),
    ['payers'],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await add.mutateAsync();
    await navigate(payer);
  };
  const form = formOf(draft, setDraft, add.error);
  return (
    <Card>
      <form
        className="grid gap-8"
        autoComplete="off"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Bank {...form} />
        <Owner {...form} />
        <div className="grid gap-3">
          <RefusedFields error={add.error} />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" busy={add.isPending}>
              {messages.submit}
            </Button>
            <Link {...payer} className={buttonStyle('secondary')}>
              {messages.cancel}
            </Link>
          </div>
        </div>
      </form>
    </Card>
  );
}

type TextName = Exclude<
  keyof AccountDraft,
  'beneficiaryType' | 'knownCurrency' | 'rails' | 'accountType' | 'numbers'
>;

type FormParts = ReturnType<typeof formOf>;

/** A draft with how it changes, and what every field has: its value, and what the API says is wrong with it. */
function formOf(draft: AccountDraft, onDraft: (draft: AccountDraft) => void, error: Error | null) {
  const change = (more: Partial<AccountDraft>) => onDraft({ ...draft, ...more });
  const problemOf = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  const input = (name: TextName) => ({
    value: draft[name],
    onText: (text: string) => change({ [name]: text }),
    problem: problemOf(name),
    autoComplete: 'off',
    spellCheck: false,
  });
  return { draft, change, problemOf, input };
}

function Bank({ draft, change, problemOf, input }: FormParts): ReactElement {
  const { needed, oneOf } = numbersFor(draft.rails, currencyOf(draft));
  const number = (name: NumberName, isNeeded: boolean) => (
    <TextField
      key={name}
      label={messages.numbers[name]}
      hint={messages.hints[name]}
      value={draft.numbers[name] ?? ''}
      onText={(text) => change({ numbers: { ...draft.numbers, [name]: text } })}
      problem={problemOf(name)}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      required={isNeeded}
    />
  );
  return (
    <Group title={messages.bank}>
      <SelectField
        label={messages.currency}
        value={draft.knownCurrency}
        options={[...KNOWN_CURRENCIES.map((one) => [one, one] as const), ['', messages.other]]}
        problem={problemOf('currency')}
        onText={(knownCurrency) => change({ knownCurrency })}
      />
      <SelectField
        label={messages.rails}
        value={draft.rails}
        options={messages.railsOptions}
        problem={problemOf('rails')}
        onText={(text) => {
          const rails = messages.railsOptions.find(([one]) => one === text)?.[0];
          if (rails !== undefined) change({ rails });
        }}
      />
      {draft.knownCurrency === '' && (
        <TextField
          {...input('otherCurrency')}
          label={messages.otherCurrency}
          hint={messages.otherCurrencyHint}
          problem={problemOf('currency')}
          maxLength={3}
          required
        />
      )}
      <TextField {...input('bankName')} label={messages.bankName} required />
      {needed.map((name) => number(name, true))}
      {oneOf.length > 0 && (
        <p className="text-sm text-muted sm:col-span-2">
          {needed.length > 0 ? messages.ibanOrNumber : messages.oneOf}
        </p>
      )}
      {oneOf.map((name) => number(name, false))}
      {hasAccountType(draft) && (
        <SelectField
          label={messages.accountType}
          value={draft.accountType}
          options={messages.accountTypes}
          problem={problemOf('accountType')}
          onText={(text) => {
            const accountType = messages.accountTypes.find(([one]) => one === text)?.[0];
            if (accountType !== undefined) change({ accountType });
          }}
        />
      )}
    </Group>
  );
}

function Owner({ draft, change, input }: FormParts): ReactElement {
  return (
    <Group title={messages.owner}>
      <TextField
        {...input('accountName')}
        label={messages.accountName}
        hint={messages.accountNameHint}
        required
      />
      <SelectField
        label={messages.type}
        value={draft.beneficiaryType}
        options={[
          ['individual', types.individual],
          ['business', types.business],
        ]}
        onText={(type) =>
          change({ beneficiaryType: type === 'business' ? 'business' : 'individual' })
        }
      />
      <TextField {...input('addressLine1')} label={payerForm.addressLine1} required />
      <TextField
        {...input('addressLine2')}
        label={`${payerForm.addressLine2} (${payerForm.optional})`}
      />
      <TextField {...input('postalCode')} label={payerForm.postcode} required />
      <TextField {...input('city')} label={payerForm.city} required />
      <TextField {...input('state')} label={`${payerForm.state} (${payerForm.optional})`} />
      <TextField
        {...input('country')}
        label={payerForm.country}
        hint={countryHint(draft.country, payerForm.countryHint)}
        maxLength={2}
        required
      />
      <TextField
        {...input('dateOfBirth')}
        label={payerForm.dateOfBirth}
        hint={draft.beneficiaryType === 'business' ? payerForm.representative : undefined}
        type="date"
        required
      />
    </Group>
  );
}
