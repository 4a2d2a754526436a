import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { buttonStyle } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty, Properties } from '../ui/page.tsx';
import { AccountBadge } from './payer-badges.tsx';
import { accountsQuery, type BankAccount } from './queries.ts';

const messages = payersMessages.accounts;

interface Props {
  readonly clientUserId: string;
  readonly isCompliant: boolean;
}

/** The bank accounts of a payer with what was decided about each. */
export function Accounts({ clientUserId, isCompliant }: Props): ReactElement {
  const accounts = useQuery(accountsQuery(clientUserId));
  return (
    <Card
      title={messages.title}
      actions={
        <Link
          to="/payouts/payers/$clientUserId/new-account"
          params={{ clientUserId }}
          className={buttonStyle('secondary')}
        >
          {messages.add}
        </Link>
      }
    >
      <Loaded of={accounts}>
        {({ paymentDetails }) =>
          paymentDetails.length === 0 ? (
            <Empty title={messages.emptyTitle} text={messages.emptyText} />
          ) : (
            <ul>
              {paymentDetails.map((account) => (
                <Account key={account.id} account={account} isCompliant={isCompliant} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

interface AccountProps {
  readonly account: BankAccount;
  readonly isCompliant: boolean;
}

function Account({ account, isCompliant }: AccountProps): ReactElement {
  const { bankName, accountName, currency, rails, status, accountNumber, routingNumber } = account;
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0 last:pb-0">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{plainText(bankName)}</h3>
        <AccountBadge status={status} />
      </div>
      <Properties
        rows={[
          [messages.owner, plainText(accountName)],
          ...(accountNumber === undefined
            ? []
            : [[messages.number, <Masked key="number" text={accountNumber} />] as const]),
          ...(routingNumber === undefined ? [] : [[messages.routing, routingNumber] as const]),
          [messages.currency, currency.toUpperCase()],
          [messages.railsLabel, messages.rails[rails]],
        ]}
      />
      <p className="mt-2 text-sm text-muted empty:hidden">{explain(account, isCompliant)}</p>
    </li>
  );
}

/** How many hidden digits are shown as dots, however many there are. */
const DOTS = 4;

/** The end of a number, behind a few dots. */
function Masked({ text }: { readonly text: string }): ReactElement {
  return (
    <span className="font-mono text-sm">
      <span aria-hidden="true">{'•'.repeat(DOTS)} </span>
      {text.replaceAll('*', '')}
    </span>
  );
}

/** What comes of a bank account that cannot be paid yet, or ever. */
function explain({ status, rejectionMessage }: BankAccount, isCompliant: boolean): string {
  if (status === 'failed') {
    return rejectionMessage === undefined
      ? messages.failed
      : `${plainText(rejectionMessage)} ${messages.failed}`;
  }
  if (status === 'approved') return '';
  return isCompliant ? messages.pendingChecked : messages.pending;
}
