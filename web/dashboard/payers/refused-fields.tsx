import type { ReactElement } from 'react';
import { ApiError } from '../api/client.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { Notice } from '../ui/notice.tsx';
import { Refused } from '../ui/page-error.tsx';

/** What the API refused of a long form: each field with why, since the first of them may be out of sight. */
export function RefusedFields({ error }: { readonly error: Error | null }): ReactElement | null {
  if (!(error instanceof ApiError) || error.fields.size === 0) return <Refused error={error} />;
  return (
    <Notice kind="stop" live>
      <p className="font-semibold">{payersMessages.checkFields}</p>
      <ul className="mt-1 grid gap-1">
        {[...error.fields].map(([field, message]) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
