import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { TronWeb } from 'tronweb';
import { createPublicClient, createTestClient, encodeFunctionData, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import { type Hex, isHex } from '#kit/hex.ts';
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
import { openTestTronNode, type TronWallet } from '../../../tests/support/tron-node.ts';
import { evmForm } from '../../../tests/support/watched-tron.ts';
import type { Chain, ChainPayment, TransactionStep } from '../chain.ts';
import { base58Of } from './base58.ts';

const { bytecode } = z
  .object({ bytecode: z.record(z.string(), z.string().refine(isHex)) })
  .parse(
    JSON.parse(
      readFileSync(new URL('../../../sandbox/contracts.generated.json', import.meta.url), 'utf8'),
    ),
  );

const ODD_TOKENS: Readonly<Record<OddToken, Hex>> = {
  keeps_a_share: `${bytecode['FeeOnTransferToken'] ?? '0x'}${namedAs('Odd')}`,
  answers_false: bytecode['ERC20False'] ?? '0x',
  moves_nothing: bytecode['SilentToken'] ?? '0x',
  logs_nonsense: LOGS_NONSENSE,
};

/** Deeper than any fork here; what is solidified is never taken back. */
const SOLIDIFIED_BEHIND = 60;
const PAYER: TronWallet = {
  address: base58Of(TEST_ACCOUNTS.payer.address),
  privateKey: TEST_ACCOUNTS.payer.privateKey,
};
const Prepared = z.looseObject({ txID: z.string() });

async function startNode() {
  const node = await openTestTronNode({ solidifiedBehind: SOLIDIFIED_BEHIND });
  // A transaction refers to the time of a block, and the first one has none.
  await node.mine(1);
  const connection = { network: NETWORKS.tron, rpcUrls: [node.url], pollMs: 50 };
  const chain = connectChains([connection], { log: pino({ level: 'silent' }) }).get('tron');
  if (chain === undefined) throw new Error('one network is connected');
  const send = async (step: TransactionStep) => await chain.broadcast(await signed(chain, step));
  return { node, chain, send };
}

/** Signs a step as a wallet does that gets the whole transaction. */
async function signed(chain: Chain, step: TransactionStep): Promise<string> {
  const { familyFields } = await prepareOne(chain, step, PAYER.address);
  const transaction = Prepared.parse(familyFields);
  const hash = `0x${transaction.txID}` as const;
  const signature = await sign({ hash, privateKey: PAYER.privateKey, to: 'hex' });
  return JSON.stringify({ ...transaction, signature: [signature.slice(2)] });
}

/** Puts a contract's code where nobody has a key; the constructor runs, and only its code stays. */
async function placeContract(evmUrl: string, code: Hex): Promise<string> {
  const address = privateKeyToAddress(generatePrivateKey());
  const transport = http(evmUrl);
  await createTestClient({ mode: 'anvil', transport }).setCode({ address, bytecode: code });
  return base58Of(address);
}

async function runtimeOf(evmUrl: string, creation: Hex): Promise<Hex> {
  const client = createPublicClient({ transport: http(evmUrl) });
  const { data } = await client.call({ account: TEST_ACCOUNTS.payer.address, data: creation });
  return data ?? '0x';
}

/** The same payment with the addresses that the EVM knows. */
function withEvmAddresses(payment: ChainPayment): ChainPayment {
  const common = {
    payeeAddress: evmForm(payment.payeeAddress),
    feeAddress: evmForm(payment.feeAddress),
  };
  if (payment.kind === 'native') return { ...payment, ...common };
  return { ...payment, ...common, tokenAddress: evmForm(payment.tokenAddress) };
}

async function startHarness(): Promise<ChainHarness> {
  const [{ node, chain, send }, other] = await Promise.all([startNode(), startNode()]);
  const [usdc, usdt] = ['USDC-tron', 'USDT-tron'].map((id) => currencyById(id)?.address ?? '');
  if (usdc === undefined || usdt === undefined) throw new Error('the catalog has both');
  const blocking = await blockingToken(other.node.evmUrl, evmForm(usdc));
  const tronWeb = new TronWeb({ fullHost: node.url, privateKey: PAYER.privateKey.slice(2) });
  return {
    chain,
    payerAddress: PAYER.address,
    payeeAddress: base58Of(TEST_ACCOUNTS.payee.address),
    unrelatedAddress: base58Of(TEST_ACCOUNTS.unrelated.address),
    feeAddress: base58Of(TEST_ACCOUNTS.feeReceiver.address),
    tokenAddress: usdc,
    resettingToken: { chain, address: usdt, send },
    blockingToken: {
      chain: other.chain,
      address: usdc,
      block: (...wallets) => blocking.block(...wallets.map(evmForm)),
      unblock: (...wallets) => blocking.unblock(...wallets.map(evmForm)),
    },
    coinlessAddress: usdc,
    wrongAddresses: [
      '',
      'T',
      TEST_ACCOUNTS.payer.address,
      `41${TEST_ACCOUNTS.payer.address.slice(2)}`,
      PAYER.address.slice(0, -1),
      `${PAYER.address.slice(0, -1)}${PAYER.address.endsWith('1') ? '2' : '1'}`,
      `${PAYER.address} `,
      PAYER.address.toLowerCase(),
    ],
    conversionPath: [],
    pretend: async (payment) => {
      const contract = await placeContract(node.evmUrl, pretendedBy(withEvmAddresses(payment)));
      const { id } = await node.send(PAYER, { contract, data: '0x' });
      return `0x${id}`;
    },
    send,
    sign: (step) => signed(chain, step),
    signMessage: async (message) => {
      const signature = await tronWeb.trx.signMessageV2(message);
      if (!isHex(signature)) throw new Error('TronWeb writes signatures as hex');
      return signature;
    },
    deployToken: async (token) => {
      const code = await runtimeOf(node.evmUrl, ODD_TOKENS[token]);
      const contract = await placeContract(node.evmUrl, code);
      if (token === 'keeps_a_share') {
        const data = encodeFunctionData({
          abi: parseAbi(['function mint(address to, uint256 units)']),
          args: [TEST_ACCOUNTS.payer.address, 1_000_000n],
        });
        await node.send(PAYER, { contract, data });
      }
      return contract;
    },
    mine: async (blocks) => {
      await node.mine(blocks);
    },
    reorgFrom: async (block) => {
      const { head } = await node.control('state');
      await node.fork(head - Number(block) + 1);
    },
    stop: async () => {
      await Promise.all([chain.close(), other.chain.close()]);
      await Promise.all([node, other.node].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

describeChain('Tron', startHarness);
