import { member, texts } from '../engine/members.ts';
import { reportUnloaded } from '../engine/report-unloaded.ts';
import type { Store } from '../engine/store.ts';
import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';
import { TEST_WALLET_ID } from './provider.ts';
import type { TestWallet } from './test-account.ts';
import { confirm, refusal } from './test-dialog.ts';
import { CONNECTED_KEY, TEST_WALLET_ICON, TEST_WALLET_UUID } from './test-wallet.ts';
import { readRawTransaction } from './tron/raw-transaction.ts';
import { writeTronAddress } from './tron/tron-address.ts';

/**
 * Announces Tron wallets that live in the page (TIP-6963), so that any plain browser can pay in the sandbox. They ask
 * before they sign, like any wallet, and read the bytes that they sign themselves. They never call a node.
 */
export function announceTronTestWallets(wallets: readonly TestWallet[], tab: Store): void {
  for (const wallet of wallets) {
    const { account, contract } = wallet;
    // Contracts cannot pay on Tron.
    if (contract !== undefined) continue;
    const suffix = account === undefined ? '' : `.${account.id}`;
    const name = account?.name ?? messages.tronName;
    const rdns = `${TEST_WALLET_ID}.tron${suffix}`;
    const info = { uuid: TEST_WALLET_UUID, name, icon: TEST_WALLET_ICON, rdns };
    const provider = openProvider({ wallet, name, tab, key: `${CONNECTED_KEY}.tron${suffix}` });
    const detail = Object.freeze({ info, provider });
    const announce = () => {
      dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }));
    };
    addEventListener('TIP6963:requestProvider', announce);
    announce();
  }
}

interface Parts {
  readonly wallet: TestWallet;
  readonly name: string;
  readonly tab: Store;
  /** Under this key the tab remembers that it is connected. */
  readonly key: string;
}

/** A provider of TIP-1193 with the few functions of TronWeb that pages call; it shows an account once connected. */
function openProvider({ wallet, name, tab, key }: Parts) {
  const openSigner = async () => {
    const { openTronSigner } = await import('./test-signer.ts').catch(reportUnloaded);
    return openTronSigner(wallet.privateKey);
  };
  const trx = {
    async sign(transaction: unknown) {
      const { raw_data_hex = '' } = texts(transaction, ['raw_data_hex']);
      const raw = readRawTransaction(raw_data_hex);
      if (raw === undefined) throw refusal(4200, 'The test wallet signs calls of contracts only.');
      const called = await writeTronAddress(raw.contract);
      const { callText } = await import('./test-call-text.ts').catch(reportUnloaded);
      const text = await callText(raw, writeTronAddress);
      await confirm({ name, question: `${messages.send} ${called}`, text, yes: messages.sign });
      const { txID, signature } = await (await openSigner()).signBytes(raw_data_hex);
      if (txID !== member(transaction, 'txID')) throw refusal(4200, 'The id is another one.');
      return { ...Object(transaction), signature: [signature] };
    },
    async signMessageV2(text: string) {
      await confirm({ name, question: messages.text, text, yes: messages.sign });
      return await (await openSigner()).signText(text);
    },
  };
  const connected = { defaultAddress: { base58: '' }, trx };
  const shown: { tronWeb?: typeof connected } = {};
  const provider = Object.assign(shown, {
    async request({ method }: { readonly method: string }) {
      if (method !== 'eth_requestAccounts') throw refusal(4200, 'Unsupported method');
      if (tab.read(key) === undefined) {
        await confirm({ name, question: messages.connect, yes: messages.allow });
        tab.write(key, 'yes');
      }
      return await show();
    },
  });
  const show = async () => {
    const base58 = await writeTronAddress((await openSigner()).address);
    connected.defaultAddress.base58 = base58;
    shown.tronWeb = connected;
    return [base58];
  };
  // A tab in which it is connected sees the account at once, as pages see those of other wallets.
  if (tab.read(key) !== undefined) void show();
  return provider;
}
