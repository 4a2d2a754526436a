import { type FormEvent, type ReactElement, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Secret } from '../ui/secret.tsx';

const messages = webhookMessages.add;

interface Props {
  /** Registers the address. */
  readonly add: (
    header: { readonly 'Idempotency-Key': string },
    url: string,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  /** What is read anew afterwards. */
  readonly changes: readonly string[];
}

/** A new endpoint, whose secret is shown once. */
export function AddEndpoint({ add, changes }: Props): ReactElement {
  const [url, setUrl] = useState('');
  const added = useChange(add, changes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    added.mutate(url.trim());
  };
  const finish = () => {
    setUrl('');
    added.reset();
  };
  return (
    <Card title={messages.title}>
      {added.data === undefined ? (
        <form onSubmit={submit} className="grid gap-3">
          <TextField
            label={messages.url}
            hint={messages.hint}
            type="url"
            required
            value={url}
            onText={setUrl}
          />
          <Refused error={added.error} />
          <Button
            kind="primary"
            type="submit"
            busy={added.isPending}
            className="justify-self-start"
          >
            {messages.submit}
          </Button>
        </form>
      ) : (
        <Secret
          what={messages.secret}
          secret={added.data.secret}
          fileName={`webhook-${added.data.id}.txt`}
          onDone={finish}
        />
      )}
    </Card>
  );
}
