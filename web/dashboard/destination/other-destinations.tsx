import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { PayeeDestination } from '../api/shapes.ts';
import { destinationMessages } from '../messages/en-destination.ts';
import { sessionQuery } from '../session/session.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { Card } from '../ui/page.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { Time } from '../ui/time.tsx';
import { describePlan, describeTarget } from './describe.ts';
import { EndDestination } from './end-destination.tsx';
import { planDestination } from './plan.ts';
import { useSetDestination } from './use-set-destination.ts';

const messages = destinationMessages.others;

interface Props {
  readonly destinations: readonly PayeeDestination[];
  /** The one that is shown above. */
  readonly currentId: string | undefined;
  readonly hasMore: boolean;
}

/** Those of other wallets, and those that have ended and can be used again. */
export function OtherDestinations({ destinations, currentId, hasMore }: Props) {
  const others = destinations.filter(({ id }) => id !== currentId);
  if (others.length === 0) return null;
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      <ul>
        {others.map((one) => (
          <Row key={one.id} destination={one} all={destinations} />
        ))}
      </ul>
      {hasMore && <p className="mt-3 text-muted">{messages.more}</p>}
    </Card>
  );
}

interface RowProps {
  readonly destination: PayeeDestination;
  readonly all: readonly PayeeDestination[];
}

function Row({ destination, all }: RowProps): ReactElement {
  const { destinationId, walletAddress, active, createdAt } = destination;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {describeTarget(destination)}
          <Badge kind={active ? 'good' : 'plain'}>
            {active ? messages.active : messages.ended}
          </Badge>
        </p>
        <Code text={walletAddress} what={destinationMessages.wallet} />
        <p className="text-sm text-muted">
          {destinationMessages.registered} <Time at={createdAt} />
        </p>
      </div>
      <Allowed to="updatePayeeDestination">
        {active ? (
          <EndDestination destinationId={destinationId} />
        ) : (
          <UseAgain destination={destination} all={all} />
        )}
      </Allowed>
    </li>
  );
}

function UseAgain({ destination, all }: RowProps): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const set = useSetDestination();
  const { walletAddress, tokenAddress, chainId } = destination;
  const target = { walletAddress, tokenAddress, chainId };
  const plan = planDestination(target, {
    destinations: all,
    sessionWallet: session?.walletAddress ?? '',
  });
  return (
    <Confirm
      label={messages.use}
      title={destinationMessages.form.confirmTitle}
      text={<Sentences texts={describePlan(target, plan)} />}
      onConfirm={() => set.mutateAsync({ ...target, call: plan.call })}
      isBusy={set.isPending}
      error={set.error}
    />
  );
}
