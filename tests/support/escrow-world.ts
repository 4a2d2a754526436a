import { pino } from 'pino';
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call, Chain, ContentToSign, EscrowReads, EscrowTerms } from '#chains/chain.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import type { Hex } from '#kit/hex.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { passTime } from './bridge-world.ts';
import { readReceipt } from './read-receipt.ts';
import { hex } from './route-sample.ts';
import { openTestNode, type TestNode } from './test-node.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;

/** A currency of the catalog. */
function listed(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not listed`);
  return found;
}

/** The escrow of a chain. */
function escrowOf({ escrow, network }: Pick<Chain, 'escrow' | 'network'>): EscrowReads {
  if (escrow === undefined) throw new Error(`${network.id} has no escrow`);
  return escrow;
}

/** Signs as wallets do; the type that no other names is the one that is signed. */
export async function signContent(
  { domain, types, values }: ContentToSign,
  by: TestAccount = payer,
): Promise<Hex> {
  const named = Object.values(types).flatMap((fields) => fields.map(({ type }) => type));
  const primaryType = Object.keys(types).find((name) => !named.includes(name)) ?? '';
  const account = privateKeyToAccount(by.privateKey);
  return await account.signTypedData({ domain, types, primaryType, message: values });
}

/** A node with an escrow, and what a test does there. */
export interface EscrowWorld extends TestNode {
  readonly escrow: EscrowReads;
  readonly currency: Currency;
  /** Terms whose reference is their own; 100 tokens for the payee, by the sandbox's sender, with a fee of 2.5 percent. */
  terms(changes?: Partial<EscrowTerms>): Promise<EscrowTerms>;
  /** Sends calls one after another; rejects the first that reverts. */
  send(by: TestAccount, ...calls: readonly Call[]): Promise<Hex>;
  /** Moves the clock of the node forward, and makes a block. */
  pass(seconds: number): Promise<void>;
  balance(address: string): Promise<bigint>;
  /** Gives a wallet tokens out of nothing. */
  mint(address: string, units: bigint): Promise<void>;
  /** Calls a method of the node. */
  rpc(method: string, params: readonly unknown[]): Promise<void>;
}

/** Starts a node of a network with an escrow. */
export async function openEscrowWorld(network: 'base' | 'sepolia' = 'base'): Promise<EscrowWorld> {
  const at = await openTestNode(network);
  const chain = evmChain({
    network: NETWORKS[network],
    rpcUrls: [at.node.rpcUrl],
    pollMs: 50,
    log: pino({ level: 'silent' }),
    senderKey: SANDBOX_SENDER.privateKey,
    escrowCollectors: SANDBOX_COLLECTORS,
  });
  const currency = listed(`USDC-${network}`);
  const rpc = rpcOf(at);
  // Blocks come with transactions alone: a test knows which one a reorg replaces.
  await rpc('evm_setIntervalMining', [0]);
  await rpc('evm_setAutomine', [true]);
  return {
    ...at,
    rpc,
    mint: async (address, units) => {
      const abi = parseAbi(['function mint(address to, uint256 units)']);
      const data = encodeFunctionData({ abi, args: [hex(address), units] });
      const call = { to: currency.address, data, valueUnits: 0n };
      await readReceipt(at.client, await sendCall(at.node, payer, call));
    },
    chain,
    currency,
    escrow: escrowOf(chain),
    terms: termsOf(at, currency),
    send: async (by, ...calls) => {
      let hash: Hex = '0x';
      for (const call of calls) {
        hash = await sendCall(at.node, by, call);
        const { status } = await readReceipt(at.client, hash);
        if (status !== 'success') throw new Error(`${hash} reverted`);
      }
      return hash;
    },
    pass: (seconds) => passTime(at, seconds),
    balance: async (address) =>
      await at.client.readContract({
        address: hex(currency.address),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [hex(address)],
      }),
    [Symbol.asyncDispose]: async () => {
      await chain.close();
      await at[Symbol.asyncDispose]();
    },
  };
}

function rpcOf({ node }: TestNode): EscrowWorld['rpc'] {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(node.rpcUrl, { method: 'POST', headers, body });
    const text = await answer.text();
    if (text.includes('"error"')) throw new Error(text);
  };
}

function termsOf({ client }: TestNode, currency: Currency): EscrowWorld['terms'] {
  let references = 0n;
  return async (changes = {}) => {
    references += 1n;
    const { timestamp } = await client.getBlock();
    const inSeconds = (seconds: bigint) => new Date(Number(timestamp + seconds) * 1_000);
    return {
      operatorAddress: SANDBOX_SENDER.address,
      payerAddress: payer.address,
      receiverAddress: payee.address,
      currency,
      maxUnits: 100_000000n,
      preApprovalExpiresAt: inSeconds(3_600n),
      authorizationExpiresAt: inSeconds(7_200n),
      refundExpiresAt: inSeconds(10_800n),
      feeBps: 250,
      feeAddress: feeReceiver.address,
      paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
      ...changes,
    };
  };
}
