import type { ReactElement } from 'react';
import type { PaymentFigures, RequestFigures, WebhookFigures } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { figureMessages } from '../messages/en-figures.ts';
import { amountText } from '../ui/amount-text.ts';
import { readCurrencyId } from '../ui/currency-id.ts';
import { formatDuration, formatPercent } from './figure-values.ts';

const messages = figureMessages.tiles;

interface Props {
  readonly payments: PaymentFigures | undefined;
  readonly requests: RequestFigures | undefined;
  readonly webhooks: WebhookFigures | undefined;
}

/** The numbers that are read first. */
export function Tiles({ payments, requests, webhooks }: Props): ReactElement {
  const incoming = requests?.flows.find(({ flow }) => flow === 'incoming');
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Received payments={payments} />
      <Tile
        name={messages.success}
        value={incoming && percentOf(incoming.successRate)}
        more={incoming && messages.ofLinks(incoming.paid, incoming.created)}
      />
      <Tile
        name={messages.settled}
        value={payments && durationOf(payments.durations.settled?.p50Seconds)}
        more={
          payments?.durations.confirmed == null
            ? undefined
            : messages.confirmed(formatDuration(payments.durations.confirmed.p50Seconds))
        }
      />
      <Tile
        name={messages.failures}
        value={webhooks && percentOf(webhooks.failureRate)}
        more={webhooks && messages.attempts(webhooks.attempts)}
      />
    </dl>
  );
}

/** The token of most payments, as different tokens have no sum; the others are named. */
function Received({ payments }: Pick<Props, 'payments'>): ReactElement {
  const received = (payments?.volumes ?? [])
    .filter(({ flow }) => flow === 'incoming')
    .sort((a, b) => b.payments - a.payments);
  const [most, ...others] = received;
  if (payments === undefined || most === undefined) {
    return <Tile name={messages.received} value={payments && messages.none} />;
  }
  const { symbol } = readCurrencyId(most.currency);
  const on = messages.on(networkName(most.network), most.payments);
  return (
    <Tile
      name={messages.received}
      value={`${formatAmount(most.amount)} ${symbol}`}
      more={others.length === 0 ? on : `${on}, ${messages.others(others.length)}`}
    />
  );
}

const DECIMALS_SHOWN = 2;

/** A decimal in groups, cut after two decimals; the exact one is in the chart's table. */
function formatAmount(amount: string): string {
  const [units = '0', decimals = ''] = amount.split('.');
  const shown = decimals.slice(0, DECIMALS_SHOWN);
  return amountText(shown === '' ? units : `${units}.${shown}`);
}

function percentOf(rate: number | null): string {
  return rate === null ? messages.none : formatPercent(rate);
}

function durationOf(seconds: number | undefined): string {
  return seconds === undefined ? messages.none : formatDuration(seconds);
}

interface TileProps {
  readonly name: string;
  /** Undefined while it is read. */
  readonly value: string | undefined;
  readonly more?: string | undefined;
}

function Tile({ name, value, more }: TileProps): ReactElement {
  return (
    <div className="min-w-0 rounded-xl border border-line bg-card p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">
        {value === undefined ? (
          <span className="block h-8 w-24 animate-pulse rounded bg-soft motion-reduce:animate-none" />
        ) : (
          <span className="block text-2xl font-bold wrap-anywhere tabular-nums">{value}</span>
        )}
        {more !== undefined && <span className="block text-sm text-muted">{more}</span>}
      </dd>
    </div>
  );
}
