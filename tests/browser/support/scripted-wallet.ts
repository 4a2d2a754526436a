import { TEST_ACCOUNTS } from '../../../src/sandbox/test-accounts.ts';
import type { WalletCall } from './injected-wallet.ts';

const SEPOLIA = 11_155_111;

/** A wallet and the little of a chain that a page reads through it, all of it set by a test. */
export interface ScriptedWallet {
  chainId: number;
  /** Whose key it holds. */
  account: string;
  /** Whose keys it holds beside, and shows to the page too. */
  otherAccounts: readonly string[];
  /** The calls that reached it, in order. */
  readonly calls: WalletCall[];
  /** How many blocks stand on a sent transaction: 0 while it waits. */
  confirmations: number;
  /** Whether the chain refused what was sent. */
  reverts: boolean;
  /** Whether the chain does not know what was sent, as after it was dropped. */
  unknownTransactions: boolean;
  /** Whether it shows its account to a page that does not ask to connect. */
  knowsPage: boolean;
  /** What answers a request that opens the wallet; by default it says yes at once. */
  decide: (call: WalletCall) => Promise<void>;
  handle(call: WalletCall): Promise<unknown>;
}

/** The hash under which everything is sent. */
export const SENT_HASH = `0x${'5e'.repeat(32)}`;

/** A wallet of the test payer on Sepolia whose transactions are mined once a test says so. */
export function scriptedWallet(): ScriptedWallet {
  let head = 100;
  let mined = false;
  /** Blocks go on while a transaction waits, and stand still once one holds it. */
  const nextHead = () => {
    if (!mined) head += 1;
    mined = wallet.confirmations > 0;
    return head;
  };
  const wallet: ScriptedWallet = {
    chainId: SEPOLIA,
    account: TEST_ACCOUNTS.payer.address,
    otherAccounts: [],
    calls: [],
    confirmations: 0,
    reverts: false,
    unknownTransactions: false,
    knowsPage: true,
    decide: async () => undefined,
    async handle(call) {
      wallet.calls.push(call);
      switch (call.method) {
        case 'eth_chainId':
          return hex(wallet.chainId);
        case 'eth_accounts':
          return wallet.knowsPage ? [wallet.account, ...wallet.otherAccounts] : [];
        case 'eth_requestAccounts':
          await wallet.decide(call);
          return [wallet.account, ...wallet.otherAccounts];
        case 'wallet_switchEthereumChain':
          await wallet.decide(call);
          wallet.chainId = Number(Reflect.get(Object(call.params[0]), 'chainId'));
          return null;
        case 'eth_sendTransaction':
          await wallet.decide(call);
          return SENT_HASH;
        case 'eth_blockNumber':
          return hex(nextHead());
        case 'eth_getTransactionReceipt':
          return wallet.confirmations === 0 ? null : receipt(wallet, head);
        case 'eth_getTransactionByHash':
          return wallet.unknownTransactions ? null : transaction();
        case 'eth_getBlockByNumber':
          return { number: hex(head), transactions: [] };
        default:
          return null;
      }
    },
  };
  return wallet;
}

function receipt({ confirmations, reverts }: ScriptedWallet, head: number) {
  return {
    transactionHash: SENT_HASH,
    transactionIndex: '0x0',
    blockHash: `0x${'b1'.repeat(32)}`,
    blockNumber: hex(head - confirmations + 1),
    from: TEST_ACCOUNTS.payer.address,
    to: TEST_ACCOUNTS.payee.address,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    contractAddress: null,
    logs: [],
    logsBloom: `0x${'00'.repeat(256)}`,
    status: reverts ? '0x0' : '0x1',
    type: '0x2',
  };
}

function transaction() {
  return {
    hash: SENT_HASH,
    from: TEST_ACCOUNTS.payer.address,
    to: TEST_ACCOUNTS.payee.address,
    nonce: '0x1',
    input: '0x',
    value: '0x0',
    gas: '0x5208',
    type: '0x2',
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
  };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
