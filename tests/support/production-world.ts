import { randomBytes } from 'node:crypto';
import { type LocalNode, startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { testContext, testDatabase } from './database.ts';
import { type KeyedAccount, keyedAccount } from './keyed-account.ts';
import { type SpawnedServer, spawnServer } from './spawn-server.ts';

/** A database and a node of production, and as many servers on them as a test starts. */
export interface ProductionWorld extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly db: ReturnType<typeof testContext>['db'];
  /** The pay page's origin, one of our own. */
  readonly payUrl: string;
  /** An account, and a key that a server in production takes. */
  newAccount(): Promise<KeyedAccount>;
  /** Starts one more server; it ends with the world. */
  startServer(): Promise<SpawnedServer>;
}

/** Opens a world in which nothing serves yet; its servers have these settings beside those that they need. */
export async function productionWorld(
  others: Readonly<Record<string, string>> = {},
): Promise<ProductionWorld> {
  const database = await testDatabase();
  const node: LocalNode = await startLocalNode({ network: 'base' });
  const payUrl = 'http://localhost:8482';
  const settings = {
    FLORIN_MODE: 'production',
    DATABASE_URL: database.url,
    RPC_URL_BASE: node.rpcUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    // As behind a load balancer: both servers are reached under the same names.
    API_URL: 'http://localhost:8480',
    AUTH_URL: 'http://localhost:8481',
    PAY_URL: payUrl,
    LOG_LEVEL: 'debug',
    ...others,
  };
  const servers: SpawnedServer[] = [];
  const base = testContext({ db: database.db });
  const ctx = { ...base, settings: { ...base.settings, mode: 'production' as const } };
  return {
    databaseUrl: database.url,
    db: database.db,
    payUrl,
    newAccount: () => keyedAccount(ctx),
    startServer: async () => {
      const server = await spawnServer(settings);
      servers.push(server);
      return server;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
      await node.stop();
      await database[Symbol.asyncDispose]();
    },
  };
}
