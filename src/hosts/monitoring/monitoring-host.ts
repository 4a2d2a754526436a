import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import { type ReadyReport, readyBody } from '#platform/http/ready-report.ts';
import type { Log } from '#platform/log.ts';
import type { ReadableMeter } from '#platform/metrics.ts';
import { setGauges } from './gauges.ts';
import type { Status } from './status.ts';

/** What the monitoring host reports. */
interface MonitoringParts {
  readonly meter: ReadableMeter;
  readonly status: () => Promise<Status>;
  readonly ready: () => Promise<ReadyReport>;
  readonly log: Log;
}

/**
 * The host for monitoring an installation: `/metrics`, `/status`, `/healthz` and `/readyz`,
 * on its own port that no proxy makes public. It needs no credential.
 *
 * Metrics are answered also while the database is unreachable: its gauges are then left
 * out, which shows the outage. `/status` is then 503.
 */
export function createMonitoringHost(parts: MonitoringParts): FastifyInstance {
  const { meter, ready } = parts;
  const app = fastify({ logger: false });
  collectDefaultMetrics({ register: meter.registry });
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const report = await ready();
    return reply.code(report.ready ? 200 : 503).send(readyBody(report));
  });
  app.get('/status', async (_request, reply) => {
    const found = await readStatus(parts);
    if (found !== undefined) return reply.header('cache-control', 'no-store').send(found);
    const message = 'The database does not answer';
    return reply.code(503).send({ statusCode: 503, code: 'database_away', message });
  });
  app.get('/metrics', async (_request, reply) => {
    const found = await readStatus(parts);
    if (found === undefined) meter.resetGauges();
    else setGauges(meter, found);
    return reply.type(meter.registry.contentType).send(await meter.registry.metrics());
  });
  return app;
}

/** A scrape times out after ten seconds by default, and must still get the rest. */
const STATUS_TIMEOUT_MS = 2_000;

async function readStatus({
  status,
  log,
}: Pick<MonitoringParts, 'status' | 'log'>): Promise<Status | undefined> {
  try {
    return await within(STATUS_TIMEOUT_MS, status(), () => {
      throw new Outage(`no answer within ${STATUS_TIMEOUT_MS} ms`);
    });
  } catch (error) {
    log.warn({ err: error }, 'the status could not be read from the database');
    return undefined;
  }
}
