import type { BrowserContext } from 'playwright-core';
import { TronWeb, type Types, utils } from 'tronweb';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../../src/sandbox/test-accounts.ts';
import { TRON } from '../../support/tron-calldata.ts';

/** How a Tron wallet comes into a page: the newest way first. */
export type TronInjection = 'announced' | 'tron' | 'tronLink' | 'tronWeb';

/** A Tron wallet for tests. Its key stays in this process; what the page holds only asks. */
export interface TronWallet {
  /** What it was asked, in order: `connect`, `sign` or `signMessageV2`. */
  readonly calls: string[];
  /** The transactions that it signed. */
  readonly signed: Types.SignedTransaction[];
  /** Whether the page is connected, so that it sees the account. */
  isConnected: boolean;
  /** Whether it declines the next request, with a text alone as some wallets do. */
  declines: boolean;
  /** What it signs instead of what it is given. */
  replace: ((transaction: Types.Transaction) => object) | undefined;
}

/** Runs in the page: a provider of TIP-1193 or the older objects, whose calls go to Node. */
const PROVIDER = `(injection, rdns) => {
  const ask = async (name, input) => {
    const answer = JSON.parse(await globalThis.askTronWallet(JSON.stringify({ name, input })));
    if ('error' in answer) throw answer.error;
    return answer.result;
  };
  const trx = { sign: (input) => ask('sign', input), signMessageV2: (input) => ask('signMessageV2', input) };
  const tronWeb = { defaultAddress: { base58: false }, trx };
  const connect = async () => { tronWeb.defaultAddress.base58 = await ask('connect'); return tronWeb.defaultAddress.base58; };
  const known = ask('known').then((address) => { if (address) { tronWeb.defaultAddress.base58 = address; } return address; });
  const newer = {
    tronWeb: false,
    async request({ method }) {
      if (method !== 'eth_requestAccounts') throw Object.assign(new Error('unsupported'), { code: 4200 });
      const address = await connect();
      newer.tronWeb = tronWeb;
      return [address];
    },
    on() {},
  };
  known.then((address) => { if (address) newer.tronWeb = tronWeb; });
  if (injection === 'tron') globalThis.tron = newer;
  if (injection === 'tronWeb') { globalThis.tronWeb = tronWeb; void connect(); }
  if (injection === 'tronLink') {
    const request = async ({ method }) => {
      if (method !== 'tron_requestAccounts') throw new Error('unsupported');
      await connect();
      return { code: 200, message: 'ok' };
    };
    globalThis.tronLink = { ready: false, tronWeb, request };
  }
  if (injection !== 'announced') return;
  const detail = Object.freeze({
    info: { uuid: '0f6c8f2e-7c55-4d0b-8a3f-2b6a0d9c1e11', name: 'Otter Wallet', icon: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Crect width=%228%22 height=%228%22 fill=%22%230f766e%22/%3E%3C/svg%3E', rdns },
    provider: newer,
  });
  const announce = () => dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }));
  addEventListener('TIP6963:requestProvider', announce);
  announce();
}`;

/** Who signs, and under which name the wallet announces itself. */
interface TronSigner {
  /** In Base58. */
  readonly address: string;
  readonly privateKey: string;
  readonly rdns: string;
}

const PAYER: TronSigner = {
  address: TRON.payer,
  privateKey: TEST_ACCOUNTS.payer.privateKey,
  rdns: 'example.otter',
};

/** Puts a Tron wallet into every page of a context, that of the test payer where nobody else is named. */
export async function injectTronWallet(
  context: BrowserContext,
  injection: TronInjection = 'announced',
  signer = PAYER,
): Promise<TronWallet> {
  const wallet: TronWallet = {
    calls: [],
    signed: [],
    isConnected: false,
    declines: false,
    replace: undefined,
  };
  await context.exposeFunction('askTronWallet', (text: string) => {
    const { name, input } = Call.parse(JSON.parse(text));
    if (name === 'known') return JSON.stringify({ result: wallet.isConnected && signer.address });
    wallet.calls.push(name);
    if (wallet.declines) {
      wallet.declines = false;
      return JSON.stringify({ error: 'Confirmation declined by user' });
    }
    return JSON.stringify({ result: answer(wallet, signer, { name, input }) });
  });
  await context.addInitScript({
    content: `(${PROVIDER})(...${JSON.stringify([injection, signer.rdns])})`,
  });
  return wallet;
}

const Call = z.object({ name: z.string(), input: z.unknown().optional() });
/** What comes out of it is checked by the page, or by the test that has altered it. */
const Offered = z.custom<Types.Transaction>((value) => typeof value === 'object');

function answer(
  wallet: TronWallet,
  { address, privateKey }: TronSigner,
  { name, input }: z.infer<typeof Call>,
): unknown {
  const key = privateKey.slice(2);
  switch (name) {
    case 'connect':
      wallet.isConnected = true;
      return address;
    case 'signMessageV2':
      return utils.message.signMessage(String(input), key);
    default: {
      const signed = utils.crypto.signTransaction(
        key,
        Offered.parse((wallet.replace ?? same)(Offered.parse(input))),
      );
      wallet.signed.push(signed);
      return signed;
    }
  }
}

function same(transaction: Types.Transaction): Types.Transaction {
  return transaction;
}

const Broadcast = z.object({
  signedTransaction: z.object({ txID: z.string(), signature: z.tuple([z.string()]) }),
});

/** Whose key signed what was handed over, by the id and the signature in it. */
export function signerOf(broadcast: unknown): string {
  const { txID, signature } = Broadcast.parse(broadcast).signedTransaction;
  return TronWeb.address.fromHex(utils.crypto.ecRecover(txID, signature[0]));
}
