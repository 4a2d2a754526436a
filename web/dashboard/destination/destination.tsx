import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { destinationQuery } from '../api/queries.ts';
import type { PayeeDestination } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { config } from '../config.ts';
import { destinationMessages as messages } from '../messages/en-destination.ts';
import { sessionQuery } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { NeedsWallet } from '../ui/needs-wallet.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { PAY_NETWORKS, tokenAt, tokensOf } from './tokens.ts';

/** Where the wallet that signed in is paid, and how that is changed. */
export function Destination(): ReactElement {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NeedsWallet>
        <Own />
      </NeedsWallet>
    </Page>
  );
}

function Own(): ReactElement {
  const destination = useQuery(destinationQuery);
  return (
    <Loaded of={destination}>
      {(current) => (
        <>
          {current === null ? (
            <Card>
              <Empty {...messages.empty} />
            </Card>
          ) : (
            <Current destination={current} />
          )}
          <ChangeForm isFirst={current === null} />
        </>
      )}
    </Loaded>
  );
}

function Current({ destination }: { readonly destination: PayeeDestination }): ReactElement {
  const { destinationId, walletAddress, tokenAddress, chainId, createdAt, accessPolicy } =
    destination;
  const end = useChange(
    (header) =>
      answerOf(
        auth.PATCH('/v1/payee-destination/deactivate', {
          params: { header },
          body: { destinationId },
        }),
      ),
    ['destination'],
  );
  const network = config.networks.find((one) => one.chainId === chainId);
  const token = tokenAt(chainId, tokenAddress)?.symbol ?? messages.unknownToken;
  return (
    <Card>
      <p className="text-lg font-semibold">
        {messages.sentence(token, network?.name ?? messages.network(chainId))}
      </p>
      <p className="mt-1">
        <Code text={walletAddress} what={messages.title} />
      </p>
      <p className="mt-4 text-sm text-muted">{messages.id}</p>
      <Code text={destinationId} what={messages.id} />
      <p className="mt-1 text-sm text-muted">
        {messages.idHint} {messages.registered} <Time at={createdAt} />.
      </p>
      <h2 className="mt-4 font-semibold">{messages.policy.title}</h2>
      <p>{describePolicy(accessPolicy)}</p>
      <div className="mt-4">
        <Confirm
          label={messages.end.label}
          kind="danger"
          title={messages.end.title}
          text={messages.end.text}
          onConfirm={() => end.mutateAsync()}
          isBusy={end.isPending}
          error={end.error}
        />
      </div>
    </Card>
  );
}

function describePolicy(policy: PayeeDestination['accessPolicy']): string {
  if (policy === null) return messages.policy.off;
  const { mode, screeningProvider, hideUntilApproved, hidePayeeAddress } = policy;
  return [
    mode === 'off' ? messages.policy.off : messages.policy.kyt_all_wallets(screeningProvider ?? ''),
    ...(hideUntilApproved ? [messages.policy.hidden] : []),
    ...(hidePayeeAddress ? [messages.policy.masked] : []),
  ].join(' ');
}

function ChangeForm({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const [networkId, setNetwork] = useState(PAY_NETWORKS[0]?.id ?? '');
  const tokens = tokensOf(networkId);
  const [chosen, setToken] = useState('');
  const token = tokens.find(({ id }) => id === chosen) ?? tokens[0];
  const network = PAY_NETWORKS.find(({ id }) => id === networkId);
  const { data: session } = useQuery(sessionQuery);
  const register = useChange(
    (header, body: { readonly tokenAddress: string; readonly chainId: number }) =>
      answerOf(auth.POST('/v1/payee-destination', { params: { header }, body })),
    ['destination'],
  );
  const { form } = messages;
  const save = async () => {
    if (token === undefined || network === undefined) return;
    await register.mutateAsync({ tokenAddress: token.address, chainId: network.chainId });
  };
  const wallet = session?.walletAddress ?? '';
  return (
    <Card title={isFirst ? form.first : form.change}>
      <div className="grid max-w-md gap-3">
        <SelectField
          label={form.network}
          value={networkId}
          options={PAY_NETWORKS.map(({ id, name }) => [id, name] as const)}
          onText={setNetwork}
        />
        <SelectField
          label={form.token}
          value={token?.id ?? ''}
          options={tokens.map(({ id, symbol }) => [id, symbol] as const)}
          onText={setToken}
        />
        <div>
          <Confirm
            label={form.submit}
            title={form.confirmTitle}
            text={form.confirm(token?.symbol ?? '', network?.name ?? '', wallet)}
            onConfirm={save}
            isBusy={register.isPending}
            error={register.error}
          />
        </div>
      </div>
    </Card>
  );
}
