import { type ReactElement, useMemo } from 'react';
import { encode } from 'uqr';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { buttonStyle } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';

const { link: messages, form } = getPaidMessages;

/** A payment link with everything to hand it to the payer. */
export function LinkCard({ url }: { readonly url: string }): ReactElement {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={url} />
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

/** Dark on light in every scheme: cameras read no other. */
function QrCode({ text }: { readonly text: string }): ReactElement {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 3 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={messages.qr}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-lg border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
