import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, api } from '../api/client.ts';
import { notesQuery } from '../api/queries.ts';
import { useChange } from '../api/use-change.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { useMay } from '../session/rights.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { AreaField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';

const messages = paymentMessages.notes;

/** What the team wrote down about a payment; no payer and no webhook gets it. */
export function Notes({ requestId }: { readonly requestId: string }): ReactElement {
  const notes = useQuery(notesQuery(requestId));
  const mayWrite = useMay('addRequestNote');
  return (
    <Card title={messages.title}>
      <Loaded of={notes}>
        {({ notes: rows }) => (
          <>
            {rows.length === 0 && <p className="text-muted">{messages.empty}</p>}
            <ul className="grid gap-3">
              {rows.map(({ id, text, author, createdAt }) => (
                <li key={id} className="border-b border-line pb-3">
                  <p className="wrap-anywhere whitespace-pre-wrap">{plainText(text)}</p>
                  <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                    <Time at={createdAt} />
                    <span>{author.kind === 'session' ? messages.person : messages.key}</span>
                    {mayWrite && <Remove requestId={requestId} noteId={id} />}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {mayWrite && <Add requestId={requestId} />}
    </Card>
  );
}

function Add({ requestId }: { readonly requestId: string }): ReactElement {
  const [text, setText] = useState('');
  const add = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/request/{requestId}/notes', {
          params: { path: { requestId }, header },
          body: { text },
        }),
      ),
    ['notes'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3">
      <AreaField label={messages.write} hint={messages.hint} value={text} onText={setText} />
      <Refused error={add.error} />
      <Button
        type="submit"
        busy={add.isPending}
        disabled={text.trim() === ''}
        className="justify-self-start"
      >
        {messages.add}
      </Button>
    </form>
  );
}

interface RemoveProps {
  readonly requestId: string;
  readonly noteId: string;
}

function Remove({ requestId, noteId }: RemoveProps): ReactElement {
  const remove = useChange(
    (header) =>
      answerOf(
        api.DELETE('/v2/request/{requestId}/notes/{noteId}', {
          params: { path: { requestId, noteId }, header },
        }),
      ),
    ['notes'],
  );
  return (
    <Confirm
      label={messages.remove}
      kind="quiet"
      title={messages.removeTitle}
      text={messages.removeText}
      onConfirm={() => remove.mutateAsync()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}
