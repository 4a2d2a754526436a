import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { startBundlerServer } from '../../src/sandbox/bundler/bundler-server.ts';
import { type LocalNode, startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { startSafeServer } from '../../src/sandbox/safe/safe-server.ts';
import type { SandboxFile } from '../../src/sandbox/sandbox-file.ts';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { testDatabase } from './database.ts';
import { addDiagnosis, summarizeOutput } from './diagnosis.ts';
import { payWith } from './pay-with.ts';
import { programFile } from './program.ts';
import type { TestServer } from './test-server.ts';

const Link = z.object({
  token: z.string(),
  securePaymentUrl: z.string(),
  requestIds: z.tuple([z.string()]),
});
/** A link as its creator gets it. */
type Link = z.infer<typeof Link>;

const Webhook = z.object({ id: z.string(), secret: z.string() });

/** A status and the parsed body that came with it. */
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The whole product as it is reached by HTTP. */
export interface ReachedWorld {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly payUrl: string;
  readonly paymentUrl: string;
  readonly sandbox: SandboxFile;
  readonly databaseUrl: string;
  readonly home: string;
  /** What the process's environment holds beside its data folder. */
  readonly settings: Readonly<Record<string, string>>;
  createLink(amount: string, more?: Readonly<Record<string, unknown>>): Promise<Link>;
  registerWebhook(url: string): Promise<{ readonly id: string; readonly secret: string }>;
  /** `GET /v2/secure-payments/{token}` and below, as called by the payer's page. */
  read(path: string): Promise<Answer>;
  /** Signs and sends every transaction of a link's calldata; answers the payment's hash. */
  pay(token: string): Promise<string>;
  /** Waits until a read of the link answers this status. */
  awaitStatus(token: string, status: number): Promise<Answer>;
}

/**
 * The whole product in a process of its own, on a database and on local nodes that outlive it, so
 * that it can be killed and started again.
 */
export interface World extends ReachedWorld, AsyncDisposable {
  /** What the running process has printed. */
  output(): string;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** How long a settlement may take before a test gives up. */
const SETTLE_MS = 180_000;

/** Starts a world; `env` holds settings on top of the sandbox's own. */
export async function startWorld(
  env: Readonly<Record<string, string>> = {},
  server?: TestServer,
): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'florin-world-'));
  const database = await testDatabase(server);
  const nodes: readonly LocalNode[] = await Promise.all([
    startLocalNode({ network: 'sepolia' }),
    startLocalNode({ network: 'base' }),
  ]);
  const local = nodes.map(({ network, rpcUrl, chainId }) => ({ network, rpcUrl, chainId }));
  const safes = await startSafeServer({ nodes: local });
  const bundler = await startBundlerServer({ nodes: local });
  const perNode = nodes.flatMap(({ network, rpcUrl }) => [
    [`RPC_URL_${network.toUpperCase()}`, rpcUrl],
    [`SAFE_SERVICE_URL_${network.toUpperCase()}`, `${safes.url}/${network}/api`],
    [`BUNDLER_URL_${network.toUpperCase()}`, `${bundler.url}/${network}`],
    [`PAYMASTER_URL_${network.toUpperCase()}`, `${bundler.url}/${network}`],
  ]);
  const settings = {
    FLORIN_MODE: 'sandbox',
    // A test presses for each signature; what follows by itself has tests of its own.
    PAY_PAGE_NEXT_STEP: 'when_pressed',
    DATABASE_URL: database.url,
    // A Tron node is started where a test asks for it, by the network's name here.
    SANDBOX_NETWORKS: 'sepolia,base',
    ...Object.fromEntries(perNode),
    ...env,
  };
  let process: SpawnedSandbox = await spawnSandbox({ home, env: settings, main: programFile() });
  const file = () => process.sandbox;
  addDiagnosis('what the product printed', () => summarizeOutput(process.output()));

  return {
    get apiUrl() {
      return file().apiUrl;
    },
    get authUrl() {
      return file().authUrl;
    },
    get payUrl() {
      return file().payUrl;
    },
    get paymentUrl() {
      return file().paymentUrl;
    },
    get sandbox() {
      return file();
    },
    ...callsOf(file),
    databaseUrl: database.url,
    home,
    settings,
    output: () => process.output(),
    kill: () => process.kill(),
    start: async (more = {}) => {
      process = await spawnSandbox({ home, env: { ...settings, ...more }, main: programFile() });
    },
    stop: async () => void (await process.stop()),
    [Symbol.asyncDispose]: async () => {
      await process.stop();
      await safes.stop();
      await bundler.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      await database[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What leads to a running world. */
export type WorldPlace = Pick<ReachedWorld, 'databaseUrl' | 'home' | 'settings'>;

/** A running world, as the account of this sandbox file reaches it. */
export function reachWorld(sandbox: SandboxFile, position: WorldPlace): ReachedWorld {
  const { apiUrl, authUrl, payUrl, paymentUrl } = sandbox;
  return { apiUrl, authUrl, payUrl, paymentUrl, sandbox, ...position, ...callsOf(() => sandbox) };
}

type Calls = Pick<ReachedWorld, 'createLink' | 'registerWebhook' | 'read' | 'pay' | 'awaitStatus'>;

/** The calls of a world, which may have other addresses after each start. */
function callsOf(file: () => SandboxFile): Calls {
  return {
    createLink: (amount, more) => createLink(file(), amount, more),
    registerWebhook: (url) => registerWebhook(file(), url),
    read: (path) => read(file(), path),
    pay: async (token) => {
      const wallet = file().payer.address;
      return payWith(file(), (await read(file(), `${token}/pay?wallet=${wallet}`)).body);
    },
    awaitStatus: (token, status) => awaitStatus(file(), token, status),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function createLink(
  { apiUrl, apiKey, payee }: SandboxFile,
  amount: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Link> {
  const requests = [{ destinationId: payee.destinationId, amount }];
  const answer = await fetch(`${apiUrl}/v2/secure-payments`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'x-api-key': apiKey },
    body: JSON.stringify({ requests, ...more }),
  });
  return Link.parse(await answer.json());
}

async function registerWebhook({ authUrl, clientId, origin }: SandboxFile, url: string) {
  const answer = await fetch(`${authUrl}/v1/webhook`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'x-client-id': clientId, origin },
    body: JSON.stringify({ url }),
  });
  return Webhook.parse(await answer.json());
}

async function read({ apiUrl, clientId, origin }: SandboxFile, path: string): Promise<Answer> {
  const answer = await fetch(`${apiUrl}/v2/secure-payments/${path}`, {
    headers: { 'x-client-id': clientId, origin },
  });
  return {
    status: answer.status,
    body: z.record(z.string(), z.unknown()).parse(await answer.json()),
  };
}

async function awaitStatus(sandbox: SandboxFile, token: string, status: number): Promise<Answer> {
  for (const end = elapsedMs() + SETTLE_MS; ; await wait(50)) {
    const answer = await read(sandbox, token);
    if (answer.status === status) return answer;
    if (elapsedMs() > end) {
      throw new Error(
        `${token} answers ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`,
      );
    }
  }
}
