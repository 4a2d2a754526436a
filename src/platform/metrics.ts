import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricSpec } from './metrics-catalog.ts';

/** A metric's name, as in the catalogue. */
type MetricName = keyof typeof METRICS;

type NameOf<Kind extends MetricSpec['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** The labels that a metric requires. */
type MetricLabels<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]['labels'][number], string>
>;

/** Where numbers are reported. Reporting never fails and waits for nothing. */
export interface Meter {
  /** Adds to a counter; by one if no number is given. */
  count<Name extends NameOf<'counter'>>(name: Name, labels: MetricLabels<Name>, by?: number): void;
  /** Adds to a histogram, in the unit that its name ends in. */
  observe<Name extends NameOf<'histogram'>>(
    name: Name,
    labels: MetricLabels<Name>,
    value: number,
  ): void;
}

/** A value of a gauge, and what it is of. */
interface GaugeValue<Name extends MetricName> {
  readonly labels: MetricLabels<Name>;
  readonly value: number;
}

/** Metrics that can be read. */
export interface ReadableMeter extends Meter {
  readonly registry: Registry;
  /** Replaces all values of a gauge. */
  set<Name extends NameOf<'gauge'>>(name: Name, values: readonly GaugeValue<Name>[]): void;
  /** Takes their values from all gauges. */
  resetGauges(): void;
}

/** A meter with every metric of the catalogue, all at nothing. */
export function openMeter(): ReadableMeter {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Gauge>();
  for (const [name, spec] of Object.entries<MetricSpec>(METRICS)) {
    const { help } = spec;
    const parts = { name, help, labelNames: [...spec.labels], registers: [registry] };
    if (spec.kind === 'counter') counters.set(name, new Counter(parts));
    if (spec.kind === 'gauge') gauges.set(name, new Gauge(parts));
    if (spec.kind === 'histogram') {
      const buckets = spec.buckets === undefined ? {} : { buckets: [...spec.buckets] };
      histograms.set(name, new Histogram({ ...parts, ...buckets }));
    }
  }
  return {
    registry,
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    set: (name, values) => {
      const gauge = gauges.get(name);
      gauge?.reset();
      for (const { labels, value } of values) gauge?.set(labels, value);
    },
    resetGauges: () => {
      for (const gauge of gauges.values()) gauge.reset();
    },
  };
}

/** Metrics that store nothing, for processes that serve none. */
export const silentMeter: Meter = { count: () => undefined, observe: () => undefined };
