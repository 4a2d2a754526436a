import { type ReactElement, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { Sentences } from '../ui/sentences.tsx';
import type { DeliveryLog } from './delivery-logs.ts';

const messages = webhookMessages.log;

const KINDS = ['failed', 'skipped', 'all'] as const;

interface Props {
  readonly log: DeliveryLog;
  readonly webhookId: string;
}

/** Sends again what was to be sent since a time: a server that was down has missed just that. */
export function ReplaySince({ log, webhookId }: Props): ReactElement {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('failed');
  const [since, setSince] = useState('');
  // A field of date and time is in the zone of the viewer.
  const from = since === '' ? undefined : new Date(since);
  const isTime = from !== undefined && !Number.isNaN(from.getTime());
  const replay = useChange(
    (header, fromTime: Date) => {
      const to = new Date().toISOString();
      const window = { from: fromTime.toISOString(), ...(kind === 'all' && { to }) };
      return log.replay(webhookId, header, { status: kind, ...window });
    },
    ['deliveries'],
  );
  return (
    <Card title={messages.since.title}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={messages.since.from}
          type="datetime-local"
          value={since}
          onText={setSince}
        />
        <SelectField
          label={messages.since.kind}
          value={kind}
          options={KINDS.map((one) => [one, messages.since.kinds[one]] as const)}
          onText={(chosen) => setKind(KINDS.find((one) => one === chosen) ?? 'failed')}
        />
        <Confirm
          label={messages.since.submit}
          title={messages.since.confirmTitle}
          text={
            <Sentences
              texts={[
                messages.since.confirm[kind](from === undefined ? '' : from.toLocaleString()),
                messages.replayFailedText,
              ]}
            />
          }
          isDisabled={!isTime}
          onConfirm={async () => {
            if (from !== undefined) await replay.mutateAsync(from);
          }}
          isBusy={replay.isPending}
          error={replay.error}
        />
      </div>
      {replay.data !== undefined && (
        <div className="mt-3">
          <Notice kind="good" live>
            {messages.replayedMany(replay.data.replayed, replay.data.more)}
          </Notice>
        </div>
      )}
    </Card>
  );
}
