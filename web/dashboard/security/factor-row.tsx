import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import type { SecondFactor } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { securityMessages } from '../messages/en-security.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';

const messages = securityMessages.factors;

interface Props {
  readonly factor: SecondFactor;
  /** Whether recovery codes go with it. */
  readonly isLast: boolean;
  readonly isRemovable: boolean;
}

/** A second factor with another name for it, and its end. */
export function FactorRow({ factor, isLast, isRemovable }: Props): ReactElement {
  const { id, kind, createdAt, lastUsedAt } = factor;
  const [isRenamed, setRenamed] = useState(false);
  const remove = useChange(
    (header) =>
      answerOf(auth.DELETE('/v1/auth/second-factors/{id}', { params: { path: { id }, header } })),
    ['second-factors'],
  );
  const name = plainText(factor.name);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        {isRenamed ? (
          <Rename factor={factor} onDone={() => setRenamed(false)} />
        ) : (
          <p className="font-semibold wrap-anywhere">{name}</p>
        )}
        <p className="text-sm text-muted">
          {messages.kinds[kind]} · {messages.added} <Time at={createdAt} /> · {messages.used}{' '}
          {lastUsedAt === null ? messages.never : <Time at={lastUsedAt} />}
        </p>
      </div>
      {!isRenamed && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setRenamed(true)}>{messages.rename}</Button>
          {isRemovable && (
            <Confirm
              label={messages.remove}
              kind="danger"
              title={messages.removeTitle(name)}
              text={isLast ? messages.removeLastText : messages.removeText}
              onConfirm={() => remove.mutateAsync()}
              isBusy={remove.isPending}
              error={remove.error}
            />
          )}
        </div>
      )}
    </li>
  );
}

interface RenameProps {
  readonly factor: SecondFactor;
  readonly onDone: () => void;
}

function Rename({ factor, onDone }: RenameProps): ReactElement {
  const [name, setName] = useState(factor.name);
  const rename = useChange(
    (header) => {
      const params = { path: { id: factor.id }, header };
      const body = { name: name.trim() };
      return answerOf(auth.PATCH('/v1/auth/second-factors/{id}', { params, body }));
    },
    ['second-factors'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="mb-2 grid max-w-md gap-2">
      <TextField label={messages.name} required maxLength={100} value={name} onText={setName} />
      <Refused error={rename.error} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={rename.isPending}>
          {messages.save}
        </Button>
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
