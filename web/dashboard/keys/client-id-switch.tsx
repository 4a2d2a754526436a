import type { ReactElement } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { keyMessages } from '../messages/en-keys.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Refused } from '../ui/page-error.tsx';

const messages = keyMessages.clientIds;

interface Props {
  readonly id: string;
  readonly label: string;
  readonly isActive: boolean;
}

/** Switches a client ID off for a time, and on again. */
export function ClientIdSwitch({ id, label, isActive }: Props): ReactElement {
  const set = useChange(
    (header, status: 'active' | 'inactive') =>
      answerOf(
        auth.PUT('/v1/client-ids/{id}', { params: { path: { id }, header }, body: { status } }),
      ),
    ['client-ids'],
  );
  if (isActive) {
    return (
      <Confirm
        label={messages.switchOff}
        title={messages.switchOffTitle(label)}
        text={messages.switchOffText}
        onConfirm={() => set.mutateAsync('inactive')}
        isBusy={set.isPending}
        error={set.error}
      />
    );
  }
  return (
    <>
      <Button onClick={() => set.mutate('active')} busy={set.isPending}>
        {messages.switchOn}
      </Button>
      <Refused error={set.error} />
    </>
  );
}
