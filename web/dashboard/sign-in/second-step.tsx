import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import type { PendingSignIn } from '../api/shapes.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { describeFailure } from './describe-failure.ts';
import { signInWithPasskey } from './passkeys.ts';
import type { Way } from './way.ts';

const messages = signInMessages.secondStep;

const FIELDS = {
  totp: { label: messages.code, hint: messages.codeHint, inputMode: 'numeric' },
  recovery_code: { label: messages.recovery, hint: messages.recoveryHint, inputMode: 'text' },
} as const;

type CodeMethod = keyof typeof FIELDS;

interface Props extends Way {
  readonly pending: PendingSignIn;
  /** Back to the password. */
  readonly onBack: () => void;
}

/** The second step of a sign-in whose password was right. */
export function SecondStep({ pending, onBack, onDone, isBusy, setBusy }: Props): ReactElement {
  const { token, methods } = pending;
  const [failure, setFailure] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const attempt = async (finish: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await finish();
      await onDone();
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const verify = (method: CodeMethod, code: string) =>
    attempt(() => {
      const body = { token, proof: { method, code } };
      return answerOf(auth.POST('/v1/auth/login/second-factor', { body }));
    });
  return (
    <section aria-labelledby="second-step" className="grid gap-4">
      <div>
        <h2 id="second-step" ref={title} tabIndex={-1} className="text-lg font-semibold">
          {messages.title}
        </h2>
        <p className="text-muted">{messages.text}</p>
      </div>
      {methods.includes('passkey') && (
        <Button
          kind="primary"
          disabled={isBusy}
          onClick={() => void attempt(() => signInWithPasskey(token))}
        >
          {messages.passkey}
        </Button>
      )}
      <CodeForm methods={methods} isBusy={isBusy} onCode={(...code) => void verify(...code)} />
      {failure !== undefined && (
        <Notice kind="stop" live>
          {failure}
        </Notice>
      )}
      <Button onClick={onBack} disabled={isBusy} className="justify-self-start">
        {messages.back}
      </Button>
    </section>
  );
}

interface CodeFormProps {
  readonly methods: PendingSignIn['methods'];
  readonly isBusy: boolean;
  readonly onCode: (method: CodeMethod, code: string) => void;
}

/** A field for the code of an app, and one for a recovery code in its place. */
function CodeForm({ methods, isBusy, onCode }: CodeFormProps): ReactElement | null {
  const hasPasskey = methods.includes('passkey');
  const hasApp = methods.includes('totp');
  const hasRecovery = methods.includes('recovery_code');
  const [method, setMethod] = useState<CodeMethod | undefined>(hasApp ? 'totp' : undefined);
  const [code, setCode] = useState('');
  const other = method === 'recovery_code' ? 'totp' : 'recovery_code';
  const hasOther = other === 'totp' ? hasApp : hasRecovery;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method !== undefined) onCode(method, code.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {method !== undefined && (
        <>
          <TextField
            key={method}
            {...FIELDS[method]}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            spellCheck={false}
            required
            maxLength={40}
            value={code}
            onText={setCode}
          />
          <Button kind={hasPasskey ? 'secondary' : 'primary'} type="submit" disabled={isBusy}>
            {messages.submit}
          </Button>
        </>
      )}
      {hasOther && (
        <button
          type="button"
          onClick={() => {
            setMethod(other);
            setCode('');
          }}
          className="min-h-11 justify-self-start font-medium text-accent underline"
        >
          {other === 'totp' ? messages.toCode : messages.toRecovery}
        </button>
      )}
    </form>
  );
}
