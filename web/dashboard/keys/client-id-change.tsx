import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { clientIdQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { keyMessages } from '../messages/en-keys.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { bodyOf, type ClientIdDraft, draftOf } from './client-id-draft.ts';
import { ClientIdForm } from './client-id-form.tsx';

const messages = keyMessages.clientIds;

interface Props {
  readonly id: string;
  readonly onDone: () => void;
}

/** The form that changes a client ID: its name and domains, whom its links pay, and what it takes of them. */
export function ClientIdChange({ id, onDone }: Props): ReactElement {
  const clientId = useQuery(clientIdQuery(id));
  return (
    <Loaded of={clientId}>
      {(stored) => (
        <ChangeForm key={stored.updatedAt} id={id} draft={draftOf(stored)} onDone={onDone} />
      )}
    </Loaded>
  );
}

function ChangeForm({ id, draft: stored, onDone }: Props & { readonly draft: ClientIdDraft }) {
  const [draft, setDraft] = useState(stored);
  const save = useChange(
    async (header, input: ClientIdDraft) => {
      const sent = { params: { path: { id }, header }, body: bodyOf(input) };
      await answerOf(auth.PUT('/v1/client-ids/{id}', sent));
      onDone();
    },
    ['client-ids'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form onSubmit={submit} className="grid max-w-lg gap-3">
      <ClientIdForm draft={draft} onDraft={setDraft} error={save.error} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={save.isPending}>
          {messages.save}
        </Button>
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
