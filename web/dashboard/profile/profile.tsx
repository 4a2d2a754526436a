import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, api } from '../api/client.ts';
import { clientIdsQuery, profileQuery } from '../api/queries.ts';
import type { MerchantProfile } from '../api/shapes.ts';
import { profileMessages as messages } from '../messages/en-profile.ts';
import { useMay } from '../session/rights.ts';
import { sessionQuery } from '../session/session.ts';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Remove } from '../ui/remove.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Website } from './website.tsx';

/** What payers read about who asks for a payment: the account, or one of its client IDs. */
export function Profile(): ReactElement {
  const [clientId, setClientId] = useState('');
  // Kept here, as the form of a new profile becomes that of a stored one.
  const [isSaved, setSaved] = useState(false);
  const scope = clientId === '' ? undefined : clientId;
  const profile = useQuery(profileQuery(scope));
  const mayChange = useMay('setMerchantProfile');
  const own = ownOf(profile.data, scope);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Card title={messages.card}>
        <Scope
          clientId={clientId}
          onClientId={(chosen) => {
            setClientId(chosen);
            setSaved(false);
          }}
        />
        <Loaded of={profile}>
          {(stored) => {
            const isOwn = ownOf(stored, scope) !== undefined;
            return (
              <>
                {!isOwn && (
                  <div className="mb-4">
                    <Notice kind="plain">
                      {stored === null ? messages.none : messages.inherited}
                    </Notice>
                  </div>
                )}
                <ProfileForm
                  key={`${clientId} ${isOwn}`}
                  stored={stored ?? undefined}
                  clientId={scope}
                  mayChange={mayChange}
                  onSaved={setSaved}
                />
                {isSaved && (
                  <div className="mt-3">
                    <Notice kind="good" live>
                      {messages.saved}
                    </Notice>
                  </div>
                )}
                {isOwn && mayChange && (
                  <Removal clientId={scope} onRemoved={() => setSaved(false)} />
                )}
              </>
            );
          }}
        </Loaded>
      </Card>
      {own !== undefined && <Website key={clientId} website={own.website} clientId={scope} />}
    </Page>
  );
}

/** A profile where it is of exactly this scope, and not one that holds for it. */
function ownOf(
  profile: MerchantProfile | null | undefined,
  clientId: string | undefined,
): MerchantProfile | undefined {
  if (profile == null) return undefined;
  return clientId === undefined || profile.isOfClientId ? profile : undefined;
}

interface ScopeProps {
  readonly clientId: string;
  readonly onClientId: (clientId: string) => void;
}

/** Whose profile it is; the client IDs of the account are listed to the session of a wallet alone. */
function Scope({ clientId, onClientId }: ScopeProps): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const own = useQuery({ ...clientIdsQuery, enabled: session?.kind === 'wallet' }).data ?? [];
  const working = own.filter(({ status }) => status !== 'revoked');
  if (working.length === 0) return null;
  return (
    <div className="mb-4 max-w-md">
      <SelectField
        label={messages.scope}
        value={clientId}
        options={[
          ['', messages.account],
          ...working.map((one) => [one.clientId, plainText(one.label)] as const),
        ]}
        onText={onClientId}
      />
    </div>
  );
}

interface RemovalProps {
  readonly clientId: string | undefined;
  readonly onRemoved: () => void;
}

function Removal({ clientId, onRemoved }: RemovalProps): ReactElement {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Remove
        texts={messages}
        onRemove={async (header) => {
          await answerOf(
            api.DELETE('/v2/merchant-profile', {
              params: { header, query: clientId === undefined ? {} : { clientId } },
            }),
          );
          onRemoved();
        }}
        changes="merchant-profile"
      />
    </div>
  );
}
