import type { ReactElement } from 'react';
import { ApiError } from '../api/client.ts';
import { fieldsMessages } from '../messages/en-fields.ts';
import { Notice } from './notice.tsx';
import { Refused } from './page-error.tsx';

/** What the API refused of a form: each field with why, since it may be out of sight, or in another form. */
export function RefusedFields({ error }: { readonly error: Error | null }): ReactElement | null {
  if (!(error instanceof ApiError) || error.fields.size === 0) return <Refused error={error} />;
  return (
    <Notice kind="stop" live>
      <p className="font-semibold">{fieldsMessages.check}</p>
      <ul className="mt-1 grid gap-1">
        {[...error.fields].map(([field, message]) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
