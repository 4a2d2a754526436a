import type { ReactElement } from 'react';
import { isUnloaded } from '../../engine/is-unloaded.ts';
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
  const { title, retry, reload, support } = messages.failure;
  const isOurs = error instanceof ApiError;
  return (
    <Notice kind="stop" live>
      <p className="font-semibold">{title}</p>
      <p>{textOf(error)}</p>
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

function textOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  return isUnloaded(error) ? messages.failure.unloaded : messages.failure.broken;
}

/** What was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown', { cause: thrown });
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
      {textOf(error)}
    </Notice>
  );
}
