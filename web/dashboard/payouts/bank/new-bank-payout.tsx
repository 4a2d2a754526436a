import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { TRUSTED } from '../../../wallet/trusted.generated.ts';
import { ApiError, answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { config } from '../../config.ts';
import { bankPayoutMessages } from '../../messages/en-bank-payouts.ts';
import { ForFinance } from '../../payers/for-finance.tsx';
import { accountsQuery, type BankAccount, payerQuery } from '../../payers/queries.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Refused } from '../../ui/page-error.tsx';

const route = getRouteApi('/payouts/payers/$clientUserId/pay');
const messages = bankPayoutMessages.form;

/** The token that providers take. */
const SYMBOL = 'USDC';

/** Where it can be paid in, by the page's own list; whether a provider takes it there is decided by the API. */
const CURRENCIES = config.networks.flatMap(({ id, name }) =>
  Object.entries(TRUSTED[id]?.tokens ?? {}).flatMap(([currencyId, { symbol }]) =>
    symbol === SYMBOL ? [[currencyId, name] as const] : [],
  ),
);

/** Creates a payout to one of a payer's bank accounts; its own page then shows what to sign. */
export function NewBankPayout(): ReactElement {
  const { clientUserId } = route.useParams();
  return (
    <Page title={messages.title} lead={messages.lead(plainText(clientUserId))}>
      <ForFinance>
        <Ready clientUserId={clientUserId} />
      </ForFinance>
    </Page>
  );
}

/** The form, where there is somebody to pay; else the way to what is missing. */
function Ready({ clientUserId }: { readonly clientUserId: string }): ReactElement {
  const payer = useQuery(payerQuery(clientUserId));
  const accounts = useQuery(accountsQuery(clientUserId));
  return (
    <Loaded of={payer}>
      {({ isCompliant }) => (
        <Loaded of={accounts}>
          {({ paymentDetails }) => {
            const approved = paymentDetails.filter(({ status }) => status === 'approved');
            return isCompliant && approved.length > 0 ? (
              <Form clientUserId={clientUserId} accounts={approved} />
            ) : (
              <Notice kind="warn">
                <p className="mb-3">{messages.notReady}</p>
                <Link
                  to="/payouts/payers/$clientUserId"
                  params={{ clientUserId }}
                  className={buttonStyle('secondary')}
                >
                  {messages.toPayer}
                </Link>
              </Notice>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps {
  readonly clientUserId: string;
  readonly accounts: readonly BankAccount[];
}

function Form({ clientUserId, accounts }: FormProps): ReactElement {
  const navigate = useNavigate();
  const [written, setWritten] = useState<Partial<Draft>>({});
  const draft: Draft = {
    paymentDetailsId: accounts[0]?.id ?? '',
    paymentCurrency: CURRENCIES[0]?.[0] ?? '',
    amount: '',
    reference: '',
    ...written,
  };
  const write = (change: Partial<Draft>) => setWritten({ ...written, ...change });
  const create = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/request', { params: { header }, body: bodyOf({ ...draft, clientUserId }) }),
      ),
    ['requests'],
  );
  const problem = (field: string) =>
    create.error instanceof ApiError ? create.error.fields.get(field) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { requestId } = await create.mutateAsync();
    await navigate({ to: '/payments/$requestId', params: { requestId } });
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Card>
        <form
          className="grid gap-4"
          autoComplete="off"
          onSubmit={(event) => void submit(event).catch(() => undefined)}
        >
          <SelectField
            label={messages.account}
            value={draft.paymentDetailsId}
            options={accounts.map((account) => [account.id, describeAccount(account)] as const)}
            problem={problem('paymentDetailsId')}
            onText={(paymentDetailsId) => write({ paymentDetailsId })}
          />
          <SelectField
            label={messages.network}
            value={draft.paymentCurrency}
            options={CURRENCIES}
            problem={problem('paymentCurrency')}
            onText={(paymentCurrency) => write({ paymentCurrency })}
          />
          <TextField
            label={messages.amount}
            hint={messages.amountHint}
            inputMode="decimal"
            required
            value={draft.amount}
            problem={problem('amount')}
            onText={(amount) => write({ amount })}
          />
          <TextField
            label={`${messages.reference} (${messages.optional})`}
            hint={messages.referenceHint}
            maxLength={255}
            value={draft.reference}
            problem={problem('reference')}
            onText={(reference) => write({ reference })}
          />
          <Refused error={create.error} />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" busy={create.isPending}>
              {messages.submit}
            </Button>
            <Link
              to="/payouts/payers/$clientUserId"
              params={{ clientUserId }}
              className={buttonStyle('secondary')}
            >
              {messages.cancel}
            </Link>
          </div>
        </form>
      </Card>
      <Card title={messages.next}>
        <p className="text-muted">{messages.nextText}</p>
      </Card>
    </div>
  );
}

/** What is written in the form. */
interface Draft {
  readonly paymentDetailsId: string;
  readonly paymentCurrency: string;
  readonly amount: string;
  readonly reference: string;
}

function bodyOf(draft: Draft & { readonly clientUserId: string }) {
  const { amount, reference, paymentCurrency, ...bankAccount } = draft;
  return {
    ...bankAccount,
    isCryptoToFiatAvailable: true,
    amount: amount.trim(),
    paymentCurrency,
    invoiceCurrency: paymentCurrency,
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  };
}

/** How much of an account's number is shown. */
const END_DIGITS = 4;

function describeAccount({ bankName, accountNumber = '', currency }: BankAccount): string {
  const end = accountNumber.replaceAll('*', '').slice(-END_DIGITS);
  return messages.accountText(plainText(bankName), end, currency.toUpperCase());
}
