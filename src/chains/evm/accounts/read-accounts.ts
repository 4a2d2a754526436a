import {
  BaseError,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  hexToBigInt,
  numberToHex,
  parseAbi,
} from 'viem';
import { SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import { SAFE_PROXIES } from '#catalog/safe-proxies.generated.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { AccountState } from '../../accounts.ts';
import { evmAddress } from '../address.ts';
import { readEnds } from '../bridge/ends.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { isRevert } from '../rates.ts';
import { readDelegation } from './delegation.ts';

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
]);

const PROXY_HASHES = new Set<string>(Object.values(SAFE_PROXIES).map(({ codeHash }) => codeHash));
const VERSIONS: ReadonlyMap<string, string> = new Map(
  SAFE_DEPLOYMENTS.flatMap(({ version, safe, safeL2 }) => [
    [evmAddress(safe), version],
    [evmAddress(safeL2), version],
  ]),
);

/** The slot in which a proxy keeps what it runs. */
const SINGLETON_SLOT = '0x0';
/** Where a Safe's list of modules begins. */
const FIRST_MODULE = '0x0000000000000000000000000000000000000001';

const CALLS = {
  getOwners: encodeFunctionData({ abi: safeAbi, functionName: 'getOwners' }),
  getThreshold: encodeFunctionData({ abi: safeAbi, functionName: 'getThreshold' }),
  nonce: encodeFunctionData({ abi: safeAbi, functionName: 'nonce' }),
  getModulesPaginated: encodeFunctionData({
    abi: safeAbi,
    functionName: 'getModulesPaginated',
    args: [FIRST_MODULE, 1n],
  }),
};

/** The block that is read; all reads of one answer are of the same node. */
type Block = 'latest' | Hex;

/** See `AccountReads.readAccounts`. */
export async function readAccounts(
  node: EvmNodeClient,
  addresses: readonly string[],
  at: 'newest' | 'final',
): Promise<readonly AccountState[]> {
  if (addresses.length === 0) return [];
  return await node.query(async (client) => {
    const block =
      at === 'newest' ? 'latest' : numberToHex((await readEnds(client, node.network)).finalNumber);
    const found = await Promise.all(
      addresses.map((address) => readCode(client, evmAddress(address), block)),
    );
    return await Promise.all(
      found.map(async ({ address, code, version }): Promise<AccountState> => {
        if (version !== undefined) return await readSafe(client, { address, version, block });
        if (code === '0x') return { kind: 'key' };
        const to = readDelegation(code);
        return to === undefined ? { kind: 'contract' } : { kind: 'delegated', to };
      }),
    );
  });
}

/** An address with its code, and the version of Safe that it runs. */
async function readCode(client: Client, address: Hex, block: Block) {
  const [code, slot] = await Promise.all([
    client.request({ method: 'eth_getCode', params: [address, block] }),
    client.request({ method: 'eth_getStorageAt', params: [address, SINGLETON_SLOT, block] }),
  ]);
  const isProxy = PROXY_HASHES.has(keccak256(bytesOf(code)));
  return { address, code, version: isProxy ? VERSIONS.get(singletonIn(slot)) : undefined };
}

/** The address in a slot: the proxy ignores what is before it. */
function singletonIn(slot: Hex | undefined): string {
  const value = slot === undefined || slot === '0x' ? 0n : hexToBigInt(slot);
  return evmAddress(numberToHex(BigInt.asUintN(160, value), { size: 20 }));
}

/** A Safe by its code, of which nothing else is known yet. */
interface KnownSafe {
  readonly address: Hex;
  readonly version: string;
  readonly block: Block;
}

/** What a Safe says of itself. One that was never set up, or oddly, says nothing, and is a contract like any other. */
async function readSafe(client: Client, safe: KnownSafe): Promise<AccountState> {
  const { address: to, version, block } = safe;
  const call = async (functionName: (typeof safeAbi)[number]['name']) => {
    const data = CALLS[functionName];
    try {
      return await client.request({ method: 'eth_call', params: [{ to, data }, block] });
    } catch (error) {
      if (isRevert(error) || isOutOfGas(error)) return '0x';
      throw error;
    }
  };
  const [owners, threshold, nonce, modules] = await Promise.all([
    call('getOwners'),
    call('getThreshold'),
    call('nonce'),
    call('getModulesPaginated'),
  ]);
  try {
    return {
      kind: 'safe',
      version,
      owners: decodeFunctionResult({ abi: safeAbi, functionName: 'getOwners', data: owners }),
      threshold: Number(hexToBigInt(threshold, { size: 32 })),
      nonce: hexToBigInt(nonce, { size: 32 }),
      hasModules:
        decodeFunctionResult({
          abi: safeAbi,
          functionName: 'getModulesPaginated',
          data: modules,
        })[0].length > 0,
    };
  } catch (error) {
    if (error instanceof BaseError) return { kind: 'contract' };
    throw error;
  }
}

/** A list in odd storage may have no end. */
function isOutOfGas(error: unknown): boolean {
  return error instanceof BaseError && /out of gas/i.test(`${error.shortMessage} ${error.details}`);
}
