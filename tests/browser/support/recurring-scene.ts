import type { Browser } from 'playwright-core';
import { numberToHex, toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { TEST_ACCOUNTS } from '../../../src/sandbox/test-accounts.ts';
import {
  sampleAllowance,
  sampleDates,
  samplePermit,
} from '../../../web/recurring/sample-schedule.ts';
import { type WalletCall, WalletRefused } from './injected-wallet.ts';
import { lendPageHost } from './page-host.ts';
import { SCHEDULE_TOKEN, type StubRecurring, startStubRecurring } from './stub-recurring.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

const PAYER = TEST_ACCOUNTS.payer;
const SEPOLIA = 11_155_111;

/** A wallet with the payer's key, on a chain that has what it sends at once. */
interface ScheduleWallet {
  readonly calls: WalletCall[];
  /** What the contract may take, by the chain. */
  allowanceUnits: bigint;
  chainId: number;
  address: string;
  /** Answers in place of the wallet. */
  decide: (call: WalletCall) => Promise<unknown>;
}

/** The page of a schedule in front of a stub, with a wallet beside it. */
export interface RecurringScene extends WatchedPage {
  readonly api: StubRecurring;
  readonly wallet: ScheduleWallet;
  /** Changes what the API says of the schedule. */
  say(more: Readonly<Record<string, unknown>>): void;
  /** Changes values of the permit that the API asks for. */
  tamper(values: Readonly<Record<string, unknown>>): void;
  open(query?: string): Promise<void>;
  heading(text: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  notice(text: string | RegExp): Promise<void>;
  /** The calls of one method that reached the wallet. */
  asked(method: string): readonly WalletCall[];
}

interface SceneOptions {
  readonly browser: Browser;
  readonly dark?: boolean;
  readonly script?: boolean;
  readonly wallet?: boolean;
}

/** Opens a scene in a browser. */
export async function startRecurring(options: SceneOptions): Promise<RecurringScene> {
  const api = await startStubRecurring();
  const host = await lendPageHost({ mode: 'production', apiUrl: api.url });
  const wallet: ScheduleWallet = {
    calls: [],
    allowanceUnits: 0n,
    chainId: SEPOLIA,
    address: PAYER.address,
    decide: async () => undefined,
  };
  const say: RecurringScene['say'] = (more) => {
    api.body = { ...api.body, ...more };
  };
  const dates = sampleDates(api.firstAt);
  const values = (more: Readonly<Record<string, unknown>>) =>
    samplePermit({ ...dates.recurringPaymentPermit.values, subscriber: PAYER.address, ...more });
  say({ payer: PAYER.address, recurringPaymentPermit: values({}) });
  const watched = await watchPage(options.browser, {
    origins: [host.url, api.url],
    ...(options.dark === undefined ? {} : { dark: options.dark }),
    ...(options.script === undefined ? {} : { script: options.script }),
    ...(options.wallet === false ? {} : { wallet: (call) => answer({ api, wallet, say }, call) }),
  });
  const { page } = watched;
  return {
    ...watched,
    api,
    wallet,
    say,
    tamper: (more) => say({ recurringPaymentPermit: values(more) }),
    press: (name) => page.getByRole('button', { name }).click(),
    open: async (query = `?token=${SCHEDULE_TOKEN}`) => {
      await page.goto(`${host.url}/recurring/${query}`);
    },
    heading: (text) => page.getByRole('heading', { level: 2, name: text }).waitFor(),
    notice: (text) => page.locator('.notice', { hasText: text }).waitFor(),
    asked: (method) => wallet.calls.filter((call) => call.method === method),
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

type Parts = Pick<RecurringScene, 'api' | 'wallet' | 'say'>;

const HASH = `0x${'12'.repeat(32)}`;
const APPROVE = toFunctionSelector('approve(address,uint256)');

async function answer(parts: Parts, call: WalletCall): Promise<unknown> {
  const { wallet } = parts;
  const { method, params } = call;
  wallet.calls.push(call);
  const decided = await wallet.decide(call);
  if (decided !== undefined) return decided;
  const account = privateKeyToAccount(PAYER.privateKey);
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [wallet.address];
    case 'eth_chainId':
      return numberToHex(wallet.chainId);
    case 'wallet_switchEthereumChain':
      wallet.chainId = SEPOLIA;
      return null;
    case 'eth_signTypedData_v4':
      return await account.signTypedData(JSON.parse(String(params[1])));
    case 'personal_sign':
      return await account.signMessage({ message: { raw: asHex(params[0]) } });
    case 'eth_sendTransaction':
      approve(parts, params[0]);
      return HASH;
    default:
      return readChain(wallet, method);
  }
}

function asHex(value: unknown): `0x${string}` {
  return `0x${String(value).slice(2)}`;
}

/** The chain has the new allowance at once, and so does the API. */
function approve({ wallet, say }: Parts, call: unknown): void {
  const data = String(typeof call === 'object' && call !== null && Reflect.get(call, 'data'));
  if (!data.startsWith(APPROVE)) throw new WalletRefused(-32000, 'execution reverted');
  wallet.allowanceUnits = BigInt(`0x${data.slice(-64)}`);
  say({ allowance: sampleAllowance({ transactions: [] }) });
}

const BLOCK = '0x64';

function readChain({ allowanceUnits }: ScheduleWallet, method: string): unknown {
  switch (method) {
    case 'eth_call':
      return `0x${allowanceUnits.toString(16).padStart(64, '0')}`;
    case 'eth_blockNumber':
      return BLOCK;
    case 'eth_getTransactionByHash':
      return {
        ...MINED,
        hash: HASH,
        nonce: '0x1',
        value: '0x0',
        input: '0x',
        gas: '0x1',
        type: '0x2',
      };
    case 'eth_getTransactionReceipt':
      return MINED;
    default:
      return null;
  }
}

const MINED = {
  transactionHash: HASH,
  blockHash: `0x${'34'.repeat(32)}`,
  blockNumber: BLOCK,
  transactionIndex: '0x0',
  from: PAYER.address,
  to: PAYER.address,
  status: '0x1',
  cumulativeGasUsed: '0x1',
  gasUsed: '0x1',
  effectiveGasPrice: '0x1',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
  contractAddress: null,
  type: '0x2',
};
