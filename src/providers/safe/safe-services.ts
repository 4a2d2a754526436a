import type { NetworkId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { type Hex, isSameHex } from '#kit/hex.ts';
import { type JsonClient, openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { SafeProposal, SafeService } from '../safe-service.ts';
import { About, AboutNode, NotFound, Transaction } from './safe-shapes.ts';

/** What messages and metrics call the service. */
const NAME = 'safe-service';
/** It reads its database; one that takes longer is busy, and the chain is read without it. */
const TIMEOUT_MS = 5_000;
/** One repetition: what fails twice fails again, and somebody may wait. */
const TRIES_MAX = 2;
/** The longest transaction, as it is and decoded. */
const BYTES_MAX = 2 * 1024 * 1024;

/** Where the service of one network is. */
export interface SafeServiceAddress {
  /** Up to and with `/api`. */
  readonly url: string;
  readonly apiKey: string | undefined;
}

/** How services are reached. */
interface SafeServicesOptions {
  readonly outbound: Outbound;
  readonly services: ReadonlyMap<NetworkId, SafeServiceAddress>;
  /** For each of two tries; 5 s by default. */
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** The services, and what an operator asks about them. */
interface SafeServices extends SafeService {
  /** Which release serves a network, and from the node of which network, where it says so. Throws `Outage`. */
  readRelease(network: NetworkId): Promise<SafeServiceRelease>;
}

interface SafeServiceRelease {
  readonly version: string;
  readonly chainId: number | undefined;
}

/** Opens the Safe Transaction Service of each network, from its public documentation. Nothing is sent yet. */
export function openSafeServices(options: SafeServicesOptions): SafeServices {
  const { outbound, services, timeoutMs = TIMEOUT_MS, time } = options;
  const clients = new Map(
    [...services].map(([network, { url, apiKey }]) => {
      const client = openJsonClient({
        outbound,
        name: NAME,
        baseUrl: url,
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        timeoutMs,
        readTriesMax: TRIES_MAX,
        bytesMax: BYTES_MAX,
        // Anybody who has a Safe can propose what is too long to read.
        breaksOnUnreadable: false,
        ...(time && { time }),
      });
      return [network, client];
    }),
  );
  return {
    networks: [...services.keys()],
    findTransaction: async ({ network, safeTransactionHash }) => {
      const client = clients.get(network);
      return client && (await findTransaction(client, safeTransactionHash));
    },
    readRelease: async (network) => {
      const client = clients.get(network);
      if (client === undefined) throw new Outage(`${NAME} is not configured for ${network}`);
      return await readRelease(client);
    },
  };
}

async function findTransaction(client: JsonClient, hash: Hex): Promise<SafeProposal | undefined> {
  try {
    const path = `/v2/multisig-transactions/${hash}/`;
    const found = await client.read({ path, schema: Transaction });
    if (!isSameHex(found.safeTxHash, hash)) {
      throw new Outage(`${NAME} answered another transaction than was asked for`);
    }
    return proposalOf(found);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Only the service's own words mean that it knows nothing: a wrong address or a proxy answers 404 too. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || error.status !== 404) return false;
  return NotFound.safeParse(error.body).success;
}

function proposalOf(found: Transaction): SafeProposal {
  const { safe, safeTxHash, confirmations, isExecuted, transactionHash, ...rest } = found;
  const { value: valueUnits, operation, submissionDate, confirmationsRequired, ...same } = rest;
  return {
    safe,
    transaction: { ...same, valueUnits, operation: operation === 0 ? 'call' : 'delegatecall' },
    safeTransactionHash: safeTxHash,
    confirmations: confirmations.flatMap(({ owner, signature }) =>
      signature === null ? [] : [{ owner, signature }],
    ),
    confirmationsRequired: confirmationsRequired ?? undefined,
    executedBy: isExecuted ? (transactionHash ?? undefined) : undefined,
    proposedAt: submissionDate,
  };
}

async function readRelease(client: JsonClient): Promise<SafeServiceRelease> {
  const { version } = await client.read({ path: '/v1/about/', schema: About });
  // The hosted service may not show its node.
  const node = await client
    .read({ path: '/v1/about/ethereum-rpc/', schema: AboutNode })
    .catch(() => undefined);
  return { version, chainId: node?.chain_id };
}
