import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sendCacheable } from './cacheable.ts';
import { type OpenApiDocument, printDocument } from './openapi.ts';
import { type ReadyReport, readyBody } from './ready-report.ts';

/** It changes with a release; whoever asks later is told by its ETag whether it did. */
const DESCRIPTION_KEPT_SECONDS = 60;

interface HostParts {
  readonly title: string;
  readonly url: string;
  readonly openapi: OpenApiDocument;
  ready(): Promise<ReadyReport>;
}

/**
 * Serves what is about the server itself: `/`, `/healthz` (also as `/v1/health` and `/v2/health`),
 * `/readyz`, `/openapi.json`, `/docs`.
 * None of it is counted against a caller, so that a probe is answered also while the database is away.
 */
export async function mountHostRoutes(
  app: FastifyInstance,
  { title, url, openapi, ready }: HostParts,
): Promise<void> {
  const places = { docs: '/docs', openapi: '/openapi.json', alive: '/healthz', ready: '/readyz' };
  app.get('/', (_request, reply) => reply.send({ name: title, ...places }));
  // The last two are the names of the public API, where clients of it look.
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
    const words = { statusCode: 503, message, error, code: 'not_ready' };
    const where = { docUrl: `${url}/docs`, correlationId: request.id };
    return reply.code(503).send({ ...words, checks, ...where });
  });
  const text = printDocument(openapi);
  app.get('/openapi.json', (request, reply) => {
    // The description is public, and tools on other origins read it.
    reply.header('access-control-allow-origin', '*');
    return sendCacheable({ text, seconds: DESCRIPTION_KEPT_SECONDS }, request, reply);
  });
  await mountDocs(app, title, openapi);
}

/** The reference page. Its styles are inline, so it has a policy of its own, and asks only our hosts. */
async function mountDocs(
  app: FastifyInstance,
  title: string,
  openapi: OpenApiDocument,
): Promise<void> {
  const hosts = (openapi.servers ?? []).map(({ url }) => url).join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${hosts}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  await app.register(swagger, { mode: 'static', specification: { document: openapi } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    theme: { title },
    // The badge of a validator elsewhere would tell it of every visitor.
    // Deep links, because every refusal's `docUrl` points at its operation.
    uiConfig: {
      validatorUrl: null,
      layout: 'BaseLayout',
      docExpansion: 'list',
      deepLinking: true,
    },
  });
}
