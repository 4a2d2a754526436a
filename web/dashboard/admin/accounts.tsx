import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { accountsQuery } from './queries.ts';
import { readAccountSearch } from './search.ts';

const messages = adminMessages.accounts;
const route = getRouteApi('/admin');

/** The accounts of the installation, newest first. */
export function Accounts(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <List />
    </AdminPage>
  );
}

function List(): ReactElement {
  const query = route.useSearch();
  const { search, cursor } = query;
  const accounts = useQuery(accountsQuery(query));
  return (
    <>
      <Search key={search} search={search ?? ''} />
      <Card>
        <AdminLoaded of={accounts}>
          {({ accounts: rows, nextCursor }) => (
            <>
              {rows.length === 0 && <Empty title={messages.empty} text={messages.emptyText} />}
              <ul>
                {rows.map((account) => (
                  <Row key={account.id} account={account} />
                ))}
              </ul>
              <Pager cursor={cursor} nextCursor={nextCursor}>
                {(to, label) => (
                  <Link
                    key={label}
                    to="/admin"
                    search={readAccountSearch({ search, cursor: to })}
                    className={buttonStyle('secondary')}
                  >
                    {label}
                  </Link>
                )}
              </Pager>
            </>
          )}
        </AdminLoaded>
      </Card>
    </>
  );
}

function Row({
  account,
}: {
  readonly account: components['schemas']['AccountSummary'];
}): ReactElement {
  const { id, name, members, createdAt, blockedAt } = account;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {plainText(name)}
          {blockedAt !== null && <Badge kind="stop">{messages.blocked}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {messages.members(members)} · {messages.opened} <Time at={createdAt} />
        </p>
        <p className="font-mono text-sm text-muted wrap-anywhere">{id}</p>
      </div>
      <Link
        to="/admin/accounts/$accountId"
        params={{ accountId: id }}
        aria-label={`${messages.open} ${plainText(name)}`}
        className={buttonStyle('secondary')}
      >
        {messages.open}
      </Link>
    </li>
  );
}

function Search({ search }: { readonly search: string }): ReactElement {
  const navigate = route.useNavigate();
  const [written, setWritten] = useState(search);
  const show = (text: string) => void navigate({ search: readAccountSearch({ search: text }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(written.trim());
  };
  return (
    <form onSubmit={submit} className="grid max-w-2xl gap-3">
      <TextField
        label={messages.search}
        hint={messages.searchHint}
        type="search"
        spellCheck={false}
        value={written}
        onText={setWritten}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{messages.apply}</Button>
        {search !== '' && <Button onClick={() => show('')}>{messages.clear}</Button>}
      </div>
    </form>
  );
}
