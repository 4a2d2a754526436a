import type { ReactElement } from 'react';
import { messages } from '../messages/en.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Notice } from './notice.tsx';
import { saveText } from './save-text.ts';

interface Props {
  /** What it is, such as `API key`. */
  readonly what: string;
  readonly secret: string;
  /** The name of the file that it may be saved in. */
  readonly fileName: string;
  readonly onDone: () => void;
}

/** A secret that the API shows once: it is on no other page and cannot be read again. */
export function Secret({ what, secret, fileName, onDone }: Props): ReactElement {
  const { title, text, save, done } = messages.secret;
  return (
    <Notice kind="warn" live>
      <p className="font-semibold">{title(what)}</p>
      <p>{text}</p>
      <p className="my-3 rounded-lg border border-line bg-card p-3 font-mono text-sm text-text wrap-anywhere">
        {secret}
      </p>
      <div className="flex flex-wrap gap-2 text-text">
        <CopyButton text={secret} what={what} label={messages.copy.what(what)} />
        <Button onClick={() => saveText(`${secret}\n`, { name: fileName, type: 'text/plain' })}>
          {save}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </Notice>
  );
}
