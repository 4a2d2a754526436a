import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { brandingQuery, linkedClientIdsQuery } from '../api/queries.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { Remove } from '../ui/remove.tsx';
import { BrandingForm } from './branding-form.tsx';

const messages = orchestratorMessages.branding;

/** How the pay page looks for the payments of an orchestrator: by default, or of one client ID. */
export function Branding(): ReactElement {
  const [clientId, setClientId] = useState('');
  // Kept here, as the form of a new branding becomes that of a stored one.
  const [isSaved, setSaved] = useState(false);
  const links = useQuery(linkedClientIdsQuery).data?.links ?? [];
  const scope = clientId === '' ? undefined : clientId;
  const branding = useQuery(brandingQuery(scope));
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      {links.length > 0 && (
        <div className="mb-4 max-w-md">
          <SelectField
            label={messages.scope}
            value={clientId}
            options={[
              ['', messages.everyone],
              ...links.map((link) => [link.clientId, link.clientId] as const),
            ]}
            onText={(chosen) => {
              setClientId(chosen);
              setSaved(false);
            }}
          />
        </div>
      )}
      <Loaded of={branding}>
        {(stored) => {
          const isOwn = stored !== null && (scope === undefined || stored.clientIdId !== undefined);
          return (
            <>
              {stored !== null && !isOwn && (
                <div className="mb-4">
                  <Notice kind="plain">{messages.inherited}</Notice>
                </div>
              )}
              <BrandingForm
                key={`${clientId} ${stored?.id}`}
                stored={stored ?? undefined}
                isOwn={isOwn}
                clientId={scope}
                onSaved={setSaved}
              />
              {isSaved && (
                <div className="mt-3">
                  <Notice kind="good" live>
                    {messages.saved}
                  </Notice>
                </div>
              )}
              {isOwn && <Removal clientId={scope} onRemoved={() => setSaved(false)} />}
            </>
          );
        }}
      </Loaded>
    </Card>
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
            api.DELETE('/v2/orchestrators/branding', {
              params: { header, query: clientId === undefined ? {} : { clientId } },
            }),
          );
          onRemoved();
        }}
        changes="branding"
      />
    </div>
  );
}
