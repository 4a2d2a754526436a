import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import type { PendingSignIn } from '../api/shapes.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { describeFailure } from './describe-failure.ts';
import type { Way } from './way.ts';

const messages = signInMessages.email;

interface Props extends Way {
  /** Called where the password is right and a second factor is yet to come. */
  readonly onPending: (pending: PendingSignIn) => void;
  /** Who signs in again; without it anybody may, and register. */
  readonly known?: string;
}

/** Sign-in by password, and the registration of an email address. */
export function EmailSignIn({ onDone, onPending, known, isBusy, setBusy }: Props): ReactElement {
  const [isNew, setNew] = useState(false);
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    const body = { email: email.trim(), password };
    try {
      const pending = isNew ? await register(body) : await logIn(body);
      if (pending === undefined) await onDone();
      else onPending(pending);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <TextField
        label={messages.address}
        type="email"
        autoComplete="username"
        required
        readOnly={known !== undefined}
        value={email}
        onText={setEmail}
      />
      <TextField
        label={messages.password}
        hint={isNew ? messages.rule : undefined}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
        value={password}
        onText={setPassword}
      />
      {failure !== undefined && (
        <Notice kind="stop" live>
          {failure}
        </Notice>
      )}
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isNew ? messages.register : messages.submit}
      </Button>
      {known === undefined && (
        <button
          type="button"
          onClick={() => setNew(!isNew)}
          className="min-h-11 justify-self-start font-medium text-accent underline"
        >
          {isNew ? messages.toLogin : messages.toRegister}
        </button>
      )}
    </form>
  );
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

async function logIn(body: Credentials): Promise<PendingSignIn | undefined> {
  const { secondFactor } = await answerOf(auth.POST('/v1/auth/login', { body }));
  return secondFactor;
}

/** Nobody has a second factor from the start. */
async function register(body: Credentials): Promise<undefined> {
  await answerOf(auth.POST('/v1/auth/register', { body }));
}
