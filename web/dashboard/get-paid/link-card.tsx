import type { ReactElement } from 'react';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { buttonStyle } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { QrCode } from '../ui/qr-code.tsx';

const { link: messages, form } = getPaidMessages;

/** A payment link with everything to hand it to the payer. */
export function LinkCard({ url }: { readonly url: string }): ReactElement {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={url} label={messages.qr} />
      <div className="grid min-w-0 gap-3">
        <p className="rounded-lg bg-soft p-3 font-mono text-sm wrap-anywhere">{url}</p>
        <p className="text-muted">{form.onceOnly}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={url} what={messages.what} label={messages.copy} />
          <a href={url} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
            {form.open}
          </a>
        </div>
      </div>
    </div>
  );
}
