import { type FormEvent, type ReactElement, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { securityMessages } from '../messages/en-security.ts';
import { describeFailure } from '../sign-in/describe-failure.ts';
import { makePasskey } from '../sign-in/passkeys.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

const messages = securityMessages.passkey;

interface Props {
  /** With the recovery codes that came with a first second factor. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

/** Adds a passkey of this device, or of one near it. */
export function AddPasskey({ onDone, onCancel }: Props): ReactElement {
  const [name, setName] = useState<string>(messages.preset);
  const add = useChange(
    (header) => makePasskey(header, name.trim()),
    ['second-factors', 'sessions'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{messages.title}</h3>
      <p className="text-muted">{messages.text}</p>
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        required
        maxLength={100}
        value={name}
        onText={setName}
      />
      {add.error !== null && (
        <Notice kind="stop" live>
          {describeFailure(add.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={add.isPending}>
          {messages.submit}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
