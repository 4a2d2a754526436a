import type { ReactElement } from 'react';
import { ApiError } from '../api/client.ts';
import { messages } from '../messages/en.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface Props {
  readonly error: Error;
  /** Tries again; without it the page is loaded anew. */
  readonly onRetry?: () => void;
}

/** Why something is not shown, and what to do about it. */
export function PageError({ error, onRetry }: Props): ReactElement {
  const { title, broken, retry, reload, support } = messages.failure;
  const isOurs = error instanceof ApiError;
  return (
    <Notice kind="stop" live>
      <p className="font-semibold">{title}</p>
      <p>{isOurs ? error.message : broken}</p>
      {isOurs && error.correlationId !== undefined && (
        <p className="mt-1 text-sm">
          {support} <code className="wrap-anywhere">{error.correlationId}</code>
        </p>
      )}
      <Button className="mt-3" onClick={() => (onRetry ?? reloadPage)()}>
        {onRetry === undefined ? reload : retry}
      </Button>
    </Notice>
  );
}

function reloadPage(): void {
  location.reload();
}

/** What the API refused of something that the person did. */
export function Refused({ error }: { readonly error: Error | null }): ReactElement | null {
  // Whoever is signed out is asked to sign in, which says enough.
  if (error === null || (error instanceof ApiError && error.status === 401)) return null;
  return (
    <Notice kind="stop" live>
      {error instanceof ApiError ? error.message : messages.failure.broken}
    </Notice>
  );
}
