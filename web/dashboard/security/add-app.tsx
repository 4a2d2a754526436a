import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { securityMessages } from '../messages/en-security.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';
import { QrCode } from '../ui/qr-code.tsx';

const messages = securityMessages.app;

interface Props {
  /** With the recovery codes that came with a first second factor. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

interface BegunApp {
  readonly id: string;
  readonly secret: string;
  readonly uri: string;
}

/** Adds an app that shows codes: its name, what it scans, and its first code. */
export function AddApp({ onDone, onCancel }: Props): ReactElement {
  const [name, setName] = useState<string>(messages.preset);
  const [begun, setBegun] = useState<BegunApp>();
  const begin = useChange(async (header) => {
    const body = { name: name.trim() };
    setBegun(
      await answerOf(auth.POST('/v1/auth/authenticator-apps', { params: { header }, body })),
    );
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.mutate();
  };
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{messages.title}</h3>
      {begun === undefined ? (
        <form onSubmit={submit} className="grid max-w-md gap-3">
          <TextField
            label={messages.name}
            hint={messages.nameHint}
            required
            maxLength={100}
            value={name}
            onText={setName}
          />
          <Refused error={begin.error} />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" busy={begin.isPending}>
              {messages.start}
            </Button>
            <Button onClick={onCancel}>{messages.cancel}</Button>
          </div>
        </form>
      ) : (
        <Activate begun={begun} onDone={onDone} onCancel={onCancel} />
      )}
    </div>
  );
}

function Activate({ begun, onDone, onCancel }: Props & { readonly begun: BegunApp }): ReactElement {
  const { id, secret, uri } = begun;
  const [code, setCode] = useState('');
  const activate = useChange(
    async (header) => {
      const asked = { params: { path: { id }, header }, body: { code: code.trim() } };
      const path = '/v1/auth/authenticator-apps/{id}/activation';
      return await answerOf(auth.POST(path, asked));
    },
    ['second-factors', 'sessions'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    activate.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={uri} label={messages.qr} />
      <form onSubmit={submit} className="grid min-w-0 max-w-md gap-3">
        <p>{messages.scan}</p>
        <div>
          <p className="text-sm text-muted">{messages.typeIt}</p>
          <Code text={secret} what={messages.what} />
        </div>
        <TextField
          label={messages.code}
          hint={messages.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={20}
          value={code}
          onText={setCode}
        />
        <Refused error={activate.error} />
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" busy={activate.isPending}>
            {messages.submit}
          </Button>
          <Button onClick={onCancel}>{messages.cancel}</Button>
        </div>
      </form>
    </div>
  );
}
