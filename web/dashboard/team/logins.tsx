import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { teamMessages } from '../messages/en-team.ts';
import { sessionQuery } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { LinkWallet } from './link-wallet.tsx';
import { loginsQuery } from './queries.ts';

const messages = teamMessages.logins;

type OwnLogin = components['schemas']['OwnLogin'];

/** How the person signs in: the wallets and email addresses, linking a wallet and unlinking it. */
export function Logins(): ReactElement {
  const logins = useQuery(loginsQuery);
  const { data: session } = useQuery(sessionQuery);
  const byWallet = session?.kind === 'wallet';
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      <Loaded of={logins}>
        {({ logins: list }) => (
          <>
            <ul>
              {list.map((login) => (
                <Row key={login.id} login={login} canUnlink={byWallet && list.length > 1} />
              ))}
            </ul>
            <LinkWallet
              byWallet={byWallet}
              hasWallet={list.some(({ kind }) => kind === 'wallet')}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Row({
  login,
  canUnlink,
}: {
  readonly login: OwnLogin;
  readonly canUnlink: boolean;
}): ReactElement {
  const { id, kind, walletAddress, email, createdAt, current } = login;
  const unlink = useChange(
    (header) =>
      answerOf(auth.DELETE('/v1/auth/wallets/{id}', { params: { path: { id }, header } })),
    ['logins', 'sessions', 'members'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {messages[kind]} {walletAddress ?? email}
          {current && <Badge kind="good">{messages.current}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {messages.since} <Time at={createdAt} />
        </p>
      </div>
      {kind === 'wallet' && canUnlink && (
        <Confirm
          label={messages.unlink}
          kind="danger"
          title={messages.unlinkTitle}
          text={messages.unlinkText}
          onConfirm={() => unlink.mutateAsync()}
          isBusy={unlink.isPending}
          error={unlink.error}
        />
      )}
    </li>
  );
}
