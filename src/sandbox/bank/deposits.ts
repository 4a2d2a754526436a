import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  parseAbi,
  parseEther,
  type Hex as ViemHex,
} from 'viem';
import { CURRENCIES } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import type { SandboxNode } from '../price-feeds.ts';

const tokenAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

/** Where tokens are expected. */
interface DepositQuery {
  /** The provider's word for a network. */
  readonly rail: string;
  /** The symbol of the token, in lower case. */
  readonly currency: string;
  readonly address: Hex;
}

/** The chains, as the bank sees them. */
export interface Deposits {
  /** What is at a deposit address; 0 where there is no such network or token. */
  readUnits(query: DepositQuery): Promise<bigint>;
  /** Sends all of it back to who sent it. */
  sendBack(query: DepositQuery): Promise<void>;
}

/** The provider's words for the networks of the sandbox. */
const RAILS: Readonly<Record<string, string>> = {
  ethereum: 'mainnet',
  polygon: 'matic',
  arbitrum: 'arbitrum-one',
  base: 'base',
  optimism: 'optimism',
  sepolia: 'sepolia',
};

/** Reads deposits from local nodes, and takes the part of the deposit addresses there. */
export function openDeposits(nodes: readonly SandboxNode[]): Deposits {
  const find = ({ rail, currency, address }: DepositQuery) => {
    const node = nodes.find(({ network }) => network === RAILS[rail]);
    const token = CURRENCIES.find(
      ({ network, symbol }) => network === node?.network && symbol.toLowerCase() === currency,
    );
    if (node === undefined || token === undefined) return undefined;
    const client = createPublicClient({ transport: http(node.rpcUrl) });
    const contract = { address: addressOf(token.address), abi: tokenAbi };
    return { node, client, contract, account: addressOf(address) };
  };
  return {
    readUnits: async (query) => {
      const found = find(query);
      if (found === undefined) return 0n;
      const { client, contract, account } = found;
      return await client.readContract({ ...contract, functionName: 'balanceOf', args: [account] });
    },
    sendBack: async (query) => {
      const found = find(query);
      if (found === undefined) return;
      const { node, client, contract, account } = found;
      const units = await client.readContract({
        ...contract,
        functionName: 'balanceOf',
        args: [account],
      });
      const [deposit] = await client.getContractEvents({
        ...contract,
        eventName: 'Transfer',
        args: { to: account },
        fromBlock: 'earliest',
      });
      const sender = deposit?.args.from;
      if (sender === undefined || units === 0n) return;
      const transport = http(node.rpcUrl);
      const control = createTestClient({ mode: 'anvil', transport });
      await control.setBalance({ address: account, value: parseEther('1') });
      await control.impersonateAccount({ address: account });
      const wallet = createWalletClient({ account, transport });
      await wallet.writeContract({
        ...contract,
        chain: null,
        functionName: 'transfer',
        args: [sender, units],
      });
    },
  };
}

const addressOf = (text: string): ViemHex => `0x${text.replace(/^0x/, '')}`;
