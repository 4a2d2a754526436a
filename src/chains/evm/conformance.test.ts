import { readFileSync } from 'node:fs';
import pino from 'pino';
import {
  BlockNotFoundError,
  createTestClient,
  encodeFunctionData,
  getAddress,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeChain } from '../../../tests/chains/conformance.ts';
import {
  type ChainHarness,
  type OddToken,
  prepareOne,
} from '../../../tests/chains/conformance-world.ts';
import { blockingToken } from '../../../tests/support/blocking-token.ts';
import { LOGS_NONSENSE, namedAs } from '../../../tests/support/odd-tokens.ts';
import { pretendedBy } from '../../../tests/support/pretended-payment.ts';
import { readReceipt } from '../../../tests/support/read-receipt.ts';
import type { Call, TransactionStep } from '../chain.ts';
import { evmAddress } from './address.ts';
import { evmChain } from './evm-chain.ts';

const contracts = z
  .object({ bytecode: z.record(z.string(), z.string().refine(isHex)) })
  .parse(
    JSON.parse(
      readFileSync(new URL('../../../sandbox/contracts.generated.json', import.meta.url), 'utf8'),
    ),
  );

const ODD_TOKENS: Readonly<Record<OddToken, Hex>> = {
  keeps_a_share: `${contracts.bytecode['FeeOnTransferToken'] ?? '0x'}${namedAs('Odd')}`,
  answers_false: contracts.bytecode['ERC20False'] ?? '0x',
  moves_nothing: contracts.bytecode['SilentToken'] ?? '0x',
  logs_nonsense: LOGS_NONSENSE,
};
/** Enough for every call here; estimating would refuse those that revert on purpose. */
const GAS = 1_000_000n;

async function startNetwork(network: NetworkId) {
  const node = await startLocalNode({ network });
  const account = privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey);
  const nativeCurrency = NETWORKS[network].nativeCurrency;
  const client = createTestClient({
    account,
    mode: 'anvil',
    chain: {
      id: node.chainId,
      name: network,
      nativeCurrency,
      rpcUrls: { default: { http: [node.rpcUrl] } },
    },
    transport: http(node.rpcUrl),
    pollingInterval: 10,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const chain = evmChain({
    network: NETWORKS[network],
    rpcUrls: [node.rpcUrl],
    pollMs: 50,
    log: pino({ level: 'silent' }),
  });
  const sendCall = async (call: Pick<Call, 'data'> & Partial<Call>): Promise<Hex> => {
    const to = call.to === undefined ? {} : { to: evmAddress(call.to) };
    const hash = await client.sendTransaction({
      ...to,
      data: call.data,
      value: call.valueUnits ?? 0n,
      gas: call.to === undefined ? 3_000_000n : GAS,
    });
    await readReceipt(client, hash);
    return hash;
  };
  const send = async (step: TransactionStep) =>
    await sendCall(await prepareOne(chain, step, account.address));
  return { node, account, client, chain, send, sendCall };
}

async function startHarness(): Promise<ChainHarness> {
  const [base, mainnet] = await Promise.all([startNetwork('base'), startNetwork('mainnet')]);
  const { chain, client, account, send, sendCall } = base;
  const usdc = currencyById('USDC-base');
  if (usdc === undefined) throw new Error('the catalog has USDC on Base');
  return {
    chain,
    payerAddress: TEST_ACCOUNTS.payer.address,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    unrelatedAddress: TEST_ACCOUNTS.unrelated.address,
    feeAddress: TEST_ACCOUNTS.feeReceiver.address,
    tokenAddress: usdc.address,
    resettingToken: {
      chain: mainnet.chain,
      address: currencyById('USDT-mainnet')?.address ?? '',
      send: mainnet.send,
    },
    blockingToken: {
      chain: mainnet.chain,
      ...(await blockingToken(mainnet.node.rpcUrl, currencyById('USDC-mainnet')?.address ?? '')),
    },
    coinlessAddress: usdc.address,
    wrongAddresses: [
      '',
      '0x',
      '0x1111',
      TEST_ACCOUNTS.payer.address.slice(2),
      `${TEST_ACCOUNTS.payer.address} `,
      TEST_ACCOUNTS.payer.address.replace('f39F', 'f39f'),
      'vitalik.eth',
      'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
    ],
    conversionPath: conversionPath('EUR', usdc, { sandbox: true }) ?? [],
    // A contract that is nothing but a constructor, and stands afterwards without any code.
    pretend: (payment) => sendCall({ data: pretendedBy(payment) }),
    send,
    sign: async (step) => {
      const { to, data } = await prepareOne(chain, step, account.address);
      const request = await client.prepareTransactionRequest({
        to: evmAddress(to),
        data,
        gas: GAS,
      });
      return await client.signTransaction(request);
    },
    signMessage: (message) => account.signMessage({ message }),
    deployToken: async (token) => {
      const hash = await sendCall({ data: ODD_TOKENS[token] });
      const { contractAddress } = await client.getTransactionReceipt({ hash });
      const address = getAddress(contractAddress ?? '0x');
      if (token === 'keeps_a_share') {
        const abi = parseAbi(['function mint(address to, uint256 units)']);
        await sendCall({
          to: address,
          data: encodeFunctionData({
            abi,
            functionName: 'mint',
            args: [TEST_ACCOUNTS.payer.address, 1_000_000n],
          }),
        });
      }
      return address;
    },
    mine: (blocks) => client.mine({ blocks }),
    reorgFrom: async (block) => {
      // While a node replaces blocks it may show the chain without them.
      const hashNow = async () =>
        (await client.getBlock({ blockNumber: block }).catch(ifNotFound))?.hash;
      const before = await hashNow();
      // A block mined between the two questions makes the depth too small by one.
      while ((await hashNow()) === before) {
        const depth = Number((await client.getBlockNumber()) - block) + 1;
        await client.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>(
          { method: 'anvil_reorg', params: [depth, []] },
        );
      }
    },
    stop: async () => {
      await Promise.all([base.node.stop(), mainnet.node.stop()]);
    },
  };
}

function ifNotFound(error: unknown): undefined {
  if (!(error instanceof BlockNotFoundError)) throw error;
}

describeChain('EVM networks', startHarness);
