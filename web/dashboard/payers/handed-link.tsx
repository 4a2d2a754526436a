import type { ReactElement } from 'react';
import { payersMessages } from '../messages/en-payers.ts';
import { buttonStyle } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';

const messages = payersMessages.payer;

interface Props {
  readonly url: string;
  /** What is copied. */
  readonly what: string;
  /** What whoever has it can do. */
  readonly text: string;
}

/** A link that is given to a payer. */
export function HandedLink({ url, what, text }: Props): ReactElement {
  return (
    <div className="grid gap-3">
      <p className="text-muted">{text}</p>
      <p className="rounded-lg bg-soft p-3 font-mono text-sm wrap-anywhere">{url}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={url} what={what} label={messages.copy} />
        <a href={url} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
          {messages.open}
        </a>
      </div>
    </div>
  );
}
