// Writes the state that each sandbox node starts with: the published bytecode of the contracts that
// carry payments at their real addresses, test tokens at the real token addresses, and tokens for the
// payer. Contracts are
// deployed on a scratch node, so that their constructors run, and moved to their addresses in the
// dumped state. With --check it writes nothing and fails on a difference.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  keccak256,
  parseAbi,
  publicActions,
  toBytes,
  walletActions,
} from 'viem';
import { foundry } from 'viem/chains';
import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { CURRENCIES, type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import { isHex } from '#kit/hex.ts';
import { anvilBinary } from '#processes/sandbox/anvil-binary.ts';
import { TEST_ACCOUNTS } from '#processes/sandbox/test-accounts.ts';
import { keepFresh } from './keep-fresh.ts';

/** What the payer gets of every token, in whole tokens. */
const PAYER_TOKENS = 1_000_000n;

/** What the public token list calls each network's own coin; the feeds know coins by its hash. */
const NATIVE_NAMES: Readonly<Partial<Record<NetworkId, string>>> = {
  mainnet: 'ETH',
  'arbitrum-one': 'AETH',
  optimism: 'ETH-optimism',
  base: 'ETH-base',
  matic: 'MATIC',
  bsc: 'BNB',
  sepolia: 'ETH-sepolia',
};

const hex = z.string().refine(isHex);
const Contracts = z.object({ bytecode: z.record(z.string(), hex) });
const Account = z.object({ code: hex, storage: z.record(z.string(), z.string()) });
const Dump = z.object({ accounts: z.record(z.string(), Account) });
type Account = z.infer<typeof Account>;

const contractsFile = new URL('../sandbox/contracts.generated.json', import.meta.url);
const { bytecode } = Contracts.parse(JSON.parse(readFileSync(contractsFile, 'utf8')));
const bytecodeOf = (name: string): Hex => {
  const found = bytecode[name];
  if (found === undefined) throw new Error(`no bytecode of ${name}`);
  return found;
};

async function startScratchNode(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(anvilBinary(), ['--host', '127.0.0.1', '--port', '0', '--timestamp', '1']);
  let words = '';
  while (!words.includes('Listening on')) {
    const [chunk]: unknown[] = await once(child.stdout, 'data');
    words += String(chunk);
  }
  child.stdout.resume();
  const port = /Listening on [^:]+:([0-9]+)/.exec(words)?.[1];
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

const node = await startScratchNode();
const client = createTestClient({
  mode: 'anvil',
  chain: foundry,
  transport: http(node.url),
  pollingInterval: 10,
})
  .extend(publicActions)
  .extend(walletActions);
const from = TEST_ACCOUNTS.payer.address;

async function send(call: { to?: Hex; data: Hex }): Promise<Hex> {
  const hash = await client.sendTransaction({ account: from, ...call });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Error(`a deployment reverted: ${hash}`);
  return receipt.contractAddress ?? '0x';
}

/** Deploys a test token, gives the payer some of it and answers where it stands for now. */
async function deployToken(currency: Currency): Promise<Hex> {
  const name = needsAllowanceReset(currency) ? 'TetherLikeToken' : 'SandboxToken';
  const args = encodeAbiParameters(
    [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }],
    [currency.name, currency.symbol, currency.decimals],
  );
  const to = await send({ data: `${bytecodeOf(name)}${args.slice(2)}` });
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const units = PAYER_TOKENS * 10n ** BigInt(currency.decimals);
  await send({ to, data: encodeFunctionData({ abi, functionName: 'mint', args: [from, units] }) });
  return to;
}

/** Deploys a published contract whose constructor takes addresses, and answers where it stands. */
const deploy = (name: string, addresses: readonly string[]) =>
  send({
    data: `${bytecodeOf(name)}${addresses.map((text) => text.slice(2).padStart(64, '0')).join('')}`,
  });

/** How the price feeds name a network's coin: the last 20 bytes of the hash of its description. */
function nativeHash(network: NetworkId): string {
  const value = NATIVE_NAMES[network]?.toLowerCase();
  return `0x${keccak256(toBytes(JSON.stringify({ type: 'eth', value }))).slice(-40)}`;
}

/** The published contracts of a network, and where they stand on the scratch node. */
async function publishedPlaces({ id }: Network): Promise<[string, Hex][]> {
  const contracts = CONTRACTS[id];
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy } = contracts;
  const { ethConversionProxy, conversionPath, batchPayments } = contracts;
  if (!(ethereumFeeProxy && erc20ConversionProxy && ethConversionProxy)) return [];
  if (!(conversionPath && batchPayments)) return [];
  const owner = TEST_ACCOUNTS.operator.address;
  return [
    [erc20FeeProxy, await deploy('ERC20FeeProxy', [])],
    [ethereumFeeProxy, await deploy('EthereumFeeProxy', [])],
    [conversionPath, await deploy('ChainlinkConversionPath', [nativeHash(id), owner])],
    [
      erc20ConversionProxy,
      await deploy('Erc20ConversionProxy', [erc20FeeProxy, conversionPath, owner]),
    ],
    [
      batchPayments,
      await deploy('BatchConversionPayments', [
        ...[erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy, ethConversionProxy],
        ...[conversionPath, owner],
      ]),
    ],
  ];
}

/** Where every contract of a network is to stand, and where it stands on the scratch node. */
async function placesOf(network: Network): Promise<[string, Hex][]> {
  const places = await publishedPlaces(network);
  const tokens = CURRENCIES.filter((row) => row.network === network.id && row.type === 'ERC20');
  for (const currency of tokens) places.push([currency.address, await deployToken(currency)]);
  return places;
}

/** The state as the node reads it: no block yet, only accounts. */
function snapshot(accounts: readonly [string, Account][]): string {
  const block = {
    number: '0x0',
    beneficiary: `0x${'00'.repeat(20)}`,
    timestamp: '0x1',
    gas_limit: 30_000_000,
    basefee: 1_000_000_000,
    difficulty: '0x0',
    prevrandao: `0x${'00'.repeat(32)}`,
    blob_excess_gas_and_price: { excess_blob_gas: 0, blob_gasprice: 1 },
  };
  const sorted = accounts
    .map(([address, { code, storage }]) => {
      const slots = Object.entries(storage).sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        address.toLowerCase(),
        { nonce: 1, balance: '0x0', code, storage: Object.fromEntries(slots) },
      ] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const state = {
    block,
    accounts: Object.fromEntries(sorted),
    best_block_number: 0,
    blocks: [],
    transactions: [],
  };
  return `${JSON.stringify(state, null, 1)}\n`;
}

try {
  const networks = Object.values(NETWORKS).filter((network) => network.family === 'evm');
  const placed: (readonly [Network, [string, Hex][]])[] = [];
  for (const network of networks) placed.push([network, await placesOf(network)]);
  const dumped = await client.request<{
    Method: 'anvil_dumpState';
    Parameters: [];
    ReturnType: Hex;
  }>({ method: 'anvil_dumpState', params: [] });
  const text = gunzipSync(Buffer.from(dumped.slice(2), 'hex')).toString('utf8');
  const { accounts } = Dump.parse(JSON.parse(text));
  const accountAt = (address: Hex): Account => {
    const found = accounts[address.toLowerCase()];
    if (found === undefined) throw new Error(`${address} is not in the dumped state`);
    return found;
  };
  keepFresh(
    Object.fromEntries(
      placed.map(([network, places]) => [
        `sandbox/snapshots/${network.id}.generated.json`,
        snapshot(places.map(([target, scratch]) => [target, accountAt(scratch)])),
      ]),
    ),
  );
} finally {
  await node.stop();
}
