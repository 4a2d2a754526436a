import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type OpenApiDocument, printDocument } from './openapi.ts';
import { precompress, sendPrecompressed } from './precompressed.ts';
import { type ReadyReport, readyBody } from './ready-report.ts';
import { mountReference, type Reference } from './reference/serve.ts';

/** It changes with a release; a later request learns by its ETag whether it did. */
const DESCRIPTION_KEPT_SECONDS = 60;

interface HostParts {
  readonly title: string;
  readonly url: string;
  readonly openapi: () => OpenApiDocument;
  readonly reference: Reference;
  ready(): Promise<ReadyReport>;
}

/**
 * Serves what is about the server itself: `/`, `/healthz` (also as `/v1/health` and `/v2/health`),
 * `/readyz`, `/openapi.json`, `/docs`.
 * None of it is counted against a caller, so that a probe is answered also while the database is away.
 */
export function mountHostRoutes(
  app: FastifyInstance,
  { title, url, openapi, reference, ready }: HostParts,
): void {
  const endpoints = {
    docs: '/docs',
    openapi: '/openapi.json',
    alive: '/healthz',
    ready: '/readyz',
  };
  app.get('/', (_request, reply) => reply.send({ name: title, ...endpoints }));
  // The last two are the names of the public API, which its clients use.
  for (const path of ['/healthz', '/v1/health', '/v2/health']) {
    app.get(path, (_request, reply) => reply.send({ status: 'ok' }));
  }
  app.get('/readyz', async (request, reply) => {
    const report = await ready();
    const { checks } = report;
    if (report.ready) return reply.send(readyBody(report));
    const failing = checks.filter(({ ok }) => !ok);
    const message = `Not ready: ${failing.map(({ name }) => name).join(', ')}`;
    const error = STATUS_CODES[503];
    const body = { statusCode: 503, message, error, code: 'not_ready' };
    const where = { docUrl: `${url}/docs`, correlationId: request.id };
    return reply.code(503).send({ ...body, checks, ...where });
  });
  let description: ReturnType<typeof precompress> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    // The description is public, and tools on other origins read it.
    reply.header('access-control-allow-origin', '*');
    description ??= precompress(printDocument(openapi()), 'application/json; charset=utf-8');
    return sendPrecompressed(await description, {
      request,
      reply,
      seconds: DESCRIPTION_KEPT_SECONDS,
    });
  });
  mountReference(app, reference);
}
