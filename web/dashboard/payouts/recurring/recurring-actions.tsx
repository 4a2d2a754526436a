import type { ReactElement } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { recurringMessages as messages } from '../../messages/en-payouts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { RecurringPayout } from '../queries.ts';

/** Lets a recurring payout go on that is paused, and stops one that has not ended. */
export function RecurringActions({
  id,
  status,
}: Pick<RecurringPayout, 'id' | 'status'>): ReactElement | null {
  const change = useChange(
    (header, action: 'unpause' | 'cancel') =>
      answerOf(
        api.PATCH('/v2/payouts/recurring/{id}', {
          params: { header, path: { id } },
          body: { action },
        }),
      ),
    ['recurring-payouts'],
  );
  if (status === 'completed' || status === 'cancelled') return null;
  const { isPending: isBusy, error } = change;
  return (
    <>
      {status === 'paused' && (
        <Confirm
          label={messages.resume}
          kind="primary"
          title={messages.resumeTitle}
          text={messages.resumeText}
          onConfirm={() => change.mutateAsync('unpause')}
          {...{ isBusy, error }}
        />
      )}
      <Confirm
        label={messages.stop}
        kind="danger"
        title={messages.stopTitle}
        text={messages.stopText}
        onConfirm={() => change.mutateAsync('cancel')}
        {...{ isBusy, error }}
      />
    </>
  );
}
