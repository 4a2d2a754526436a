import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { AreaField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';

const messages = orchestratorMessages.invite;

const NOTHING = { name: '', domains: '', externalId: '' };

/** Makes an invitation for a platform, which is shown once. */
export function Invite(): ReactElement {
  const [draft, setDraft] = useState(NOTHING);
  const invite = useChange(
    (header, { name, domains, externalId }: typeof NOTHING) => {
      const body = {
        clientIdName: name.trim(),
        domains: domains.split(/\s+/).filter((domain) => domain !== ''),
        ...(externalId.trim() !== '' && { externalId: externalId.trim() }),
      };
      return answerOf(
        api.POST('/v2/orchestrators/client-id-link-intents', { params: { header }, body }),
      );
    },
    ['link-intents'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(draft);
  };
  const again = () => {
    setDraft(NOTHING);
    invite.reset();
  };
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      {invite.data === undefined ? (
        <form onSubmit={submit} className="grid gap-3">
          <TextField
            label={messages.name}
            required
            maxLength={100}
            value={draft.name}
            onText={(name) => setDraft({ ...draft, name })}
          />
          <AreaField
            label={messages.domains}
            hint={messages.domainsHint}
            value={draft.domains}
            onText={(domains) => setDraft({ ...draft, domains })}
          />
          <TextField
            label={`${messages.externalId} (${messages.optional})`}
            hint={messages.externalIdHint}
            maxLength={255}
            value={draft.externalId}
            onText={(externalId) => setDraft({ ...draft, externalId })}
          />
          <Refused error={invite.error} />
          <Button type="submit" busy={invite.isPending} className="justify-self-start">
            {messages.submit}
          </Button>
        </form>
      ) : (
        <Notice kind="good" live>
          <p className="font-semibold">
            {messages.ready(plainText(invite.data.intent.clientIdName))}
          </p>
          <p>
            {messages.once} <Time at={invite.data.intent.expiresAt} />.
          </p>
          <p className="my-3 rounded-lg border border-line bg-card p-3 font-mono text-sm text-text wrap-anywhere">
            {invite.data.url}
          </p>
          <div className="flex flex-wrap gap-2 text-text">
            <CopyButton text={invite.data.url} what={messages.what} label={messages.copy} />
            <Button onClick={again}>{messages.another}</Button>
          </div>
        </Notice>
      )}
    </Card>
  );
}
