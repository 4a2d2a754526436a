// Writes the state that each sandbox node starts with: the published bytecode of the contracts that
// carry payments and of accounts that are contracts at their real addresses, test tokens at the real
// token addresses, test price feeds, and tokens for those who pay. Contracts are
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
  parseAbi,
  parseAbiParameters,
  publicActions,
  toHex,
  walletActions,
  zeroAddress,
} from 'viem';
import { foundry } from 'viem/chains';
import { z } from 'zod';
import { readAddress } from '#catalog/addresses.ts';
import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import { CONTRACTS, PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import {
  CURRENCIES,
  type Currency,
  currencyById,
  nativeCurrencyOf,
  needsAllowanceReset,
} from '#catalog/currencies.ts';
import { hasEscrow } from '#catalog/escrows.ts';
import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import type { Hex } from '#kit/hex.ts';
import { hexOf, isHex } from '#kit/hex.ts';
import { anvilBinary } from '#sandbox/anvil-binary.ts';
import { DOLLAR_HASH, sandboxFeeds } from '#sandbox/price-feeds.ts';
import {
  SANDBOX_SENDER,
  TEST_ACCOUNTS,
  TEST_SAFE,
  TEST_SMART_ACCOUNT,
} from '#sandbox/test-accounts.ts';
import { readReceipt } from '../tests/support/read-receipt.ts';
import { codeOnChain, deployAccountContracts } from './account-contracts.ts';
import { escrowAddresses } from './escrow-contracts.ts';
import { keepFresh } from './keep-fresh.ts';
import { oracleAddresses } from './oracle-contracts.ts';
import { permit2Code } from './permit2-code.ts';

/** Accounts of EVM networks that are contracts, and pay. */
const CONTRACT_PAYERS: readonly Hex[] = [TEST_SAFE.address, TEST_SMART_ACCOUNT.address];
/** What the payer and they get of every token, in whole tokens. */
const PAYER_TOKENS = 1_000_000n;
/** What they have of the coin; accounts with keys get theirs from the node. */
const CONTRACT_COINS = 10_000n * 10n ** 18n;

/** Circle's tokens, which take signed transfers; the sandbox needs those where there is an escrow. */
const AUTHORIZATION_TOKENS: ReadonlySet<string> = new Set(['USDC', 'EURC']);

const hex = z.string().refine(isHex);
const Contracts = z.object({ bytecode: z.record(z.string(), hex) });
const Account = z.object({
  code: hex,
  storage: z.record(z.string(), z.string()),
  balance: z.string().optional(),
});
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
  let text = '';
  while (!text.includes('Listening on')) {
    const [chunk]: unknown[] = await once(child.stdout, 'data');
    text += String(chunk);
  }
  child.stdout.resume();
  const port = /Listening on [^:]+:([0-9]+)/.exec(text)?.[1];
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

async function send(call: { account?: Hex; to?: Hex; data: Hex }): Promise<Hex> {
  const hash = await client.sendTransaction({ account: from, ...call });
  const receipt = await readReceipt(client, hash);
  if (receipt.status !== 'success') throw new Error(`a deployment reverted: ${hash}`);
  return receipt.contractAddress ?? '0x';
}

/** The code, with its arguments, of the test contract that behaves towards its callers as the token's own does. */
function tokenCode(currency: Currency): Hex {
  const plain = [currency.name, currency.symbol, currency.decimals] as const;
  const create = (name: string, args: Hex): Hex => `${bytecodeOf(name)}${args.slice(2)}`;
  const permit = TOKEN_PERMITS.get(currency.id);
  if (permit === undefined) {
    const ordinary = needsAllowanceReset(currency) ? 'TetherLikeToken' : 'SandboxToken';
    const name = currency.id === 'USDT-tron' ? 'TronTetherToken' : ordinary;
    return create(name, encodeAbiParameters(parseAbiParameters('string, string, uint8'), plain));
  }
  const domain = [...plain, permit.name, permit.version] as const;
  const words = 'string, string, uint8, string, string';
  return permit.form === 'dai'
    ? create('SandboxDai', encodeAbiParameters(parseAbiParameters(words), domain))
    : create(
        AUTHORIZATION_TOKENS.has(currency.symbol) && hasEscrow(currency.network)
          ? 'SandboxAuthorizationToken'
          : 'SandboxPermitToken',
        encodeAbiParameters(parseAbiParameters(`${words}, bool`), [...domain, permit.isSalted]),
      );
}

/** Deploys a test token, gives some of it to who pays with it and returns where it stands for now. */
async function deployToken(currency: Currency, payers: readonly Hex[]): Promise<Hex> {
  const to = await send({ data: tokenCode(currency) });
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const units = PAYER_TOKENS * 10n ** BigInt(currency.decimals);
  for (const payer of payers)
    await send({ to, data: encodeFunctionData({ abi, args: [payer, units] }) });
  return to;
}

/** Deploys a published contract whose constructor takes addresses, and returns where it stands. */
const deploy = (name: string, addresses: readonly string[]) =>
  send({
    data: `${bytecodeOf(name)}${addresses.map((text) => text.slice(2).padStart(64, '0')).join('')}`,
  });

/** Where a contract of the catalog stands, as the EVM of a node knows it. */
function evmAddress({ family }: Network, address: string): Hex {
  const read = readAddress(family, address);
  if ('problem' in read) throw new Error(`${address} ${read.problem}`);
  return hexOf(read.bytes);
}

/** The published contracts of a network, and where they stand on the scratch node. */
async function publishedAddresses(network: Network): Promise<[string, Hex][]> {
  const { id } = network;
  const contracts = CONTRACTS[id];
  const { erc20FeeProxy, ethereumFeeProxy, erc20ConversionProxy } = contracts;
  const { ethConversionProxy, conversionPath, batchPayments } = contracts;
  const coin = nativeCurrencyOf(id);
  if (contracts.erc20BatchPayments !== undefined) {
    const proxy = evmAddress(network, erc20FeeProxy);
    const batch = evmAddress(network, contracts.erc20BatchPayments);
    return [
      [proxy, await deploy('ERC20FeeProxy', [])],
      [batch, await deploy('TronBatchPayments', [proxy])],
    ];
  }
  if (!(ethereumFeeProxy && erc20ConversionProxy && ethConversionProxy)) return [];
  if (!(conversionPath && batchPayments && coin)) return [];
  const owner = TEST_ACCOUNTS.operator.address;
  return [
    [erc20FeeProxy, await deploy('ERC20FeeProxy', [])],
    [ethereumFeeProxy, await deploy('EthereumFeeProxy', [])],
    [conversionPath, await deploy('ChainlinkConversionPath', [coin.hash, owner])],
    [
      erc20ConversionProxy,
      await deploy('Erc20ConversionProxy', [erc20FeeProxy, conversionPath, owner]),
    ],
    [
      ethConversionProxy,
      await deploy('EthConversionProxy', [ethereumFeeProxy, conversionPath, coin.hash, owner]),
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

/**
 * The cap of the batch contract's own fee that its owner sets on public networks: 150 dollars with
 * eight decimals. The fee itself is 0 there and here.
 */
const BATCH_FEE_LIMIT = 150_00000000n;

/** Configures the batch contract as its owner does on public networks. */
async function setUpBatch(network: Network, batchPayments: Hex): Promise<void> {
  const abi = parseAbi([
    'function setNativeAndUSDAddress(address native, address dollar)',
    'function setBatchFeeAmountUSDLimit(uint64 limit)',
  ]);
  const coin = nativeCurrencyOf(network.id)?.hash;
  if (coin === undefined || !isHex(coin)) throw new Error(`${network.id} has no coin`);
  const asOwner = { account: TEST_ACCOUNTS.operator.address, to: batchPayments };
  const names = { abi, functionName: 'setNativeAndUSDAddress', args: [coin, DOLLAR_HASH] } as const;
  await send({ ...asOwner, data: encodeFunctionData(names) });
  const limit = {
    abi,
    functionName: 'setBatchFeeAmountUSDLimit',
    args: [BATCH_FEE_LIMIT],
  } as const;
  await send({ ...asOwner, data: encodeFunctionData(limit) });
}

/** Deploys the network's test feeds, registers them with the conversion contract and returns their addresses. */
async function feedAddresses(network: Network, conversionPath: Hex): Promise<[string, Hex][]> {
  const feeds = sandboxFeeds(network.id);
  const addresses: [string, Hex][] = [];
  for (const { symbol, address, defaultAnswer } of feeds) {
    const args = encodeAbiParameters(
      [{ type: 'string' }, { type: 'int256' }],
      [`${symbol} / USD, sandbox test`, defaultAnswer],
    );
    const data: Hex = `${bytecodeOf('SandboxPriceFeed')}${args.slice(2)}`;
    addresses.push([address, await send({ data })]);
  }
  const data = encodeFunctionData({
    abi: parseAbi([
      'function updateAggregatorsList(address[] inputs, address[] outputs, address[] aggregators)',
    ]),
    args: [
      feeds.map(({ hash }) => hash),
      feeds.map(() => DOLLAR_HASH),
      feeds.map(({ address }) => address),
    ],
  });
  await send({ account: TEST_ACCOUNTS.operator.address, to: conversionPath, data });
  return addresses;
}

/** The one token of a network that is no dollar, and the feed of its price, as the exchange knows them. */
function pricedTokenOf(id: NetworkId): readonly [string, string] {
  const token = currencyById(`EURC-${id}`);
  const feed = sandboxFeeds(id).find(({ symbol }) => symbol === 'EUR');
  return token && feed ? [token.address, feed.address] : [zeroAddress, zeroAddress];
}

/** The contracts of ours that stand for those of the bridge, and where they stand on the scratch node. */
async function bridgeAddresses({ id }: Network): Promise<[string, Hex][]> {
  if (!hasBridge(id)) return [];
  const { diamond, executor, receiver, spokePool, feeForwarder, swapRouter } = BRIDGES[id];
  const { operator } = TEST_ACCOUNTS;
  const exchange = swapRouter ?? zeroAddress;
  const exchanges: [string, Hex][] =
    swapRouter === undefined
      ? []
      : [[swapRouter, await deploy('SandboxSwapRouter', pricedTokenOf(id))]];
  return [
    ...exchanges,
    [diamond, await deploy('SandboxLiFiDiamond', [spokePool, feeForwarder, exchange])],
    [executor, await deploy('SandboxExecutor', [])],
    [receiver, await deploy('SandboxReceiverAcrossV4', [executor, spokePool])],
    [spokePool, await deploy('SandboxSpokePool', [operator.address])],
    [feeForwarder, await deploy('SandboxFeeForwarder', [])],
  ];
}

/** The contract that spends by permit, and where it stands on the scratch node. */
async function spenderAddresses({ id }: Network): Promise<[string, Hex][]> {
  const target = new Map<string, Hex>(Object.entries(PAYMENT_INTENT_SPENDERS)).get(id);
  if (target === undefined) return [];
  return [[target, await deploy('PaymentIntentSpender', [CONTRACTS[id].erc20FeeProxy])]];
}

/** The contract of ours that stands for the recurring proxy, and where it stands on the scratch node; the sandbox's sender is its relayer. */
async function recurringAddresses({ id }: Network): Promise<[string, Hex][]> {
  const target = recurringProxyOf(id);
  if (target === undefined) return [];
  const parties = [TEST_ACCOUNTS.operator.address, SANDBOX_SENDER.address];
  const args = [...parties, CONTRACTS[id].erc20FeeProxy];
  return [[target, await deploy('SandboxRecurringPaymentProxy', args)]];
}

/** Where every contract of a network is to stand, and where it stands on the scratch node. */
async function addressesOf(network: Network): Promise<[string, Hex][]> {
  const addresses = await publishedAddresses(network);
  const { batchPayments, conversionPath } = CONTRACTS[network.id];
  for (const [target, scratch] of [...addresses]) {
    if (target === batchPayments) await setUpBatch(network, scratch);
    if (target === conversionPath) addresses.push(...(await feedAddresses(network, scratch)));
  }
  const tokens = CURRENCIES.filter((row) => row.network === network.id && row.type !== 'ETH');
  const payers = network.family === 'evm' ? [from, ...CONTRACT_PAYERS] : [from];
  for (const currency of tokens) {
    addresses.push([evmAddress(network, currency.address), await deployToken(currency, payers)]);
  }
  addresses.push(...(await bridgeAddresses(network)), ...(await spenderAddresses(network)));
  addresses.push(...(await escrowAddresses(network, deploy)));
  addresses.push(...(await oracleAddresses(network, deploy)));
  return [...addresses, ...(await recurringAddresses(network))];
}

/** The state as the node reads it: no block yet, only accounts. */
function snapshot({ family }: Network, accounts: readonly (readonly [string, Account])[]): string {
  // The highest fee limit of Tron buys 150 million energy for one transaction.
  const gasLimit = family === 'tron' ? 1_000_000_000 : 30_000_000;
  const block = {
    number: '0x0',
    beneficiary: `0x${'00'.repeat(20)}`,
    timestamp: '0x1',
    gas_limit: gasLimit,
    basefee: 1_000_000_000,
    difficulty: '0x0',
    prevrandao: `0x${'00'.repeat(32)}`,
    blob_excess_gas_and_price: { excess_blob_gas: 0, blob_gasprice: 1 },
  };
  const sorted = accounts
    .map(([address, { code, storage, balance = '0x0' }]) => {
      const slots = Object.entries(storage).sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        address.toLowerCase(),
        { nonce: 1, balance, code, storage: Object.fromEntries(slots) },
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

/** Permit2 as it stands on each EVM network; it is not deployed here, as only its public deployer makes its address. */
function permit2Of({ family, chainId }: Network): [string, Account][] {
  return family === 'evm' ? [[PERMIT2_ADDRESS, { code: permit2Code(chainId), storage: {} }]] : [];
}

/** The contracts of accounts on an EVM network, at the addresses where they are on the scratch node too. */
function accountsOf(
  { family, chainId }: Network,
  addresses: readonly Hex[],
  accountAt: (address: Hex) => Account,
): [string, Account][] {
  if (family !== 'evm') return [];
  return addresses.map((address) => {
    const { code, storage } = accountAt(address);
    const isPayer = CONTRACT_PAYERS.includes(address);
    const balance = isPayer ? { balance: toHex(CONTRACT_COINS) } : {};
    return [address, { code: codeOnChain(address, code, chainId), storage, ...balance }];
  });
}

try {
  const located: (readonly [Network, [string, Hex][]])[] = [];
  for (const one of Object.values(NETWORKS)) located.push([one, await addressesOf(one)]);
  const accountContracts = await deployAccountContracts({
    send,
    getCode: async (address) => (await client.getCode({ address })) ?? '0x',
    setCode: async (address, bytecode) => client.setCode({ address, bytecode }),
  });
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
      located.map(([network, addresses]) => [
        `sandbox/snapshots/${network.id}.generated.json`,
        snapshot(network, [
          ...addresses.map(([target, scratch]) => [target, accountAt(scratch)] as const),
          ...permit2Of(network),
          ...accountsOf(network, accountContracts, accountAt),
        ]),
      ]),
    ),
  );
} finally {
  await node.stop();
}
