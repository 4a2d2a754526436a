import { type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const messages = adminMessages.account;

/** What a block changes of what is shown. */
const CHANGED = ['admin-account', 'admin-accounts', 'admin-audit'] as const;

interface BlockProps {
  readonly id: string;
  readonly name: string;
}

/** Blocks an account, for a reason. */
export function Block({ id, name }: BlockProps): ReactElement {
  const [reason, setReason] = useState('');
  const block = useChange((header) => {
    const params = { path: { id }, header };
    const body = { reason: reason.trim() };
    return answerOf(auth.POST('/v1/admin/accounts/{id}/block', { params, body }));
  }, CHANGED);
  return (
    <Card title={messages.blockTitle}>
      <div className="grid max-w-prose justify-items-start gap-3">
        <p className="text-muted">{messages.blockText}</p>
        <div className="w-full">
          <TextField
            label={messages.reason}
            hint={messages.reasonHint}
            maxLength={500}
            value={reason}
            onText={setReason}
          />
        </div>
        <Confirm
          label={messages.block}
          kind="danger"
          title={messages.blockQuestion(name)}
          text={
            <>
              <p>{messages.blockText}</p>
              <p className="mt-2 font-medium text-text">{plainText(reason)}</p>
            </>
          }
          onConfirm={() => block.mutateAsync()}
          isDisabled={reason.trim() === ''}
          isBusy={block.isPending}
          error={block.error}
        />
      </div>
    </Card>
  );
}

interface BlockedProps extends BlockProps {
  readonly reason: string;
  readonly blockedAt: string;
}

/** Why an account is blocked, and ending that. */
export function Blocked({ id, name, reason, blockedAt }: BlockedProps): ReactElement {
  const unblock = useChange(
    (header) =>
      answerOf(auth.POST('/v1/admin/accounts/{id}/unblock', { params: { path: { id }, header } })),
    CHANGED,
  );
  return (
    <Notice kind="stop">
      <p className="font-semibold">
        {messages.blockedTitle} <Time at={blockedAt} />
      </p>
      <p className="mb-3">{plainText(reason)}</p>
      <Confirm
        label={messages.unblock}
        title={messages.unblockQuestion(name)}
        text={messages.unblockText}
        onConfirm={() => unblock.mutateAsync()}
        isBusy={unblock.isPending}
        error={unblock.error}
      />
    </Notice>
  );
}
