import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { apiKeysQuery } from '../api/queries.ts';
import type { ApiRequest } from '../api/shapes.ts';
import { apiRequestMessages as messages } from '../messages/en-api-requests.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/column.ts';
import { Code } from '../ui/copy.tsx';
import { Time } from '../ui/time.tsx';
import type { ApiRequestSearch } from './search.ts';

/** What a call is shown by. */
export const API_REQUEST_COLUMNS = [
  {
    id: 'path',
    title: messages.titles.path,
    isMain: true,
    share: 2.3,
    cell: ({ method, path }) => (
      <>
        <span className="font-mono text-sm font-semibold">{method}</span>{' '}
        <Narrow search={{ path }} label={messages.onlyPath(path)} text={path} />
      </>
    ),
  },
  {
    id: 'status',
    title: messages.titles.status,
    share: 1.7,
    cell: ({ status, errorCode }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge kind={badgeOf(status)}>{String(status)}</Badge>
        {errorCode !== null && <code className="font-mono text-sm">{errorCode}</code>}
      </span>
    ),
  },
  {
    id: 'credential',
    title: messages.titles.credential,
    share: 1.5,
    cell: ({ credential }) => <Credential credential={credential} />,
  },
  {
    id: 'duration',
    title: messages.titles.duration,
    share: 0.7,
    cell: ({ durationMs }) => (
      <span className="whitespace-nowrap tabular-nums">{messages.took(durationMs)}</span>
    ),
  },
  {
    id: 'call',
    title: messages.titles.call,
    share: 2,
    cell: ({ correlationId }) => <Code text={correlationId} what={messages.titles.call} short />,
  },
  {
    id: 'time',
    title: messages.titles.time,
    share: 1.1,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
] satisfies readonly Column<ApiRequest>[];

function badgeOf(status: number): 'good' | 'warn' | 'stop' {
  if (status >= 500) return 'stop';
  return status >= 400 ? 'warn' : 'good';
}

/** By its name where it is a key of the account that is still there. */
function Credential({ credential }: Pick<ApiRequest, 'credential'>): ReactElement {
  const { data } = useQuery(apiKeysQuery);
  const { kind, id } = credential;
  const label = data?.apiKeys.find((key) => key.id === id)?.label;
  const name = plainText(label ?? id);
  return (
    <>
      <Narrow search={{ credential: id }} label={messages.onlyCredential(name)} text={name} />
      <span className="block text-sm text-muted">{messages.kinds[kind] ?? kind}</span>
    </>
  );
}

/** Leads to the calls that are like this one. */
function Narrow({
  search,
  label,
  text,
}: {
  readonly search: ApiRequestSearch;
  readonly label: string;
  readonly text: string;
}): ReactElement {
  return (
    <Link
      to="/api-requests"
      search={(before) => ({ ...before, ...search })}
      aria-label={label}
      className="font-medium text-accent underline wrap-anywhere"
    >
      {text}
    </Link>
  );
}
