import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, api } from '../api/client.ts';
import { orchestratorQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { orchestratorMessages as messages } from '../messages/en-orchestrator.ts';
import { Allowed, NeedsRole } from '../ui/allowed.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Branding } from './branding.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { OrchestratorKeys } from './keys.tsx';
import { LinkedClientIds } from './linked-client-ids.tsx';
import { OrchestratorWebhooks } from './webhooks.tsx';

/** What the account is as an orchestrator: its keys, its branding, and the platforms that linked to it. */
export function Orchestrator(): ReactElement {
  const orchestrator = useQuery(orchestratorQuery);
  const [secret, setSecret] = useState<string>();
  const name = orchestrator.data?.orchestrator.name;
  return (
    <Page
      title={messages.title}
      lead={name === undefined ? messages.lead : `${plainText(name)}. ${messages.lead}`}
    >
      {secret !== undefined && (
        <Secret
          what={messages.key}
          secret={secret}
          fileName="florin-orchestrator-key.txt"
          onDone={() => setSecret(undefined)}
        />
      )}
      <Loaded of={orchestrator}>
        {(partner) =>
          partner === null ? (
            <NeedsRole to="createOrchestrator">
              <Become onSecret={setSecret} />
            </NeedsRole>
          ) : (
            <>
              <OrchestratorKeys keys={partner.keys} onSecret={setSecret} />
              <Allowed to="updateBranding">
                <Branding />
              </Allowed>
              <div className="grid items-start gap-6 lg:grid-cols-2">
                <Allowed to="createLinkIntent">
                  <Invite />
                </Allowed>
                <Invitations />
              </div>
              <LinkedClientIds />
              <OrchestratorWebhooks />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Become({ onSecret }: { readonly onSecret: (secret: string) => void }): ReactElement {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const create = useChange(
    async (header) => {
      const body = {
        orchestratorName: name.trim(),
        orchestratorContactEmail: email.trim(),
      };
      const made = await answerOf(api.POST('/v2/orchestrators', { params: { header }, body }));
      onSecret(made.rawKey);
    },
    ['orchestrator', 'linked-client-ids'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const { become } = messages;
  return (
    <Card title={become.title}>
      <p className="mb-4 max-w-prose text-muted">{become.text}</p>
      <form onSubmit={submit} className="grid max-w-md gap-3">
        <TextField
          label={become.name}
          hint={become.nameHint}
          required
          maxLength={100}
          value={name}
          onText={setName}
        />
        <TextField
          label={become.email}
          hint={become.emailHint}
          type="email"
          required
          maxLength={254}
          value={email}
          onText={setEmail}
        />
        <Refused error={create.error} />
        <Button kind="primary" type="submit" busy={create.isPending} className="justify-self-start">
          {become.submit}
        </Button>
      </form>
    </Card>
  );
}
