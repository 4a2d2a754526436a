import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { linkedClientIdsQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const messages = orchestratorMessages.linked;

/** The client IDs that payments are created with, the end of a link, and linking one's own. */
export function LinkedClientIds(): ReactElement {
  const linked = useQuery(linkedClientIdsQuery);
  return (
    <Card title={messages.title}>
      <Loaded of={linked}>
        {(page) => (
          <>
            {(page?.links ?? []).length === 0 && <Empty {...messages.empty} />}
            <ul>
              {(page?.links ?? []).map(({ id, clientId, consentedAt }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0"
                >
                  <div className="min-w-0 flex-1 basis-48">
                    <Code text={clientId} what={messages.what} />
                    <p className="text-sm text-muted">
                      {messages.since} <Time at={consentedAt} />
                    </p>
                  </div>
                  <Allowed to="unlinkClientId">
                    <Unlink clientId={clientId} />
                  </Allowed>
                </li>
              ))}
            </ul>
            {page !== null && page.total > page.links.length && (
              <p className="text-muted">{messages.more(page.total)}</p>
            )}
          </>
        )}
      </Loaded>
      <Allowed to="linkClientId">
        <LinkOwn />
      </Allowed>
    </Card>
  );
}

const CHANGES = ['linked-client-ids', 'client-ids', 'fee-configs', 'branding'];

function Unlink({ clientId }: { readonly clientId: string }): ReactElement {
  const unlink = useChange(
    (header) =>
      answerOf(
        api.DELETE('/v2/orchestrators/client-ids/{clientId}', {
          params: { path: { clientId }, header },
        }),
      ),
    CHANGES,
  );
  return (
    <Confirm
      label={messages.unlink}
      kind="danger"
      title={messages.unlinkTitle}
      text={messages.unlinkText}
      onConfirm={() => unlink.mutateAsync()}
      isBusy={unlink.isPending}
      error={unlink.error}
    />
  );
}

function LinkOwn(): ReactElement {
  const [written, setWritten] = useState('');
  const clientId = written.trim();
  const link = useChange(async (header) => {
    await answerOf(
      api.POST('/v2/orchestrators/client-ids', { params: { header }, body: { clientId } }),
    );
    setWritten('');
  }, CHANGES);
  return (
    <div className="mt-4 grid max-w-md gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{messages.own}</h3>
      <TextField
        label={messages.clientId}
        hint={messages.ownHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="cli_…"
        value={written}
        onText={setWritten}
      />
      <div>
        <Confirm
          label={messages.link}
          title={messages.linkTitle}
          text={messages.linkText(clientId)}
          isDisabled={!clientId.startsWith('cli_')}
          onConfirm={() => link.mutateAsync()}
          isBusy={link.isPending}
          error={link.error}
        />
      </div>
    </div>
  );
}
