import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { messages } from '../messages/en.ts';
import { openAccount } from './account-change.ts';
import { accountsQuery } from './queries.ts';

/** The accounts of who is signed in, where there are several; choosing one opens it on a new document. */
export function AccountSwitch(): ReactElement | null {
  const { data } = useQuery(accountsQuery);
  const change = useMutation({ mutationFn: openAccount });
  const { account, accountFailed, roles } = messages.session;
  const accounts = data?.accounts ?? [];
  const current = accounts.find((one) => one.current);
  if (accounts.length < 2 || current === undefined) return null;
  return (
    <label className="grid gap-1 px-1 text-sm text-muted">
      {account}
      <select
        value={current.accountId}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value)}
        className="min-h-10 w-full rounded-lg border border-field-line bg-card px-2 text-text"
      >
        {accounts.map(({ accountId, name, role }) => (
          <option key={accountId} value={accountId}>
            {plainText(name)} · {roles[role]}
          </option>
        ))}
      </select>
      {change.isError && <span className="text-stop-text">{accountFailed}</span>}
    </label>
  );
}
