import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { ApiError, answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { savedMessages as messages } from '../../messages/en-payouts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { RefusedFields } from '../../ui/refused-fields.tsx';
import { type PayoutDraft, payoutBody } from '../draft.ts';

/** Keeps what is written in the form of a payout under a name, to be made again. */
export function SavePayout({ draft }: { readonly draft: PayoutDraft }): ReactElement {
  const [label, setLabel] = useState('');
  const { recipientIdentifier: _, ...body } = payoutBody(draft);
  const save = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/saved-payouts', {
          params: { header },
          body: { ...body, label: label.trim() },
        }),
      ),
    ['saved-payouts'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const problem = save.error instanceof ApiError ? save.error.fields.get('label') : undefined;
  return (
    <Card title={messages.save}>
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label={messages.label}
          hint={messages.labelHint}
          value={label}
          onText={setLabel}
          problem={problem}
          maxLength={100}
          autoComplete="off"
          required
        />
        <RefusedFields error={save.error} />
        {save.data !== undefined && (
          <Notice kind="good" live>
            <p>{messages.done(plainText(save.data.label))}</p>
            <Link to="/payouts/saved" className="inline-block min-h-6 font-medium underline">
              {messages.seeAll}
            </Link>
          </Notice>
        )}
        <Button type="submit" busy={save.isPending} className="justify-self-start">
          {messages.submit}
        </Button>
      </form>
    </Card>
  );
}
