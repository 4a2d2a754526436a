import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ensurePageBuild } from '../../src/hosts/pay/build.ts';
import { createPayHost } from '../../src/hosts/pay/pay-host.ts';

const log = pino({ level: 'silent' });

/** A pay host as production has it, in front of a server that answers in place of the API; a test closes it. */
export async function testPayHost(apiUrl: string): Promise<FastifyInstance> {
  return await createPayHost({
    mode: 'production',
    build: await ensurePageBuild({ log }),
    payUrl: 'https://pay.example.com',
    apiUrl,
    authUrl: apiUrl,
    clientId: 'cli_page',
    trustedProxies: [],
    rpcUrls: new Map(),
    log,
  });
}
