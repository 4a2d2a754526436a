import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { equalSecrets, signText } from '#kit/secret.ts';
import {
  confirmSafeTransaction,
  draftSafeTransaction,
  executeSafeTransaction,
  proposeSafeTransaction,
} from '../src/sandbox/safe-wallet.ts';
import { readSandboxFile, type SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { type SpawnedSandbox, spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { asCall, sendCall } from '../src/sandbox/test-wallet.ts';

/** How long the webhook may take after the payment: confirmations, settlement and delivery. */
const WEBHOOK_TIMEOUT_MS = 30_000;
/** Where a checkout keeps its data unless FLORIN_HOME says otherwise. */
const home = process.env['FLORIN_HOME'] ?? '.florin';
const started = elapsedMs();
/** `npm run demo -- --safe` pays from an account of two owners. */
const paysFromSafe = process.argv.includes('--safe');
/** `npm run demo -- --recurring` signs once for three payments a month apart, the first of which is sent. */
const recurs = process.argv.includes('--recurring');

const Webhook = z.object({ id: z.string(), secret: z.string() });
const Link = z.object({
  token: z.string(),
  securePaymentUrl: z.string(),
  requestIds: z.array(z.string()),
});
const Calldata = z.object({
  transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })),
  metadata: z.object({ stepsRequired: z.number(), needsApproval: z.boolean() }),
});
const Recurring = z.object({
  id: z.string(),
  requestId: z.string(),
  pageUrl: z.string(),
  transactions: Calldata.shape.transactions,
  recurringPaymentPermit: z.object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    values: z.record(z.string(), z.unknown()),
  }),
});
const SafeCalldata = Calldata.extend({
  metadata: z.object({ safePaymentDeadline: z.number().optional() }),
});
const DeliveredEvent = z.object({
  event: z.string(),
  requestId: z.string(),
  amount: z.string(),
  txHash: z.string(),
});

/** Prints one step with the time since the start. */
function say(text: string): void {
  const seconds = ((elapsedMs() - started) / 1000).toFixed(2).padStart(6);
  process.stdout.write(`${seconds} s  ${text}\n`);
}

