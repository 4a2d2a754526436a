import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { Confirm } from '../ui/confirm.tsx';

const messages = paymentMessages.link;

interface Words {
  readonly invalidate: string;
  readonly invalidateTitle: string;
  readonly invalidateText: string;
}

interface Props {
  readonly token: string;
  /** What is said of links where left out. */
  readonly words?: Words;
}

/** Withdraws a link that nobody has paid, after asking. */
export function Invalidate({ token, words = messages }: Props): ReactElement {
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
      label={words.invalidate}
      kind="danger"
      title={words.invalidateTitle}
      text={words.invalidateText}
      onConfirm={() => invalidate.mutateAsync()}
      isBusy={invalidate.isPending}
      error={invalidate.error}
    />
  );
}
