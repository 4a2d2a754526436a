import type { ReactElement } from 'react';
import type { Webhook } from '../api/shapes.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

const messages = webhookMessages.endpoint;

type Props = Pick<Webhook, 'failingSince' | 'switchesOffAt'>;

/** Since when deliveries to an endpoint only fail, and when it is switched off for that; nothing where they arrive. */
export function FailingNotice({ webhook }: { readonly webhook: Props }): ReactElement | null {
  const { failingSince, switchesOffAt } = webhook;
  if (failingSince === null) return null;
  return (
    <Notice kind="stop">
      <p className="font-semibold">
        {messages.failingSince} <Time at={failingSince} />
      </p>
      {switchesOffAt !== null && (
        <p>
          {messages.switchesOff} <Time at={switchesOffAt} />
        </p>
      )}
    </Notice>
  );
}
