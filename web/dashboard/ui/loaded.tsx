import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { PageError } from './page-error.tsx';
import { Lines } from './skeleton.tsx';

interface Props<Data> {
  readonly of: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What was read; until then grey lines, and where it could not be read why. */
export function Loaded<Data>({ of: query, children }: Props<Data>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error === null) return <Lines />;
  return <PageError error={query.error} onRetry={() => void query.refetch()} />;
}
