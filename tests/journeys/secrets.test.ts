import { sql } from 'kysely';
import { pino } from 'pino';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#platform/db/pool.ts';
import { openReceiver } from '../support/receiver.ts';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'debug' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Secrets that were issued by or given to the service, by kind. */
const secrets = new Map<string, string>();
/** The bodies of all refusals. */
const refusals: string[] = [];

function keep(what: string, secret: unknown): string {
  const text = z.string().min(8).parse(secret);
  secrets.set(what, text);
  return text;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function send(url: string, question: Question = {}): Promise<Said> {
  const said = await sendToHost(url, question);
  if (said.status >= 400) refusals.push(`${said.status} ${JSON.stringify(said.body)}`);
  return said;
}

/** A call that must go well. */
async function done(url: string, question: Question): Promise<Record<string, unknown>> {
  const said = await send(url, question);
  expect([url, said.status, said.body]).toEqual([url, expect.toBeOneOf([200, 201]), said.body]);
  return z.record(z.string(), z.unknown()).parse(said.body);
}

const tokenOf = ({ headers }: Said) =>
  /session_token=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs in by password in every way that goes well or wrong. */
async function signInByPassword(): Promise<string> {
  const { authUrl } = world;
  const email = 'ada@shop.example';
  const password = keep('password', 'correct-horse-battery');
  const wrong = keep('wrong password', 'wrong-horse-battery');
  const body = { email, password };
  keep('first session', tokenOf(await send(`${authUrl}/v1/auth/register`, { body })));
  await send(`${authUrl}/v1/auth/register`, { body });
  await send(`${authUrl}/v1/auth/login`, { body: { email, password: wrong } });
  await send(`${authUrl}/v1/auth/login`, { body: { email: password, password: 7 } });
  await send(`${authUrl}/v1/auth/login`, { body: { ...body, [password]: 1 } }).then(() =>
    // A field that is called like a secret is the caller's own name, and is returned to identify it.
    refusals.pop(),
  );
  const broken = await fetch(`${authUrl}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${email}","password":"${password}`,
  });
  refusals.push(await broken.text());
  return keep('second session', tokenOf(await send(`${authUrl}/v1/auth/login`, { body })));
}

async function signInByWallet(): Promise<string> {
  const { authUrl, sandbox } = world;
  const account = privateKeyToAccount(sandbox.payee.privateKey);
  const challenge = await done(`${authUrl}/v1/auth/wallet/challenge`, {
    body: { address: account.address },
  });
  const { challengeId, nonce, message } = z
    .object({ challengeId: z.string(), nonce: z.string(), message: z.string() })
    .parse(challenge);
  const signature = keep('signature', await account.signMessage({ message }));
  const body = { challengeId, nonce, message, signature };
  const said = await send(`${authUrl}/v1/auth/wallet/verify`, { body });
  await send(`${authUrl}/v1/auth/wallet/verify`, { body });
  return keep('wallet session', tokenOf(said));
}

/** Every call that answers a secret, with a name that is a secret too, and again. */
async function issueKeys(session: string): Promise<void> {
  const { apiUrl, authUrl } = world;
  const named = (key: string) => ({
    ...bearer(session),
    'idempotency-key': keep(`name of ${key}`, `name-that-is-private-${key}`),
  });
  const keys = `${authUrl}/v1/api-keys`;
  const question = { headers: named('api-key'), body: { label: 'Till' } };
  const first = await done(keys, question);
  expect(await done(keys, question)).toEqual(first);
  await send(keys, { ...question, body: { label: 'Other' } });
  keep('API key', first['apiKey']);
  const rotated = await done(`${keys}/${first['id']}/rotate`, {
    headers: named('rotation'),
    body: { overlapSeconds: 60 },
  });
  const apiKey = keep('rotated API key', rotated['apiKey']);
  const partner = await done(`${apiUrl}/v2/orchestrators`, {
    headers: named('partner'),
    body: { orchestratorName: 'Stalls', orchestratorContactEmail: 'team@stalls.example' },
  });
  const orchestrator = keep('orchestrator key', partner['rawKey']);
  const invited = await done(`${apiUrl}/v2/orchestrators/client-id-link-intents`, {
    headers: { 'x-orchestrator-key': orchestrator, 'idempotency-key': 'invitation-1' },
    body: { clientIdName: 'Fruit' },
  });
  const { intent } = z.object({ intent: z.object({ accessToken: z.string() }) }).parse(invited);
  const invitation = keep('invitation', intent.accessToken);
  await send(`${authUrl}/v1/client-id-links/intents/${invitation}`, { headers: bearer(session) });
  await send(`${authUrl}/v1/client-id-links/intents/${invitation}x`, { headers: bearer(session) });
  await send(`${authUrl}/v1/client-id-links/intents/${invitation}`, {
    headers: bearer(session),
    body: { kyt: { provider: 'nobody' } },
  });
  const renewed = await done(`${apiUrl}/v2/orchestrators/keys/rotate`, {
    headers: { 'x-orchestrator-key': orchestrator },
    body: { overlapSeconds: 60 },
  });
  keep('rotated orchestrator key', renewed['rawKey']);
  await send(`${apiUrl}/v2/orchestrators`, {
    headers: bearer(session),
    body: { orchestratorName: orchestrator, orchestratorContactEmail: orchestrator },
  });
  await misuse(apiKey, orchestrator);
}

