import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { webhooksQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { webhookMessages as messages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';
import { Endpoint } from './endpoint.tsx';
import { SendTest } from './send-test.tsx';

/** The endpoints of the account, a new one, and a test. */
export function Webhooks(): ReactElement {
  const webhooks = useQuery(webhooksQuery);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded of={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Card>
              <Empty {...messages.empty} />
            </Card>
          ) : (
            list.map((webhook) => <Endpoint key={webhook.id} webhook={webhook} />)
          )
        }
      </Loaded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Allowed to="createWebhook">
          <AddEndpoint />
        </Allowed>
        <Allowed to="testWebhook">
          <SendTest />
        </Allowed>
      </div>
    </Page>
  );
}

function AddEndpoint(): ReactElement {
  const [url, setUrl] = useState('');
  const add = useChange(
    (header, input: string) =>
      answerOf(auth.POST('/v1/webhook', { params: { header }, body: { url: input } })),
    ['webhooks'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(url.trim());
  };
  const finish = () => {
    setUrl('');
    add.reset();
  };
  const { title, url: label, hint, submit: submitLabel, secret } = messages.add;
  return (
    <Card title={title}>
      {add.data === undefined ? (
        <form onSubmit={submit} className="grid gap-3">
          <TextField label={label} hint={hint} type="url" required value={url} onText={setUrl} />
          <Refused error={add.error} />
          <Button kind="primary" type="submit" busy={add.isPending} className="justify-self-start">
            {submitLabel}
          </Button>
        </form>
      ) : (
        <Secret
          what={secret}
          secret={add.data.secret}
          fileName={`webhook-${add.data.id}.txt`}
          onDone={finish}
        />
      )}
    </Card>
  );
}
