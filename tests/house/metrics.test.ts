import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { METRICS, type MetricSpec } from '#platform/metrics-catalog.ts';
import { linesMatching, textOf } from './tree.ts';

const catalogue = Object.entries<MetricSpec>(METRICS);

/** What the client library reports about every process. */
const OF_THE_PROCESS = /^(process|nodejs)_/;

/** The series that a metric is scraped as. */
const series = new Set(
  catalogue.flatMap(([name, { kind }]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

/** The words of an expression that stand where a metric would: no function, no label, no keyword. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  const message = bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()/g);
  return [...message].map((match) => match[1] ?? '').filter((word) => word !== 'by');
}

const Board = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
});

const board = Board.parse(JSON.parse(textOf('deploy/grafana/florin.json')));
const alerts = textOf('deploy/prometheus/alerts.yml');

/** The expressions of the rules, of which some are folded over several lines. */
const rules = [...alerts.matchAll(/^ +expr: (?:>\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
  (match) => match[1] ?? match[2] ?? '',
);

const unknown = (expressions: readonly string[]) =>
  expressions.flatMap(metricsOf).filter((name) => !series.has(name) && !OF_THE_PROCESS.test(name));

describe('the numbers that Florin keeps of itself', () => {
  it('are each explained in a sentence, and have few label values', () => {
    for (const [name, { help, labels }] of catalogue) {
      expect(help, name).toMatch(/^.{15,}\.$/);
      for (const label of labels) {
        expect(label, name).not.toMatch(/token|wallet|address|url|account|client|path/);
      }
    }
  });

  it('end in _total exactly where they count', () => {
    for (const [name, { kind }] of catalogue) {
      expect(name.endsWith('_total'), name).toBe(kind === 'counter');
    }
  });

  it('are all on the board', () => {
    const shown = new Set(
      board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))),
    );
    const missing = catalogue.filter(
      ([name]) => ![...shown].some((one) => one === name || one.startsWith(`${name}_`)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('are the only ones that the board and the alert rules ask for', () => {
    const asked = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(20);
    expect(unknown(asked)).toEqual([]);
    expect(rules.length).toBe([...alerts.matchAll(/- alert: /g)].length);
    expect(unknown(rules)).toEqual([]);
  });

  it('name no alarm that does not exist', () => {
    const kinds = new Set(
      [...textOf('src/hosts/monitoring/alarms.ts').matchAll(/^ {4}\| '([a-z_]+)';?$/gm)].map(
        (match) => match[1],
      ),
    );
    const named = [...alerts.matchAll(/kind=~"([^"]+)"/g)].flatMap((match) =>
      (match[1] ?? '').split('|'),
    );
    expect(named.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect([...kinds].filter((kind) => kind !== 'halted' && !named.includes(kind ?? ''))).toEqual(
      [],
    );
    expect(linesMatching(['deploy/prometheus/alerts.yml'], /chain_halted/)).toHaveLength(1);
  });
});
