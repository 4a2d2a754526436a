import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { heldQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { paymentListMessages } from '../messages/en-payments.ts';
import { ExportLinks } from '../ui/export-links.tsx';
import { Notice } from '../ui/notice.tsx';

const messages = paymentListMessages.held;

/** That payments do not count because of who sent them, with their files; nothing where none is held. */
export function HeldPayments(): ReactElement | null {
  const { data } = useQuery(heldQuery);
  if (data === undefined || data.heldPayments.length === 0) return null;
  const isMore = data.nextCursor !== null;
  return (
    <Notice kind="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">{messages.title(data.heldPayments.length, isMore)}</p>
          <p>{messages.text}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportLinks url={`${config.apiUrl}/v2/held-payments/export`} what={messages.files} />
        </div>
      </div>
    </Notice>
  );
}
