import type { ReactElement } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { messages as shared } from '../messages/en.ts';
import { securityMessages } from '../messages/en-security.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { saveText } from '../ui/save-text.ts';

const messages = securityMessages.codes;

/** From so few on the page asks to make new ones. */
const FEW = 3;

interface Props {
  readonly left: number;
  readonly isFresh: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** How many recovery codes are left, and new ones in their place. */
export function RecoveryCodes({ left, isFresh, onCodes }: Props): ReactElement {
  const replace = useChange(
    async (header) => {
      const made = await answerOf(auth.POST('/v1/auth/recovery-codes', { params: { header } }));
      onCodes(made.recoveryCodes);
    },
    ['second-factors'],
  );
  return (
    <Card title={messages.title}>
      <p className="text-muted">{messages.text}</p>
      <p className="mt-2 font-medium">
        {messages.left(left)} {left <= FEW && messages.few}
      </p>
      {isFresh && (
        <div className="mt-4">
          <Confirm
            label={messages.replace}
            title={messages.replaceTitle}
            text={messages.replaceText}
            onConfirm={() => replace.mutateAsync()}
            isBusy={replace.isPending}
            error={replace.error}
          />
        </div>
      )}
    </Card>
  );
}

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes, which the API shows once. */
export function NewCodes({ codes, onDone }: NewCodesProps): ReactElement {
  const text = codes.join('\n');
  return (
    <Notice kind="warn" live>
      <p className="font-semibold">{messages.newTitle}</p>
      <p>{messages.newText}</p>
      <ul className="my-3 grid gap-x-6 gap-y-1 rounded-lg border border-line bg-card p-3 font-mono text-text sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 text-text">
        <CopyButton text={text} what={messages.what} label={shared.copy.what(messages.what)} />
        <Button
          onClick={() =>
            saveText(`${text}\n`, { name: 'florin-recovery-codes.txt', type: 'text/plain' })
          }
        >
          {messages.save}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {messages.done}
        </Button>
      </div>
    </Notice>
  );
}
