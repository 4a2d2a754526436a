import type { ReactElement } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { destinationMessages } from '../messages/en-destination.ts';
import { Confirm } from '../ui/confirm.tsx';

const messages = destinationMessages.end;

/** Ends a destination, once the person has read what that stops. */
export function EndDestination({
  destinationId,
}: {
  readonly destinationId: string;
}): ReactElement {
  const end = useChange(
    (header) =>
      answerOf(
        auth.PATCH('/v1/payee-destination/deactivate', {
          params: { header },
          body: { destinationId },
        }),
      ),
    ['destination', 'destinations'],
  );
  return (
    <Confirm
      label={messages.label}
      kind="danger"
      title={messages.title}
      text={messages.text}
      onConfirm={() => end.mutateAsync()}
      isBusy={end.isPending}
      error={end.error}
    />
  );
}
