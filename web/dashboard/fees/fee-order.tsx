import type { ReactElement } from 'react';
import { feeMessages } from '../messages/en-fees.ts';
import { Card } from '../ui/page.tsx';

const messages = feeMessages.order;

/** Which fees apply to a payment, in the order in which they are looked for and paid. */
export function FeeOrder(): ReactElement {
  return (
    <Card title={messages.title}>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      <ol className="grid gap-3">
        {messages.steps.map(({ title, text, otherwise }, at) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full border border-accent font-semibold text-accent"
            >
              {at + 1}
            </span>
            <div className="min-w-0 flex-1 rounded-lg border border-line bg-soft px-4 py-3">
              <p className="font-semibold">{title}</p>
              <p className="text-muted">{text}</p>
              {otherwise !== undefined && (
                <p className="mt-2 border-t border-line pt-2">
                  <span aria-hidden="true">↳ </span>
                  {otherwise}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