/** Secrets where they do not belong, as people paste them. */
async function misuse(apiKey: string, orchestrator: string): Promise<void> {
  const { apiUrl, authUrl } = world;
  const mistyped = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`;
  for (const secret of [apiKey, orchestrator]) {
    await send(`${apiUrl}/v2/secure-payments/${secret}`, { headers: { 'x-client-id': secret } });
    await send(`${apiUrl}/${secret}?token=${secret}&key=${secret}`);
    await send(`${authUrl}/v1/webhook?secret=${secret}`, { headers: { 'x-api-key': mistyped } });
    await send(`${authUrl}/v1/webhook`, {
      headers: { 'x-api-key': apiKey },
      body: { url: secret },
    });
    await send(`${authUrl}/v1/webhook`, { headers: bearer(secret), method: 'DELETE' });
    await send(`${apiUrl}/v2/secure-payments`, {
      headers: { 'x-api-key': apiKey, 'idempotency-key': `${secret} ` },
      body: { requests: [{ destinationId: secret, amount: secret }] },
    });
    await send(`${authUrl}/v1/audit?cursor=${secret}`, { headers: { 'x-api-key': apiKey } });
    await send(`${authUrl}/v1/audit`, {
      headers: { cookie: `session_token=${secret}; other=${secret}` },
    });
  }
}

/** A webhook that fails first, so that its delivery is logged. */
async function deliverWebhook(): Promise<void> {
  await using receiver = await openReceiver();
  receiver.answerNext('payment.confirmed', 500);
  const { secret } = await world.registerWebhook(receiver.url);
  keep('webhook secret', secret);
  const link = await world.createLink('3');
  await world.pay(link.token);
  const delivery = await receiver.awaitDelivery(
    ({ headers }) => headers['x-service-retry-count'] === '1',
  );
  keep('signature of a webhook', delivery.headers['x-service-signature']);
}

/** Everything that the database holds, as text. */
async function dump(): Promise<string> {
  const { db, close } = openDatabase(world.databaseUrl, { log: pino({ level: 'silent' }) });
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  await close();
  return texts.join('\n');
}

/** Which secrets a text holds: whole, or all but the first characters that people may know. */
function findSecrets(text: string): string[] {
  return [...secrets]
    .filter(([, secret]) => text.includes(secret) || text.includes(secret.slice(-24)))
    .map(([what]) => what);
}

it('no secret that was issued is in a log, a refusal or the database', async () => {
  const session = await signInByPassword();
  await issueKeys(session);
  await signInByWallet();
  await deliverWebhook();
  await send(`${world.authUrl}/v1/auth/logout`, { method: 'POST', headers: bearer(session) });
  await send(`${world.authUrl}/v1/auth/session`, { headers: bearer(session) });

  // So that all of its output is here.
  await world.stop();

  expect(secrets.size).toBeGreaterThan(14);
  expect(refusals.length).toBeGreaterThan(20);
  // The search covers the right place.
  expect(world.output()).toContain('createApiKey');
  expect(findSecrets(`a log with ${secrets.get('API key')} in it`)).toEqual(['API key']);

  expect(findSecrets(world.output())).toEqual([]);
  expect(findSecrets(refusals.join('\n'))).toEqual([]);
  const rows = await dump();
  expect(rows).toContain('ada@shop.example');
  // The names of calls are not secrets to us, and are how they are found again.
  const stored = findSecrets(rows).filter((what) => !what.startsWith('name of'));
  expect(stored).toEqual([]);
});
