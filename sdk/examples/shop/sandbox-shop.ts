import { createServer, type Server } from 'node:http';
import { createShop, type ShopSettings } from './shop.ts';

/** Where a running sandbox is, and what opens it. */
export interface SandboxSettings
  extends Pick<ShopSettings, 'apiUrl' | 'payUrl' | 'apiKey' | 'destinationId'> {
  readonly authUrl: string;
  /** 0 for any. */
  readonly port: number;
}

/** The shop as it runs; its client ID and webhook end with it. */
export interface SandboxShop {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the shop beside a sandbox, with a client ID and a webhook of its own. In production you make both once, in the dashboard
 * or by these two calls, and the shop gets them as settings.
 */
export async function startSandboxShop(settings: SandboxSettings): Promise<SandboxShop> {
  const { apiUrl, authUrl, apiKey, port } = settings;
  const server = createServer();
  const url = `http://localhost:${await listen(server, port)}`;
  const key = { 'x-api-key': apiKey };
  const client = await post(`${apiUrl}/v2/client-ids`, key, {
    label: 'Example shop',
    allowedDomains: [url],
  });
  const clientId = textOf(client, 'clientId');
  const webhook = await post(
    `${authUrl}/v1/webhook`,
    { ...key, 'x-client-id': clientId },
    { url: `${url}/webhooks` },
  );
  const app = await createShop({ ...settings, clientId, webhookSecret: textOf(webhook, 'secret') });
  await app.ready();
  server.on('request', (request, response) => app.routing(request, response));
  return {
    url,
    async stop() {
      // With it end its webhook and its links that are still open.
      const path = `/v2/client-ids/${textOf(client, 'id')}`;
      await fetch(apiUrl + path, { method: 'DELETE', headers: key });
      server.closeAllConnections();
      server.close();
      await app.close();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

function textOf(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : '';
  if (typeof text !== 'string' || text === '') throw new Error(`there is no ${name} in the answer`);
  return text;
}
