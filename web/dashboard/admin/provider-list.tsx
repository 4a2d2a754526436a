import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { adminHealthMessages as messages } from '../messages/en-admin-health.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import type { Health } from './health-parts.ts';

type Provider = Health['providers'][number];

const count = new Intl.NumberFormat('en');

/** The services of others that are configured, and how they answer. */
export function Providers({ providers }: Pick<Health, 'providers'>): ReactElement {
  const { title, none, noneText } = messages.providers;
  return (
    <Card title={title}>
      {providers.length === 0 && <Empty title={none} text={noneText} />}
      <ul>
        {providers.map((provider) => (
          <Row key={`${provider.kind} ${provider.name}`} provider={provider} />
        ))}
      </ul>
    </Card>
  );
}

const BADGES = { well: 'good', shaky: 'warn', failing: 'stop', unknown: 'plain' } as const;

function stateOf({ answeredAt, errors }: Provider): keyof typeof BADGES {
  // Which came last, the answer or the failure, is not known.
  if (answeredAt === null) return errors > 0 ? 'failing' : 'unknown';
  return errors > 0 ? 'shaky' : 'well';
}

function Row({ provider }: { readonly provider: Provider }): ReactElement {
  const { kind, name, answeredAt, latencyMs, errors, lastError } = provider;
  const text = messages.providers;
  const state = stateOf(provider);
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <Badge kind={BADGES[state]}>{text.states[state]}</Badge>
      </div>
      <p className="text-sm text-muted">
        {text.kinds[kind]}
        {answeredAt !== null && (
          <>
            {' '}
            · {text.answered} <Time at={answeredAt} />
          </>
        )}
        {latencyMs !== null && ` · ${messages.took(count.format(Math.ceil(latencyMs)))}`}
        {errors > 0 && ` · ${messages.errors(errors)}`}
      </p>
      {lastError !== null && (
        <p className="text-sm text-muted wrap-anywhere">{messages.last(plainText(lastError))}</p>
      )}
    </li>
  );
}
