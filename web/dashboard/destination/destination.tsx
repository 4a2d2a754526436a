import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { destinationQuery, destinationsQuery } from '../api/queries.ts';
import type { PayeeDestination } from '../api/shapes.ts';
import { destinationMessages as messages } from '../messages/en-destination.ts';
import { Allowed, NeedsRole } from '../ui/allowed.tsx';
import { Code } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { NeedsWallet } from '../ui/needs-wallet.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { ChangeForm } from './change-form.tsx';
import { describeTarget } from './describe.ts';
import { EndDestination } from './end-destination.tsx';
import { OtherDestinations } from './other-destinations.tsx';
import { Policy } from './policy.tsx';

/** Where the wallet that signed in is paid, who may pay it, and how both are changed. */
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
  const all = useQuery(destinationsQuery);
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
          <Loaded of={all}>
            {({ destinations, nextCursor }) => (
              <>
                <NeedsRole to="registerPayeeDestination">
                  <ChangeForm destinations={destinations} isFirst={current === null} />
                </NeedsRole>
                <OtherDestinations
                  destinations={destinations}
                  currentId={current?.id}
                  hasMore={nextCursor !== null}
                />
              </>
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

function Current({ destination }: { readonly destination: PayeeDestination }): ReactElement {
  const { destinationId, walletAddress, createdAt, claimed } = destination;
  return (
    <Card>
      <p className="text-lg font-semibold">{messages.receive(describeTarget(destination))}</p>
      <p className="mt-1">
        <Code text={walletAddress} what={messages.wallet} />
      </p>
      {!claimed && (
        <div className="mt-3">
          <Notice kind="warn">{messages.notClaimed}</Notice>
        </div>
      )}
      <p className="mt-4 text-sm text-muted">{messages.id}</p>
      <Code text={destinationId} what={messages.id} />
      <p className="mt-1 text-sm text-muted">
        {messages.idHint} {messages.registered} <Time at={createdAt} />.
      </p>
      <Policy key={destinationId} destination={destination} />
      <Allowed to="deactivatePayeeDestination">
        <div className="mt-4 border-t border-line pt-4">
          <EndDestination destinationId={destinationId} />
        </div>
      </Allowed>
    </Card>
  );
}
