import type { ReactElement, ReactNode } from 'react';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { QrCode } from '../ui/qr-code.tsx';

const { link: messages, form } = getPaidMessages;

interface Props {
  readonly url: string;
  /** What whoever has the link can do. */
  readonly note?: string;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** A payment link with everything to hand it to the payer. */
export function LinkCard({ url, note = form.onceOnly, children }: Props): ReactElement {
  const mail = `mailto:?subject=${encodeURIComponent(messages.mailSubject)}&body=${encodeURIComponent(messages.mailBody(url))}`;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={url} label={messages.qr} />
      <div className="grid min-w-0 gap-3">
        <p className="rounded-lg bg-soft p-3 font-mono text-sm wrap-anywhere">{url}</p>
        <p className="text-muted">{note}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={url} what={messages.what} label={messages.copy} />
          <a href={url} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
            {form.open}
          </a>
          {typeof navigator.share === 'function' && (
            <Button onClick={() => void share(url)}>{messages.share}</Button>
          )}
          <a href={mail} className={buttonStyle('secondary')}>
            {messages.mail}
          </a>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Opens the list of apps; whoever closes it shares nothing. */
async function share(url: string): Promise<void> {
  await navigator.share({ url }).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
  });
}
