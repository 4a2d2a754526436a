import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { ApiError } from '../api/client.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { sessionQuery } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';

interface Props<Data> {
  readonly of: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/**
 * What was read for an administrator. Whoever signed in with a password alone reads how to add a second factor; for whoever
 * is no administrator any more the page goes, as the session is asked for anew.
 */
export function AdminLoaded<Data>({ of: query, children }: Props<Data>): ReactElement {
  const queries = useQueryClient();
  const code = query.error instanceof ApiError ? query.error.code : undefined;
  const isRevoked = code === 'no_such_endpoint';
  useEffect(() => {
    if (isRevoked) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [isRevoked, queries]);
  if (code === 'second_factor_required') return <NeedsSecondFactor />;
  return <Loaded of={query}>{children}</Loaded>;
}

function NeedsSecondFactor(): ReactElement {
  const { title, text, link } = adminMessages.needsSecondFactor;
  return (
    <Notice kind="warn">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      <Link to="/security" className="font-medium text-accent underline">
        {link}
      </Link>
    </Notice>
  );
}
