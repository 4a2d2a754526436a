import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import {
  type DayRange,
  paymentFiguresQuery,
  requestFiguresQuery,
  webhookFiguresQuery,
} from '../api/figures.ts';
import type { PaymentFigures, RequestFigures, WebhookFigures } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { figureMessages as messages } from '../messages/en-figures.ts';
import { amountText } from '../ui/amount-text.ts';
import { Chart } from '../ui/chart.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import { FailureChart } from '../webhooks/failure-chart.tsx';
import {
  byDate,
  datesOf,
  formatDuration,
  formatPercent,
  percentSeries,
  rangeOf,
  unitOf,
} from './figure-values.ts';
import { NetworkShares } from './network-shares.tsx';
import { DAY_CHOICES, DAYS_PRESET, readHomeSearch } from './search.ts';
import { Tiles } from './tiles.tsx';

const route = getRouteApi('/');

/** How business goes: numbers of the last days, each with its chart. */
export function Figures(): ReactElement {
  const { days = DAYS_PRESET } = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeOf(days);
  const payments = useQuery(paymentFiguresQuery(range));
  const requests = useQuery(requestFiguresQuery(range));
  const webhooks = useQuery(webhookFiguresQuery(range));
  return (
    <section aria-label={messages.title} className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">{messages.title}</h2>
          <p className="text-muted">{messages.zone(range.timeZone)}</p>
        </div>
        <div className="w-44">
          <SelectField
            label={messages.days.label}
            value={String(days)}
            options={DAY_CHOICES.map((choice) => [String(choice), messages.days.last(choice)])}
            onText={(chosen) =>
              void navigate({ search: readHomeSearch({ days: chosen }), replace: true })
            }
          />
        </div>
      </div>
      <Tiles payments={payments.data} requests={requests.data} webhooks={webhooks.data} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Waiting of={payments}>{(figures) => <Volume range={range} figures={figures} />}</Waiting>
        <Waiting of={payments}>{(figures) => <NetworkShares figures={figures} />}</Waiting>
        <Waiting of={requests}>{(figures) => <Success range={range} figures={figures} />}</Waiting>
        <Waiting of={payments}>
          {(figures) => <Durations range={range} figures={figures} />}
        </Waiting>
        <Waiting of={webhooks}>{(figures) => <Latency range={range} figures={figures} />}</Waiting>
        <Waiting of={webhooks}>
          {(figures) => <FailureChart range={range} figures={figures} />}
        </Waiting>
      </div>
    </section>
  );
}

/** A chart, or the ground that it will stand on. */
function Waiting<Data>({ of, children }: Parameters<typeof Loaded<Data>>[0]): ReactElement {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  return (
    <Card>
      <Loaded of={of}>{children}</Loaded>
    </Card>
  );
}

interface Shown<Data> {
  readonly range: DayRange;
  readonly figures: Data;
}

/** What was paid in one token: amounts of two tokens are never in one drawing. */
function Volume({ range, figures }: Shown<PaymentFigures>): ReactElement {
  const { volumes } = figures;
  const [chosen, choose] = useState(0);
  // What was paid in comes before what was paid out, the most payments first.
  const sorted = [...volumes].sort(
    (a, b) => a.flow.localeCompare(b.flow) || b.payments - a.payments,
  );
  const volume = sorted[chosen] ?? sorted[0];
  const text = messages.volume;
  const nameOf = ({ flow, currency, network }: (typeof volumes)[number]) =>
    text.choice(readCurrencyId(currency).symbol, networkName(network), text.flow[flow]);
  const symbol = volume === undefined ? text.nothing : readCurrencyId(volume.currency).symbol;
  const dates = datesOf(range);
  const amounts = byDate(dates, volume?.days ?? [], ({ amount }) => amount);
  return (
    <Chart
      title={text.title}
      unit={symbol}
      summary={
        volume === undefined
          ? text.none
          : text.summary({
              amount: amountText(volume.amount),
              symbol,
              network: networkName(volume.network),
              payments: volume.payments,
              flow: text.flow[volume.flow],
            })
      }
      dates={dates}
      series={[
        {
          label: text.amount,
          values: amounts.map((amount) => (amount === undefined ? null : Number(amount))),
          texts: amounts.map((amount) => amount ?? ''),
        },
      ]}
      kind="bars"
      format={(value) => compact.format(value)}
      fileName={`volume-${volume?.currency ?? 'none'}`}
      choice={
        sorted.length > 1 && (
          <SelectField
            label={text.token}
            value={String(chosen)}
            options={sorted.map((one, i) => [String(i), nameOf(one)])}
            onText={(value) => choose(Number(value))}
          />
        )
      }
    />
  );
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

function Success({ range, figures }: Shown<RequestFigures>): ReactElement {
  const text = messages.success;
  const incoming = figures.flows.find(({ flow }) => flow === 'incoming');
  const dates = datesOf(range);
  const rates = byDate(dates, incoming?.days ?? [], ({ successRate }) => successRate);
  return (
    <Chart
      title={text.title}
      unit="%"
      summary={
        incoming === undefined || incoming.successRate === null
          ? text.none
          : text.summary(formatPercent(incoming.successRate), incoming)
      }
      dates={dates}
      series={[percentSeries(text.label, rates)]}
      kind="lines"
      top={100}
      format={(value) => `${value} %`}
      fileName="success-rate"
    />
  );
}

function Durations({ range, figures }: Shown<PaymentFigures>): ReactElement {
  const text = messages.durations;
  const { durations } = figures;
  const dates = datesOf(range);
  const [size, unit] = unitOf(
    Math.max(0, ...durations.days.map(({ settled }) => settled.p95Seconds)),
  );
  const seriesOf = (label: string, part: 'p50Seconds' | 'p95Seconds') => {
    const values = byDate(dates, durations.days, ({ settled }) => settled[part] / size);
    return {
      label,
      values: values.map((value) => value ?? null),
      texts: values.map((value) => (value === undefined ? '' : value.toFixed(1))),
    };
  };
  return (
    <Chart
      title={text.title}
      unit={text.units[unit]}
      summary={
        durations.settled === null || durations.confirmed === null
          ? text.none
          : text.summary({
              settled: formatDuration(durations.settled.p50Seconds),
              slowest: formatDuration(durations.settled.p95Seconds),
              confirmed: formatDuration(durations.confirmed.p50Seconds),
            })
      }
      dates={dates}
      series={[seriesOf(messages.half, 'p50Seconds'), seriesOf(messages.most, 'p95Seconds')]}
      kind="lines"
      format={(value) => `${value} ${unit}`}
      fileName="time-to-settle"
    />
  );
}

function Latency({ range, figures }: Shown<WebhookFigures>): ReactElement {
  const text = messages.latency;
  const dates = datesOf(range);
  const seriesOf = (label: string, part: 'p50Ms' | 'p95Ms') => {
    const values = byDate(dates, figures.days, ({ latency }) => latency?.[part]);
    return {
      label,
      values: values.map((value) => value ?? null),
      texts: values.map((value) => (value === undefined ? '' : String(value))),
    };
  };
  return (
    <Chart
      title={text.title}
      unit={text.unit}
      summary={figures.latency === null ? text.none : text.summary(figures.latency)}
      dates={dates}
      series={[seriesOf(messages.half, 'p50Ms'), seriesOf(messages.most, 'p95Ms')]}
      kind="lines"
      format={(value) => `${value} ms`}
      fileName="webhook-latency"
    />
  );
}