/** The running sandbox of this checkout, or one of our own in a folder that is removed afterwards. */
async function findSandbox(): Promise<{ sandbox: SandboxFile; end: () => Promise<void> }> {
  const running = await readSandboxFile(home);
  if (running !== undefined && (await isUp(running))) {
    say(`found the running sandbox at ${running.apiUrl}`);
    return { sandbox: running, end: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'florin-demo-'));
  const spawned: SpawnedSandbox = await spawnSandbox({ home: folder });
  say(`started a sandbox of our own at ${spawned.sandbox.apiUrl}`);
  const end = async () => {
    await spawned.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { sandbox: spawned.sandbox, end };
}

async function isUp(sandbox: SandboxFile): Promise<boolean> {
  const answer = await fetch(`${sandbox.apiUrl}/readyz`).catch(() => undefined);
  return answer?.ok === true;
}

/** Calls the API and parses the answer; any refusal ends the demo with its words. */
async function call<T>(schema: z.ZodType<T>, url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${init.method ?? 'GET'} ${url} answered ${answer.status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

/** Listens on loopback for webhooks and hands them out as they come. */
async function openReceiver() {
  const received: Delivery[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body, signature: String(request.headers['x-service-signature']) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    url: `http://127.0.0.1:${port}/webhook`,
    close: () => {
      // Kept-alive connections would keep the process alive too.
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Pays a link as its page would: reads the calldata, signs each call with the payer's key, sends it. */
async function pay(sandbox: SandboxFile, token: string): Promise<void> {
  const { payer, clientId, origin } = sandbox;
  const { destinationId } = sandbox.payee;
  const network = Object.values(sandbox.networks).find(({ chainId }) =>
    destinationId.includes(`@eip155:${chainId}#`),
  );
  if (network === undefined) throw new Error(`this sandbox has no node for ${destinationId}`);
  const url = `${sandbox.apiUrl}/v2/secure-payments/${token}/pay?wallet=${payer.address}`;
  const plan = await call(Calldata, url, { headers: { 'x-client-id': clientId, origin } });
  say(`read ${plan.transactions.length} transactions to sign`);
  for (const transaction of plan.transactions) {
    const hash = await sendCall(network, payer, asCall(transaction));
    say(`signed, sent and mined ${hash}`);
  }
}

/** Waits until a link is held for the owners who sign: its proposal is read while its report is answered, or soon after. */
async function awaitHold(link: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const deadline = elapsedMs() + WEBHOOK_TIMEOUT_MS;
  while (elapsedMs() < deadline) {
    const { status } = await fetch(link, { headers });
    if (status === 423) {
      say('reported the proposal: others who open the link get 423');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${link} was not held within ${WEBHOOK_TIMEOUT_MS / 1000} s`);
}

/** The sandbox's network that a Safe pays on in the demo: proposals are reported of networks that the specification names. */
const SAFE_NETWORK = 'base';

/** Begins a payout on Base whose payer signs once; returns the request of its first payment, which is due. */
async function beginRecurring({ apiUrl, apiKey, payee, payer, networks }: SandboxFile) {
  const node = networks['base'];
  if (node === undefined) throw new Error('this sandbox has no node of Base');
  const currency = 'USDC-base';
  const { timestamp } = await createPublicClient({ transport: http(node.rpcUrl) }).getBlock();
  const terms = { amount: '12.5', invoiceCurrency: currency, paymentCurrency: currency };
  // By the time of the node, which the clock of a sandbox may have moved.
  const startDate = new Date(Number(timestamp) * 1_000).toISOString();
  const recurrence = { startDate, frequency: 'MONTHLY', totalPayments: 3, payer: payer.address };
  const post = <T>(schema: z.ZodType<T>, path: string, body: object) =>
    call(schema, `${apiUrl}/v2/payouts${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    });
  const created = await post(Recurring, '', { payee: payee.address, ...terms, recurrence });
  say(`created ${created.id}: 12.5 USDC every 30 days, 3 times; page ${created.pageUrl}`);
  for (const approval of created.transactions) {
    say(`allowed all three payments in ${await sendCall(node, payer, asCall(approval))}`);
  }
  const { domain, types, values: message } = created.recurringPaymentPermit;
  const signer = privateKeyToAccount(payer.privateKey);
  const permit = { domain, types, primaryType: 'SchedulePermit', message };
  const permitSignature = await signer.signTypedData(permit);
  await post(z.unknown(), `/recurring/${created.id}`, { permitSignature });
  say('signed the permit; the payments are sent without the payer from now on');
  return created.requestId;
}

/** Pays a link from the test Safe: one owner proposes, the other confirms, and one of them executes. */
async function payFromSafe(sandbox: SandboxFile, token: string): Promise<void> {
  const { safe, clientId, origin, apiUrl, networks } = sandbox;
  const node = networks[SAFE_NETWORK];
  const [first, second] = safe?.owners ?? [];
  if (safe?.serviceUrl === undefined || !node || !first || !second) {
    throw new Error('this sandbox has no Safe service, which needs a local node of Base');
  }
  const serviceUrl = `${safe.serviceUrl}/${SAFE_NETWORK}/api`;
  const headers = { 'x-client-id': clientId, origin, 'content-type': 'application/json' };
  const link = `${apiUrl}/v2/secure-payments/${token}`;
  const plan = await call(SafeCalldata, `${link}/pay?wallet=${safe.address}&isSafe=true`, {
    headers,
  });
  say(`read ${plan.transactions.length} calls that the Safe ${safe.address} is to make together`);
  const draft = await draftSafeTransaction(node, safe, plan.transactions.map(asCall));
  await proposeSafeTransaction(serviceUrl, draft, first);
  say(`proposed ${draft.hash}, signed by one of two owners`);
  const { safePaymentDeadline } = plan.metadata;
  const report = { safeTxHash: draft.hash, chain: 'BASE', token: 'USDC' };
  const about = { ...report, payerAddress: safe.address, safePaymentDeadline };
  await call(z.unknown(), `${link}/intent`, {
    method: 'POST',
    headers,
    body: JSON.stringify(about),
  });
  await awaitHold(link, headers);
  await confirmSafeTransaction(serviceUrl, draft, second);
  say('confirmed by the other owner');
  say(`executed in ${await executeSafeTransaction(draft)}`);
}

/** Waits until the webhook of this request says that it is paid, and checks its signature. */
async function awaitConfirmation(received: readonly Delivery[], secret: string, requestId: string) {
  const deadline = elapsedMs() + WEBHOOK_TIMEOUT_MS;
  for (let seen = 0; elapsedMs() < deadline; ) {
    const delivery = received[seen];
    if (delivery === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    seen += 1;
    if (!equalSecrets(delivery.signature, signText(secret, delivery.body))) {
      throw new Error('a webhook came with a wrong signature');
    }
    const payload = DeliveredEvent.parse(JSON.parse(delivery.body));
    say(`received ${payload.event}, signature right`);
    if (payload.event === 'payment.confirmed' && payload.requestId === requestId) return payload;
  }
  throw new Error(`no payment.confirmed came within ${WEBHOOK_TIMEOUT_MS / 1000} s`);
}

/**
 * Registers a webhook for as long as the demo runs: left behind, it would only fail from then on. It
 * is one of the account, because that receives events of links that an API key creates.
 */
async function registerWebhook({ authUrl, apiKey }: SandboxFile, url: string) {
  const headers = { 'x-api-key': apiKey };
  const { id, secret } = await call(Webhook, `${authUrl}/v1/webhook`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  return {
    secret,
    [Symbol.asyncDispose]: async () => {
      await call(z.unknown(), `${authUrl}/v1/webhook/${id}`, { method: 'DELETE', headers });
    },
  };
}

/** Who is paid what: on Base for the Safe. */
function requestOf({ payee }: SandboxFile) {
  const amount = '12.5';
  if (!paysFromSafe) return { destinationId: payee.destinationId, amount };
  const currency = `USDC-${SAFE_NETWORK}`;
  const currencies = { invoiceCurrency: currency, paymentCurrency: currency };
  return { payee: payee.address, amount, ...currencies };
}

async function run(): Promise<void> {
  const { sandbox, end } = await findSandbox();
  const receiver = await openReceiver();
  try {
    await using webhook = await registerWebhook(sandbox, receiver.url);
    say(`registered the webhook ${receiver.url}`);
    const requestId = await (recurs ? beginRecurring(sandbox) : payLink(sandbox));
    const payload = await awaitConfirmation(receiver.received, webhook.secret, requestId);
    say(`done: ${payload.amount} USDC paid in ${payload.txHash}`);
  } finally {
    receiver.close();
    await end();
  }
}

/** Creates a link and pays it; returns its request. */
async function payLink(sandbox: SandboxFile): Promise<string> {
  const link = await call(Link, `${sandbox.apiUrl}/v2/secure-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': sandbox.apiKey },
    body: JSON.stringify({ requests: [requestOf(sandbox)], reference: 'DEMO-1' }),
  });
  say(`created the link ${link.securePaymentUrl}`);
  await (paysFromSafe ? payFromSafe : pay)(sandbox, link.token);
  return link.requestIds[0] ?? '';
}

await run().catch((error: unknown) => {
  process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
