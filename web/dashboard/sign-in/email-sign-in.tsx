import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { describeFailure } from './describe-failure.ts';
import type { Way } from './way.ts';

const messages = signInMessages.email;

/** Sign-in by password, and the registration of an email address. */
export function EmailSignIn({ onDone, isBusy, setBusy }: Way): ReactElement {
  const [isNew, setNew] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    const body = { email: email.trim(), password };
    try {
      if (isNew) await answerOf(auth.POST('/v1/auth/register', { body }));
      else await answerOf(auth.POST('/v1/auth/login', { body }));
      await onDone();
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
      <button
        type="button"
        onClick={() => setNew(!isNew)}
        className="min-h-11 justify-self-start font-medium text-accent underline"
      >
        {isNew ? messages.toLogin : messages.toRegister}
      </button>
    </form>
  );
}
