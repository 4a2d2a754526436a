import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkId } from '#catalog/networks.ts';
import { systemRandom } from '#kit/secret.ts';
import type { Config } from '#platform/config/config.ts';
import { loadOrCreateSecretKey } from '#platform/config/secret-key.ts';
import { lockHome } from '#platform/lock-home.ts';
import type { Log } from '#platform/log.ts';
import type { Shutdown } from '#platform/shutdown.ts';
import { networkIdOf } from '#processes/network-id-of.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import { startLocalNode } from './local-nodes.ts';
import { makeHome } from './make-home.ts';

/** Stands in for what production is given by its settings. */
interface SandboxWorlds {
  readonly databaseUrl: string;
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  readonly secretKey: string;
}

interface PrepareParts {
  /** Whether this process owns the data folder: it serves from it, and nobody else may. */
  readonly owns: boolean;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/**
 * Starts what the sandbox brings itself: the embedded PostgreSQL unless `DATABASE_URL` names another,
 * and a local node for each network that has no `RPC_URL_<NETWORK>`. Both keep their data in the
 * data folder.
 */
export async function prepareSandbox(config: Config, parts: PrepareParts): Promise<SandboxWorlds> {
  await makeHome(config.home);
  if (parts.owns) {
    const unlock = await lockHome(config.home);
    parts.shutdown.add('lock on the data folder', unlock);
  }
  const secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.home, systemRandom));
  const own = config.sandboxNetworks.filter((id) => !config.rpcUrls.has(id));
  const [databaseUrl, nodes] = await Promise.all([
    config.databaseUrl ?? startDatabase(config, parts),
    Promise.all(own.map((id) => startNode(config, networkIdOf(id), parts))),
  ]);
  // A local node takes WebSockets on the same port, so that payers see their payment at once.
  const local = nodes.map(
    ({ network, rpcUrl }) => [network, [rpcUrl, rpcUrl.replace(/^http/, 'ws')]] as const,
  );
  return { databaseUrl, secretKey, rpcUrls: new Map([...config.rpcUrls, ...local]) };
}

async function startDatabase(config: Config, { log, shutdown }: PrepareParts): Promise<string> {
  const server = await startEmbeddedPostgres({ home: config.home, log });
  shutdown.add('embedded PostgreSQL', () => server.stop());
  return server.url;
}

async function startNode(config: Config, network: NetworkId, { log, shutdown }: PrepareParts) {
  const folder = join(config.home, 'nodes');
  await mkdir(folder, { recursive: true });
  const node = await startLocalNode({ network, stateFile: join(folder, `${network}.json`), log });
  shutdown.add(`node ${network}`, () => node.stop());
  return node;
}
