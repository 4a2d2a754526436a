import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { sessionQuery } from '../session/session.ts';
import { Code } from '../ui/copy.tsx';
import { Card, Empty, Properties } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { Block, Blocked } from './block.tsx';
import { accountQuery } from './queries.ts';
import { RateTiers } from './rate-tiers.tsx';

const messages = adminMessages.account;
const route = getRouteApi('/admin/accounts/$accountId');

/** The account that owns what belongs to Florin itself. */
const OF_FLORIN = /^0+$/;

/** One account of the installation. */
export function Account(): ReactElement {
  const { accountId } = route.useParams();
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <Details accountId={accountId} />
    </AdminPage>
  );
}

function Details({ accountId }: { readonly accountId: string }): ReactElement {
  const account = useQuery(accountQuery(accountId));
  const { data: session } = useQuery(sessionQuery);
  const canBlock = accountId !== session?.accountId && !OF_FLORIN.test(accountId);
  return (
    <>
      <Link
        to="/admin"
        className="inline-flex min-h-11 items-center justify-self-start font-medium text-accent underline"
      >
        {messages.back}
      </Link>
      <AdminLoaded of={account}>
        {({ id, name, createdAt, block, logins }) => (
          <>
            {block !== null && <Blocked id={id} name={plainText(name)} {...block} />}
            <Card title={plainText(name)}>
              <Properties
                rows={[
                  [messages.id, <Code key="id" text={id} what={messages.what} />],
                  [messages.opened, <Time key="opened" at={createdAt} />],
                ]}
              />
            </Card>
            <Card title={messages.logins}>
              <Logins logins={logins} />
            </Card>
            <RateTiers accountId={id} />
            {block === null && canBlock && <Block id={id} name={plainText(name)} />}
          </>
        )}
      </AdminLoaded>
    </>
  );
}

type Login = components['schemas']['LoginOfMember'];

function Logins({ logins }: { readonly logins: readonly Login[] }): ReactElement {
  if (logins.length === 0) return <Empty title={messages.noLogins} text={messages.noLoginsText} />;
  return (
    <ul>
      {logins.map(({ personId, kind, login, role }) => (
        <li
          key={`${personId} ${kind} ${login}`}
          className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0"
        >
          <span className="min-w-0 wrap-anywhere">{plainText(login)}</span>
          <span className="text-muted">{messages.roles[role]}</span>
        </li>
      ))}
    </ul>
  );
}
