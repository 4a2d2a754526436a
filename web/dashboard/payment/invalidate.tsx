import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { Confirm } from '../ui/confirm.tsx';

const messages = paymentMessages.link;

/** Withdraws a link that nobody has paid, after asking. */
export function Invalidate({ token }: { readonly token: string }): ReactElement {
  const invalidate = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/secure-payments/{token}/invalidate', {
          params: { path: { token }, header },
          body: {},
        }),
      ),
    ['link', 'request', 'requests', 'history'],
  );
  return (
    <Confirm
      label={messages.invalidate}
      kind="danger"
      title={messages.invalidateTitle}
      text={messages.invalidateText}
      onConfirm={() => invalidate.mutateAsync()}
      isBusy={invalidate.isPending}
      error={invalidate.error}
    />
  );
}
